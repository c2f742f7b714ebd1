import Platform
import Foundation
import TimelineModel

/// The pictures that a pattern names: `%d` or `%04d` in a file's name stands for a number, `*` for any text.
struct ImageSequence {
  /// In the order of their numbers, or of their names.
  let images: [MediaReference]
  /// A number that is missing among those there are.
  let gap: Int?

  /// `pattern` is as the document wrote it; `found` where it leads.
  init(pattern: String, found: ConfinedPath) {
    let (folder, written) = ImageSequence.parts(of: pattern)
    let (place, _) = ImageSequence.parts(of: found.path)
    let names = (try? ConfinedPath(place.isEmpty ? "." : place, within: found.root).names()) ?? []
    let template = NameTemplate(written)
    let matches = names.compactMap { name in template.match(name).map { Match(name: name, number: $0) } }.sorted()
    images = matches.map { MediaReference(folder + $0.name) }
    let numbers = template.isNumbered ? matches.map(\.number) : []
    gap = zip(numbers, numbers.dropFirst()).first { $0 + 1 < $1 }.map { $0.0 + 1 }
  }

  /// The folder with its slash, and the name.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// What is known of it as one moving picture, from what is known of its pictures.
  func finding(rate: FrameRate, _ findings: [MediaReference: MediaFinding]) -> MediaFinding {
    guard let first = images.first else { return .missing }
    if let gap { return .unreadable("number \(gap) is missing among the pictures") }
    var size: PixelSize?
    for image in images {
      guard case .found(let facts)? = findings[image] else {
        return .unreadable("\(image): \(findings[image]?.complaint ?? "it was not looked into")")
      }
      guard let video = facts.video, facts.isStill else { return .unreadable("\(image) is no single picture") }
      if let size, size != video.displaySize {
        return .unreadable("\(image) is \(video.displaySize), and \(first) is \(size)")
      }
      size = video.displaySize
    }
    guard case .found(var facts)? = findings[first], var video = facts.video else { return .missing }
    video.timing = .regular(rate, count: Int64(images.count))
    facts.video = video
    facts.images = images
    (facts.durationSource, facts.isDurationInHeader) = (.header, true)
    return .found(facts)
  }
}

/// A file that a pattern names.
private struct Match: Comparable {
  let name: String
  let number: Int

  static func < (one: Match, two: Match) -> Bool {
    one.number == two.number
      ? one.name.localizedStandardCompare(two.name) == .orderedAscending : one.number < two.number
  }
}

/// A file's name with one part left open.
private struct NameTemplate {
  private let before: Substring
  private let after: Substring
  let isNumbered: Bool
  /// How many digits a number has at least.
  private var digits = 1

  init(_ name: String) {
    if let range = name.firstRange(of: /%(0?\d*)d/) {
      before = name[..<range.lowerBound]
      after = name[range.upperBound...]
      isNumbered = true
      digits = Int(name[range].dropFirst().dropLast()) ?? 1
    } else {
      let star = name.firstIndex(of: "*")
      before = name[..<(star ?? name.endIndex)]
      after = star.map { name[name.index(after: $0)...] } ?? ""
      isNumbered = false
    }
  }

  /// The number in a name that matches; 0 for every name that does, where there are no numbers.
  func match(_ name: String) -> Int? {
    guard name.hasPrefix(before), name.hasSuffix(after), name.count >= before.count + after.count else { return nil }
    let middle = name.dropFirst(before.count).dropLast(after.count)
    guard isNumbered else { return before.count < name.count && !name.hasPrefix(".") ? 0 : nil }
    guard middle.count >= digits, middle.allSatisfy(\.isASCII), middle.allSatisfy(\.isNumber) else { return nil }
    return Int(middle)
  }
}
