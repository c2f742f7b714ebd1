/// A half-open range of UTF-8 bytes in one source file.
package struct SourceSpan: Hashable, Sendable {
  package let file: FileID
  private let lower: Int32
  private let upper: Int32

  package init(file: FileID, _ range: Range<Int>) {
    self.file = file
    lower = Int32(clamping: range.lowerBound)
    upper = Int32(clamping: range.upperBound)
  }

  package var range: Range<Int> { Int(lower)..<Int(upper) }
  package var start: Int { Int(lower) }
  package var end: Int { Int(upper) }

  /// The smallest span that holds both; they are in one file.
  package func union(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(file: file, min(start, other.start)..<max(end, other.end))
  }

  /// Whether all of another span lies within this one.
  package func contains(_ other: SourceSpan) -> Bool {
    file == other.file && start <= other.start && other.end <= end
  }

  /// A part of this span, as byte offsets from its start.
  package func part(_ offsets: Range<Int>) -> SourceSpan {
    SourceSpan(file: file, (start + offsets.lowerBound)..<(start + offsets.upperBound))
  }
}
