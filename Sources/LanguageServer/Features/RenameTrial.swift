import Compiler
import CutlistKit
import Diagnostics
import Syntax
import TimelineModel

/// A test of another name for one thing: it is written into a copy of the document, and the copy has to be the same
/// document but for that name.
struct RenameTrial {
  private let document: ReadDocument
  private let tree: Node
  private let old: NameTable.Occurrence
  private let name: String
  /// The parts of each word that are the name, by the place of the word.
  private var parts: [SourceSpan: [Range<Int>]] = [:]
  /// The texts that words have to have afterwards, by their places.
  private var texts: [SourceSpan: String] = [:]

  init(of occurrence: NameTable.Occurrence, to name: String, in document: ReadDocument, _ tree: Node) {
    self.document = document
    self.tree = tree
    self.name = name
    old = occurrence
    // What is behind an anchor is there once for each alias.
    var found: [SourceSpan: Set<Range<Int>>] = [:]
    for place in document.names.all(old.name, in: old.space) {
      found[place.word.span, default: []].insert(place.part)
      texts[place.word.span] = place.word.text
    }
    parts = found.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
    for (span, parts) in parts { texts[span] = texts[span]!.writing(name, inPlaceOf: parts) }
  }

  /// Returns the edits that change the name and nothing else.
  func edits() throws(ResponseError) -> [TextEdit] {
    try checkSharedWords()
    let edits = try written()
    let copy = document.changed(by: edits)
    try checkProblems(of: copy)
    guard hasSameNames(copy), hasSameCompositions(copy) else { throw refusal("the document would play something else") }
    return edits
  }

  private func refusal(_ reason: String) -> ResponseError {
    ResponseError(.requestFailed, "`\(old.name)` cannot be called `\(name)` here: \(reason)")
  }
}

// MARK: Writing

extension RenameTrial {
  /// A word behind an anchor may be a name in one place and something else where an alias repeats it.
  private func checkSharedWords() throws(ResponseError) {
    var uses: [SourceSpan: Int] = [:]
    for place in document.names.all(old.name, in: old.space) where !place.word.isAside {
      uses[place.word.span, default: 0] += 1
    }
    var words: [SourceSpan: Int] = [:]
    for word in document.words.words where parts[word.span] != nil && !word.isAside {
      words[word.span, default: 0] += 1
    }
    for (span, count) in words where count * parts[span]!.count != uses[span] {
      throw refusal("an alias takes the name for something else as well")
    }
  }

  /// The edits after which the text has the name in place of the old one, and all else as it was.
  private func written() throws(ResponseError) -> [TextEdit] {
    let writer = ChangeWriter(tree, in: document.source)
    // Words that cannot be left as they are written, and are written anew: plain ones that need quotes, and aliases.
    var rewritten: Set<SourceSpan> = []
    while true {
      var edits: [TextEdit] = []
      for (span, parts) in parts where !rewritten.contains(span) && !document.isAlias(at: span) {
        guard let edit = writer.edit(writing: name, inPlaceOf: parts, of: span) else { throw unwritable(span) }
        edits.append(edit)
      }
      for span in rewritten {
        guard let text = texts[span] ?? document.words.word(at: span.start)?.text,
          let edit = writer.edit(rewriting: span, as: text)
        else { throw unwritable(span) }
        edits.append(edit)
      }
      edits.sort { $0.span.start < $1.span.start }
      let wrong = wrongPlaces(after: edits)
      if let wrong, wrong.isEmpty { return edits }
      // Without a tree nothing tells which word it was.
      let candidates = wrong ?? Set(parts.keys).subtracting(rewritten).filter { !document.isAlias(at: $0) }
      guard !candidates.isEmpty, candidates.isDisjoint(with: rewritten),
        candidates.allSatisfy({ texts[$0] != nil || document.isAlias(at: $0) })
      else { throw refusal("the text could not be read any more as it is meant") }
      rewritten.formUnion(candidates)
    }
  }

  private func unwritable(_ span: SourceSpan) -> ResponseError {
    let line = document.source.position(of: span.start).line
    return refusal("it cannot be written into the text on line \(line)")
  }

  /// Returns the places of words that have other texts after edits than they should; `nil` if it is another tree.
  private func wrongPlaces(after edits: [TextEdit]) -> Set<SourceSpan>? {
    guard let changed = parse(document.source.applying(edits)).value else { return nil }
    var places: Set<SourceSpan> = []
    return compare(tree, changed, &places) ? places : nil
  }

