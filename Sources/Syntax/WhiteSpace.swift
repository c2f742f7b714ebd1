import Diagnostics

extension UInt8 {
  /// A space, a tab or an end of line: what YAML and JSON both let stand between words.
  var isWhiteSpace: Bool { self == 0x20 || 0x09...0x0A ~= self || self == 0x0D }
}

extension SourceFile {
  /// A stretch of the text without the white space at its end.
  func trimmed(_ range: Range<Int>) -> SourceSpan {
    let blank = bytes[range].reversed().prefix(while: \.isWhiteSpace).count
    return SourceSpan(file: id, range.lowerBound..<range.upperBound - blank)
  }
}
