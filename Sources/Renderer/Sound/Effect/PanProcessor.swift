/// Makes one side softer. What has no side stays as it is.
struct PanProcessor: SoundProcessor {
  let pan: Double

  func process(_ planes: inout [[Double]]) {
    let (left, right) = (min(1, 1 - pan), min(1, 1 + pan))
    for (channel, side) in PanProcessor.sides(of: planes.count).enumerated() where side != .none {
      let gain = side == .left ? left : right
      for index in planes[channel].indices { planes[channel][index] *= gain }
    }
  }

  private enum Side { case left, right, none }

  /// In the order of the canvas's channels.
  private static func sides(of channels: Int) -> [Side] {
    switch channels {
    case 1: [.none]
    case 2: [.left, .right]
    case 6: [.left, .right, .none, .none, .left, .right]
    default: [.left, .right, .none, .none, .left, .right, .left, .right]
    }
  }
}