  private func compare(_ before: Node, _ after: Node, _ wrong: inout Set<SourceSpan>) -> Bool {
    switch (before.content, after.content) {
    case (.scalar(let scalar), .scalar(let changed)):
      if !isRight(changed.text, at: before.span, scalar.text) || before.isNull != after.isNull {
        wrong.insert(before.span)
      }
      return true
    case (.sequence(let elements), .sequence(let changed)):
      return elements.count == changed.count && zip(elements, changed).allSatisfy { compare($0, $1, &wrong) }
    case (.mapping(let entries), .mapping(let changed)):
      return entries.count == changed.count
        && zip(entries, changed).allSatisfy { entry, changed in
          if !isRight(changed.key, at: entry.keySpan, entry.key) { wrong.insert(entry.keySpan) }
          return compare(entry.value, changed.value, &wrong)
        }
    default: return false
    }
  }

  private func isRight(_ text: String, at span: SourceSpan, _ before: String) -> Bool {
    text.utf8.elementsEqual((texts[span] ?? before).utf8)
  }
}

extension ReadDocument {
  fileprivate func isAlias(at span: SourceSpan) -> Bool {
    !span.range.isEmpty && source.bytes[span.start] == UInt8(ascii: "*")
  }
}

extension WordMap.Word {
  /// Whether the word is under a key that begins with `x-`, where it means nothing by itself.
  fileprivate var isAside: Bool { path.first?.hasPrefix("x-") == true }
}

// MARK: Comparing

extension RenameTrial {
  private struct Problem: Hashable {
    var rule: DiagnosticID
    var severity: Severity
    var file: FileID?
  }

  private func checkProblems(of copy: ReadDocument) throws(ResponseError) {
    func count(_ diagnostics: [Diagnostic]) -> [Problem: Int] {
      Dictionary(
        diagnostics.map { (Problem(rule: $0.id, severity: $0.severity, file: $0.span?.file), 1) }, uniquingKeysWith: +)
    }
    let before = count(document.diagnostics)
    let after = count(copy.diagnostics)
    guard before != after else { return }
    for problem in copy.diagnostics {
      let kind = Problem(rule: problem.id, severity: problem.severity, file: problem.span?.file)
      if after[kind]! > before[kind] ?? 0 { throw refusal(problem.message) }
    }
    throw refusal("the document would mean something else")
  }

  /// Whether every name is given and meant in the same places as before.
  private func hasSameNames(_ copy: ReadDocument) -> Bool {
    let (before, after) = (document.names.occurrences, copy.names.occurrences)
    return before.count == after.count
      && zip(before, after).allSatisfy { before, after in
        let isRenamed = before.space == old.space && before.name == old.name
        return before.space == after.space && before.declared == after.declared
          && (isRenamed ? name : texts[before.word.span].map { _ in after.name } ?? before.name) == after.name
      }
  }

  private func hasSameCompositions(_ copy: ReadDocument) -> Bool {
    let before = [document.composition] + document.variants.map(\.compilation.composition)
    let after = [copy.composition] + copy.variants.map(\.compilation.composition)
    return before.count == after.count && zip(before, after).allSatisfy(isSame)
  }

  private func isSame(_ before: Composition?, _ after: Composition?) -> Bool {
    guard let before, let after else { return before == nil && after == nil }
    let lines = [before, after].map {
      $0.text { _ in nil }.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    }
    // Only tracks have their names in a composition.
    let names = old.space == .timed ? (Array(old.name.utf8), Array(name.utf8)) : ([], [])
    return lines[0].count == lines[1].count
      && zip(lines[0], lines[1]).allSatisfy { $0.elementsEqual($1) || Array($0).becomes(Array($1), by: names) }
  }
}

extension [UInt8] {
  /// Whether the bytes are `other` once one text is written for another in some of its places.
  fileprivate func becomes(_ other: [UInt8], by change: (from: [UInt8], to: [UInt8])) -> Bool {
    guard !change.from.isEmpty else { return false }
    // The places in `other` that the bytes up to each place can have led to.
    var reached = [Set<Int>](repeating: [], count: count + 1)
    reached[0] = [0]
    for index in indices {
      let isName = self[index...].starts(with: change.from)
      for place in reached[index] {
        if place < other.count, self[index] == other[place] { reached[index + 1].insert(place + 1) }
        if isName, other[place...].starts(with: change.to) {
          reached[index + change.from.count].insert(place + change.to.count)
        }
      }
    }
    return reached[count].contains(other.count)
  }
}
