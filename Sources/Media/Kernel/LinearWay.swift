import TimelineModel

/// How far along its way a straight edge finds each point: a linear function.
struct LinearWay {
  private let base: Double
  private let slopeX: Double
  private let slopeY: Double

  init(_ direction: Wipe.Direction, _ canvas: PixelSize, seenThrough toCanvas: AffineTransform) {
    let (stepX, stepY) = direction.step
    let weight = 1 / (abs(stepX) + abs(stepY))
    let (alongX, alongY) = (stepX * weight / Double(canvas.width), stepY * weight / Double(canvas.height))
    let start = (stepX < 0 ? weight : 0) + (stepY < 0 ? weight : 0)
    base = start + alongX * toCanvas.tx + alongY * toCanvas.ty
    slopeX = alongX * toCanvas.a + alongY * toCanvas.b
    slopeY = alongX * toCanvas.c + alongY * toCanvas.d
  }

  func place(x: Double, y: Double) -> Double { base + slopeX * x + slopeY * y }

  /// The part of the pixel with its corner at (x, y) that lies below `edge`.
  func coverage(x: Double, y: Double, below edge: Double) -> Double {
    let (a, b) = (abs(slopeX), abs(slopeY))
    // From the corner that the edge comes to first, both ways are uphill.
    let room = edge - (place(x: x, y: y) + min(slopeX, 0) + min(slopeY, 0))
    if room <= 0 { return 0 }
    if room >= a + b { return 1 }
    let (small, large) = (min(a, b), max(a, b))
    guard small > large * 1e-9 else { return min(room / large, 1) }
    func square(_ value: Double) -> Double { value > 0 ? value * value : 0 }
    return (square(room) - square(room - a) - square(room - b)) / (2 * a * b)
  }
}
