import Compiler
import CutlistKit
import Diagnostics
import Syntax
import TimelineModel

/// A test of another name for one thing: it is written into a copy of the document, and the copy has to be the same
/// document but for that name.
struct RenameTrial {
  private let document: ReadDocument
  private let old: NameTable.Occurrence
  private let name: String
  private var rewriting: WordRewriting

  init(of occurrence: NameTable.Occurrence, to name: String, in document: ReadDocument, _ tree: Node) {
    self.document = document
    self.name = name
    old = occurrence
    rewriting = WordRewriting(of: document, tree)
    for place in document.names.all(old.name, in: old.space) {
      rewriting.write(name, inPlaceOf: place.part, of: place.word)
    }
  }

  /// Returns the edits that change the name and nothing else.
  func edits() throws(ResponseError) -> [TextEdit] {
    try checkSharedWords()
    let edits: [TextEdit]
    do throws(WordRewriting.Failure) { edits = try rewriting.edits() } catch { throw refusal(error.reason) }
    let copy = document.changed(by: edits)
    try checkProblems(of: copy)
    guard hasSameNames(copy), hasSameCompositions(copy) else { throw refusal("the document would play something else") }
    return edits
  }

  private func refusal(_ reason: String) -> ResponseError {
    ResponseError(.requestFailed, "`\(old.name)` cannot be called `\(name)` here: \(reason)")
  }
}

extension RenameTrial {
  /// A word behind an anchor may be a name in one place and something else where an alias repeats it.
  private func checkSharedWords() throws(ResponseError) {
    var uses: [SourceSpan: Int] = [:]
    for place in document.names.all(old.name, in: old.space) where !place.word.isAside {
      uses[place.word.span, default: 0] += 1
    }
    var words: [SourceSpan: Int] = [:]
    for word in document.words.words where rewriting.changes[word.span] != nil && !word.isAside {
      words[word.span, default: 0] += 1
    }
    for (span, count) in words where count * rewriting.changes[span]!.parts.count != uses[span] {
      throw refusal("an alias takes the name for something else as well")
    }
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
          && (isRenamed ? name : rewriting.changes[before.word.span].map { _ in after.name } ?? before.name) == after.name
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
