package import TimelineModel

extension WipeMask {
  /// How much of the second picture each pixel of a target of this size shows, from 0 to 1, row after row.
  package func shares(size: PixelSize) -> [Float] {
    let middle = Point(x: Double(canvas.width) / 2, y: Double(canvas.height) / 2)
    switch wipe.shape {
    case .edge(let direction):
      let way = LinearWay(direction, canvas, seenThrough: toCanvas)
      if wipe.softness > 0 { return soft(size) { way.place(x: $0, y: $1) } }
      return each(size) { x, y in way.coverage(x: x, y: y, below: progress) }
    case .clock:
      if wipe.softness > 0 { return soft(size, around: middle) { ClockHand.turn(to: $0) } }
      let hand = ClockHand(turn: progress)
      return cells(size, around: middle) { hand.coverage(of: $0) }
    case .iris:
      let reach = SIMD2(middle.x, middle.y).length
      if wipe.softness > 0 { return soft(size, around: middle) { $0.length / reach } }
      let disc = Disc(radius: progress * reach)
      return cells(size, around: middle) { disc.coverage(of: $0) }
    }
  }

  private func each(_ size: PixelSize, _ share: (_ x: Double, _ y: Double) -> Double) -> [Float] {
    [Float](unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
      for y in 0..<size.height {
        for x in 0..<size.width { buffer[y * size.width + x] = Float(share(Double(x), Double(y))) }
      }
      count = buffer.count
    }
  }

  /// A ramp, read in the middle of each pixel.
  private func soft(_ size: PixelSize, _ place: (_ x: Double, _ y: Double) -> Double) -> [Float] {
    let edge = progress * (1 + wipe.softness)
    return each(size) { x, y in min(max((edge - place(x + 0.5, y + 0.5)) / wipe.softness, 0), 1) }
  }

  /// The same, with places of points as seen from the canvas's middle.
  private func soft(
    _ size: PixelSize, around middle: Point, _ place: (SIMD2<Double>) -> Double
  ) -> [Float] {
    soft(size) { x, y in
      let point = toCanvas.apply(Point(x: x, y: y))
      return place(SIMD2(point.x - middle.x, point.y - middle.y))
    }
  }

  private func cells(_ size: PixelSize, around middle: Point, _ coverage: (PixelCell) -> Double) -> [Float] {
    let start = SIMD2(toCanvas.tx - middle.x, toCanvas.ty - middle.y)
    let (across, down) = (SIMD2(toCanvas.a, toCanvas.b), SIMD2(toCanvas.c, toCanvas.d))
    return each(size) { x, y in
      coverage(PixelCell(corner: start + across * x + down * y, across: across, down: down))
    }
  }
}

extension VideoFrame {
  /// The shares of a mask as a gray picture.
  package static func mask(_ mask: WipeMask, size: PixelSize) throws(LibAVError) -> VideoFrame {
    let shares = mask.shares(size: size)
    return try VideoFrame.gray(size: size) { UInt8((shares[$0] * 255).rounded()) }
  }
}
