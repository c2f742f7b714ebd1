import Synchronization

/// The limit on the size of the pictures that libav decodes and creates in this process.
package enum PictureLimit {
  /// More pixels than cameras of 100 megapixels and canvases of 8K have.
  package static let usualPixels = 120_000_000
  private static let limit = Atomic(usualPixels)

  /// A larger picture is not decoded, and no filter may make one.
  package static var pixels: Int {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(newValue, ordering: .relaxed) }
  }

  /// What is wrong with a picture of this size; nil if it may be.
  static func complaint(about width: Int, _ height: Int) -> String? {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard overflows || count > pixels else { return nil }
    return "\(width)x\(height) are more pixels than the \(pixels) that are allowed (`--max-pixels`)"
  }
}
