import Compiler
import Diagnostics
import Syntax

/// Other texts for some words of a document, which are written so that all else in it is read as before.
struct WordRewriting {
  /// What becomes of a word: parts of it are replaced by another text.
  struct Change {
    var replacement: String
    /// Offsets into the bytes of the word's text, in their order.
    var parts: [Range<Int>]
    /// The text that the word has afterwards.
    var text: String
  }

  /// Why a text cannot be written.
  struct Failure: Error { var reason: String }

  private let document: ReadDocument
  private let tree: Node
  /// By the places of the words.
  private(set) var changes: [SourceSpan: Change] = [:]

  init(of document: ReadDocument, _ tree: Node) {
    (self.document, self.tree) = (document, tree)
  }

  /// Replaces a part of a word, which may come more than once: what is behind an anchor is there once for each alias.
  mutating func write(_ replacement: String, inPlaceOf part: Range<Int>, of word: WordMap.Word) {
    var parts = changes[word.span]?.parts ?? []
    guard !parts.contains(part) else { return }
    parts.append(part)
    parts.sort { $0.lowerBound < $1.lowerBound }
    let text = word.text.writing(replacement, inPlaceOf: parts)
    changes[word.span] = Change(replacement: replacement, parts: parts, text: text)
  }

  /// Returns the edits after which the text has the changes and all else as it was.
  func edits() throws(Failure) -> [TextEdit] {
    let writer = ChangeWriter(tree, in: document.source)
    // Words that cannot be left as they are written, and are written anew: plain ones that need quotes, and aliases.
    var rewritten: Set<SourceSpan> = []
    while true {
      var edits: [TextEdit] = []
      for (span, change) in changes where !rewritten.contains(span) && !document.isAlias(at: span) {
        guard let parts = writer.edits(writing: change.replacement, inPlaceOf: change.parts, of: span) else {
          throw unwritable(span)
        }
        edits += parts
      }
      for span in rewritten {
        guard let text = changes[span]?.text ?? document.words.word(at: span.start)?.text,
          let edit = writer.edit(rewriting: span, as: text)
        else { throw unwritable(span) }
        edits.append(edit)
      }
      edits.sort { $0.span.start < $1.span.start }
      let wrong = wrongPlaces(after: edits)
      if let wrong, wrong.isEmpty { return edits }
      // Without a tree nothing tells which word it was.
      let candidates = wrong ?? Set(changes.keys).subtracting(rewritten).filter { !document.isAlias(at: $0) }
      guard !candidates.isEmpty, candidates.isDisjoint(with: rewritten),
        candidates.allSatisfy({ changes[$0] != nil || document.isAlias(at: $0) })
      else { throw Failure(reason: "the text could not be read any more as it is meant") }
      rewritten.formUnion(candidates)
    }
  }

  private func unwritable(_ span: SourceSpan) -> Failure {
    Failure(reason: "it cannot be written into the text on line \(document.source.position(of: span.start).line)")
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
    text.utf8.elementsEqual((changes[span]?.text ?? before).utf8)
  }
}

extension ReadDocument {
  fileprivate func isAlias(at span: SourceSpan) -> Bool {
    !span.range.isEmpty && source.bytes[span.start] == UInt8(ascii: "*")
  }
}
