import CFFmpeg
import TimelineModel

extension FieldOrder {
  /// By the field that is shown first. What libavformat calls TB is 9 in QuickTime and Matroska, where both fields are
  /// interleaved and the top one is shown first (RFC 9559, FieldOrder; Apple TN2162).
  init(_ order: AVFieldOrder) {
    switch order {
    case AV_FIELD_TT, AV_FIELD_TB: self = .top
    case AV_FIELD_BB, AV_FIELD_BT: self = .bottom
    default: self = .progressive
    }
  }

  /// As the frame itself says; nil where it does not say that it is interlaced.
  init?(_ frame: VideoFrame) {
    guard frame.pointer.pointee.interlaced_frame != 0 else { return nil }
    self = frame.pointer.pointee.top_field_first != 0 ? .top : .bottom
  }
}
