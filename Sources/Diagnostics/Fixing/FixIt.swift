/// A way to mend a problem. Without changes it is advice in words.
package struct FixIt: Hashable, Sendable {
  /// What will change, such as "write 30000/1001".
  package var title: String
  package var safety: Safety
  /// What is to become of the document.
  package var changes: [DocumentChange]
  /// What that comes to in the text; empty for advice, and until someone who knows the text has written it out.
  package var edits: [TextEdit]

  /// Whether it can be applied without being looked at.
  package enum Safety: String, Hashable, Sendable, Comparable {
    /// What comes out is what the document says already, or the only thing that it can have meant.
    case safe
    /// A guess, or a change of what is seen and heard.
    case unsafe

    package static func < (a: Safety, b: Safety) -> Bool { a == .safe && b == .unsafe }
  }

  package init(_ title: String, _ changes: [DocumentChange] = [], edits: [TextEdit] = [], safety: Safety = .unsafe) {
    self.title = title.abbreviated
    self.safety = safety
    self.changes = changes
    self.edits = edits
  }

  /// Gives the key or value under `span`, or a part of it, another text.
  package static func replace(
    _ span: SourceSpan, with text: String, _ title: String? = nil, safety: Safety = .unsafe
  ) -> FixIt {
    FixIt(title ?? "write `\(text)`", [.write(text, at: span)], safety: safety)
  }

  /// The same in words alone.
  package var advice: FixIt { FixIt(title) }
}

extension [FixIt] {
  /// The name that was probably meant, in place of what is written; nothing where none is near.
  package static func didYouMean(_ name: String?, at span: SourceSpan) -> [FixIt] {
    name.map { [.replace(span, with: $0, "did you mean `\($0)`?")] } ?? []
  }
}
