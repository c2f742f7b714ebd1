import CFFmpeg

/// Where a channel is meant to be heard from.
package enum ChannelPlace: Sendable, Hashable {
  case left, right, center, lowFrequencies
  /// Beside the listener, and behind.
  case sideLeft, sideRight, backLeft, backRight, backCenter
  /// What has no place among these; it is heard from the front.
  case other

  /// What the channels of a canvas are, in their order; FFmpeg's.
  package static func places(ofCanvasWith channels: Int) -> [ChannelPlace] {
    switch channels {
    case 1: [.center]
    case 2: [.left, .right]
    case 6: [.left, .right, .center, .lowFrequencies, .sideLeft, .sideRight]
    default: [.left, .right, .center, .lowFrequencies, .backLeft, .backRight, .sideLeft, .sideRight]
    }
  }

  /// Of the channels of a source, in their order.
  static func places(of layout: AVChannelLayout) -> [ChannelPlace] {
    var layout = layout
    return (0..<UInt32(layout.nb_channels)).map { place(of: av_channel_layout_channel_from_index(&layout, $0)) }
  }

  private static func place(of channel: AVChannel) -> ChannelPlace {
    switch channel {
    case AV_CHAN_FRONT_LEFT, AV_CHAN_STEREO_LEFT, AV_CHAN_FRONT_LEFT_OF_CENTER: .left
    case AV_CHAN_FRONT_RIGHT, AV_CHAN_STEREO_RIGHT, AV_CHAN_FRONT_RIGHT_OF_CENTER: .right
    case AV_CHAN_FRONT_CENTER: .center
    case AV_CHAN_LOW_FREQUENCY, AV_CHAN_LOW_FREQUENCY_2: .lowFrequencies
    case AV_CHAN_SIDE_LEFT: .sideLeft
    case AV_CHAN_SIDE_RIGHT: .sideRight
    case AV_CHAN_BACK_LEFT: .backLeft
    case AV_CHAN_BACK_RIGHT: .backRight
    case AV_CHAN_BACK_CENTER: .backCenter
    default: .other
    }
  }
}
