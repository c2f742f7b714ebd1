import TimelineModel

extension VideoFacts {
  /// The picture up to the first frame that is not there, if others come behind it in the order of presentation, as at
  /// the end of a file that was cut off; nil if no such frame is missing.
  /// - Parameter reorderDepth: The maximum number of frames that precede a frame in decoding order and follow it in
  ///   presentation order.
  func wholeBeginning(reorderDepth: Int) -> VideoFacts? {
    guard case .sparse(let rate, let places, _) = timing, let last = places.last else { return nil }
    let count = last + 1
    let whole = Int64(zip(places, Int64(0)...).prefix { $0 == $1 }.count)
    guard whole > 0, whole < count, Int64(places.count) - whole <= Int64(max(reorderDepth, 1)) else { return nil }
    var video = self
    video.timing = .regular(rate, count: whole)
    return video
  }
}
