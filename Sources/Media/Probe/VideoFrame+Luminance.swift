import CFFmpeg
import TimelineModel

extension VideoFrame {
  /// The brightest pixel of the whole movie in cd/m², as its grader measured it, or else what the grader's display
  /// could show; nil where the frame does not carry that.
  var peakLuminance: Double? {
    if let side = av_frame_get_side_data(pointer, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL) {
      let peak = side.pointee.data.withMemoryRebound(to: AVContentLightMetadata.self, capacity: 1) { $0.pointee.MaxCLL }
      if peak > 0 { return Double(peak) }
    }
    guard let side = av_frame_get_side_data(pointer, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA) else { return nil }
    let display = side.pointee.data.withMemoryRebound(to: AVMasteringDisplayMetadata.self, capacity: 1) { $0.pointee }
    guard display.has_luminance != 0 else { return nil }
    let peak = Rational(display.max_luminance)
    return peak.isFinite && peak > .zero ? peak.approximate : nil
  }
}
