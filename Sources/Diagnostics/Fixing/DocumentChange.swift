/// A change of a document in its own terms. Stages that see no text can say what they want; how it is written, with
/// which quotes and in which style, is decided where the text is known.
package enum DocumentChange: Hashable, Sendable {
  /// Gives a key or a value, or a part of one, another text.
  case write(String, at: SourceSpan)
  /// Puts one text in the place of another within a key or a value.
  case replace(String, with: String, in: SourceSpan)
  /// Gives a range of time another start; its end stays where it is.
  case begin(String, range: SourceSpan)
  /// Gives a range of time another end, or none, which leaves it open.
  case end(String, range: SourceSpan)
  /// Gives a key this value, written as YAML on one line, whether it is there yet or not.
  case set(key: String, to: String, in: Mapping)
  /// Takes a key away if it is there.
  case unset(key: String, in: Mapping)
  /// Takes away an element of a list, or the entry of a mapping that has its key or value here.
  case remove(SourceSpan)
  /// Puts elements of one list into this order.
  case order([SourceSpan])

  /// A mapping by its place.
  package enum Mapping: Hashable, Sendable {
    case at(SourceSpan)
    /// The one that has this key or value.
    case around(SourceSpan)
    /// Where a new key comes first.
    case beginning(at: SourceSpan)
  }
}
