/// Whether fixes have mended a text, told by what was found in it before and after.
package struct FixVerdict {
  private let before: [Diagnostic]
  private let after: [Diagnostic]
  private let file: FileID
  private let moves: EditedPlaces
  /// True where the text could not be read before, so that all that is found in it now was hidden.
  private let wasUnreadable: Bool

  package init(before: [Diagnostic], after: [Diagnostic], edits: [TextEdit], in file: FileID, wasUnreadable: Bool) {
    self.before = before
    self.after = after
    self.file = file
    self.wasUnreadable = wasUnreadable
    moves = EditedPlaces(edits)
  }

  /// True if the problems are gone whose first fixes were applied, and no other has come.
  package func accepts(_ mended: [Diagnostic]) -> Bool { areGone(mended) && (wasUnreadable || addsNothing(mended)) }

  private struct Problem: Hashable {
    var rule: DiagnosticID
    var message: String?
    var file: FileID?
  }

  private func areGone(_ mended: [Diagnostic]) -> Bool {
    let left = PlaceIndex(after.map { (Problem(rule: $0.id, message: $0.message, file: $0.span?.file), range($0)) })
    let sameRule = PlaceIndex(after.map { (Problem(rule: $0.id, file: $0.span?.file), range($0)) })
    return mended.allSatisfy { problem in
      let place = moved(problem)
      if left.touches(place, Problem(rule: problem.id, message: problem.message, file: problem.span?.file)) { return false }
      guard let fix = problem.fixIts.first, fix.onlyWrites else { return true }
      return fix.edits.allSatisfy { edit in
        !sameRule.touches(moves.written(edit), Problem(rule: problem.id, file: file))
      }
    }
  }

  private func addsNothing(_ mended: [Diagnostic]) -> Bool {
    let known = PlaceIndex(before.map { (Problem(rule: $0.id, file: $0.span?.file), moved($0)) })
    // Rules are asked only of what has no errors, so that warnings were hidden before.
    let mostHarmless: Severity = before.hasErrors ? .error : .warning
    let added = after.filter { problem in
      problem.severity >= mostHarmless
        && !known.touches(range(problem), Problem(rule: problem.id, file: problem.span?.file))
    }
    if added.isEmpty { return true }
    // A value that can be read now may be wrong in another way.
    return mended.allSatisfy { $0.severity == .error && $0.fixIts.first?.onlyWrites == true }
      && !added.contains { Self.contradictions.contains($0.id) }
  }

  /// The rules about two parts of a document that contradict each other.
  private static let contradictions: Set<DiagnosticID> = ["duplicate-key", "conflicting-keys", "duplicate-id"]

  private func range(_ problem: Diagnostic) -> Range<Int> { problem.span?.range ?? 0..<0 }

  /// Where a problem of the text as it was stands now.
  private func moved(_ problem: Diagnostic) -> Range<Int> {
    problem.span?.file == file ? moves.range(range(problem)) : range(problem)
  }
}

extension FixIt {
  /// True if it only gives keys and values other texts, so that what they say can be read.
  fileprivate var onlyWrites: Bool {
    changes.allSatisfy { change in
      switch change {
      case .write, .replace: true
      case .begin, .end, .set, .unset, .remove, .order: false
      }
    }
  }
}

/// Where the bytes of a text stand after edits.
private struct EditedPlaces {
  private let edits: [TextEdit]
  /// The sum of the length changes of each edit and all edits before it, in bytes.
  private let shifts: [Int]

  init(_ edits: [TextEdit]) {
    self.edits = edits.sorted { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
    var sum = 0
    shifts = self.edits.map { edit in
      sum += edit.replacement.utf8.count - edit.span.range.count
      return sum
    }
  }

  /// The range that has become of one, with what was written at its ends.
  func range(_ range: Range<Int>) -> Range<Int> {
    let start = place(range.lowerBound, isEnd: false)
    return start..<max(start, place(range.upperBound, isEnd: true))
  }

  /// Where the text of an edit stands.
  func written(_ edit: TextEdit) -> Range<Int> {
    let start = place(edit.span.start, isEnd: false)
    return start..<start + edit.replacement.utf8.count
  }

  private func place(_ offset: Int, isEnd: Bool) -> Int {
    let behind = edits.leadingCount { isEnd ? $0.span.end <= offset : $0.span.end < offset }
    let base = offset + (behind > 0 ? shifts[behind - 1] : 0)
    // What is within an edit has gone; its text is there instead.
    guard behind < edits.count, edits[behind].span.start < offset else { return base }
    let start = base - (offset - edits[behind].span.start)
    return isEnd ? start + edits[behind].replacement.utf8.count : start
  }
}

/// Ranges of several kinds, to find out whether one of a kind touches another range.
private struct PlaceIndex<Kind: Hashable> {
  /// In the order of their starts, each with the furthest end up to it.
  private var ranges: [Kind: [(start: Int, furthestEnd: Int)]] = [:]

  init(_ places: [(Kind, Range<Int>)]) {
    for (kind, range) in places.sorted(by: { $0.1.lowerBound < $1.1.lowerBound }) {
      let end = max(range.upperBound, ranges[kind]?.last?.furthestEnd ?? 0)
      ranges[kind, default: []].append((range.lowerBound, end))
    }
  }

  func touches(_ range: Range<Int>, _ kind: Kind) -> Bool {
    guard let own = ranges[kind] else { return false }
    return own[..<own.leadingCount { $0.start <= range.upperBound }].last.map { $0.furthestEnd >= range.lowerBound }
      ?? false
  }
}
