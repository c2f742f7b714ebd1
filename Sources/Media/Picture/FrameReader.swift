import CFFmpeg
package import TimelineModel

/// Gives any frame of a picture stream by its number. Reading forward is cheap; going back seeks.
///
/// Frames are known by their timestamps and never counted from a seek, so what comes out is the frame that was asked
/// for or an error. They are as coded: not turned, scaled or converted. `facts` come from a precise probe.
package final class FrameReader {
  package let facts: VideoFacts
  package private(set) var framesDecoded = 0
  package private(set) var seeks = 0

  package init(path: String, facts: VideoFacts, threads: Int = 1) throws(LibAVError) {
    self.facts = facts
  }

  /// Frame `index` of the stream's `FrameTiming`.
  package func frame(_ index: Int64) throws(LibAVError) -> VideoFrame {
    throw LibAVError(call: "FrameReader", code: cff_error_invalid_data)
  }

  /// The frame whose interval holds `seconds`, counted from the first frame; the first or last one beyond the ends.
  package func frame(at seconds: Rational) throws(LibAVError) -> VideoFrame {
    try frame(facts.timing.frame(at: seconds))
  }
}
