import Foundation

/// A mistake that is planted in a good document, and what has to be said of it.
struct Mutation: Sendable {
  let name: String
  /// The rule that finds it.
  let rule: String
  /// What is changed: the first place below the head comment that this regular expression matches. The end where nil.
  private let pattern: String?
  /// What stands there then, with the place of the mistake between « and ».
  private let replacement: String
  /// It is planted only where this does not occur, since it would be another mistake there.
  private let absent: String?

  /// Changes what `pattern` matches.
  init(_ name: String, _ rule: String, _ pattern: String, _ replacement: String, unless absent: String? = nil) {
    self.name = name
    self.rule = rule
    self.pattern = pattern
    self.replacement = replacement
    self.absent = absent
  }

  /// Writes another key of the document behind all others.
  init(_ name: String, _ rule: String, adding replacement: String, unless absent: String? = nil) {
    self.name = name
    self.rule = rule
    pattern = nil
    self.replacement = replacement
    let key = replacement.replacing("«", with: "").prefix { $0 != ":" }
    self.absent = ["(?m)^\(key):", absent].compactMap(\.self).joined(separator: "|")
  }

  /// The document with the mistake in it, marked; nil where there is no place for it.
  func planted(in document: String) -> String? {
    guard let head = document.range(of: #"(?m)^timeline: 1$"#, options: .regularExpression) else { return nil }
    let body = head.lowerBound..<document.endIndex
    if let absent, document.range(of: absent, options: .regularExpression, range: body) != nil { return nil }
    guard let pattern else { return document + replacement + "\n" }
    guard let place = document.range(of: pattern, options: .regularExpression, range: body) else { return nil }
    let changed = document[place].replacingOccurrences(of: pattern, with: replacement, options: .regularExpression)
    return document.replacingCharacters(in: place, with: changed)
  }
}
