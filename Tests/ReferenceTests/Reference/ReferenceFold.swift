/// What the channels of a canvas are made of, written out.
struct ReferenceFold: Sendable {
  private let rows: [[Int: Double]]

  init(_ source: Int, to canvas: Int) {
    let half = 0.5.squareRoot()
    // 5.1 is left, right, centre, low frequencies and the surrounds; 7.1 has those behind before those beside.
    rows =
      switch (source, canvas) {
      case (1, 1): [[0: 1]]
      case (1, 2): [[0: 1], [0: 1]]
      case (1, 6): [[:], [:], [0: 1], [:], [:], [:]]
      case (1, 8): [[:], [:], [0: 1], [:], [:], [:], [:], [:]]
      case (2, 1): [[0: half, 1: half]]
      case (2, _): [[0: 1], [1: 1]] + Array(repeating: [:], count: canvas - 2)
      case (6, 1): [[0: half, 1: half, 2: 1, 4: 0.5, 5: 0.5]]
      case (6, 2): [[0: 1, 2: half, 4: half], [1: 1, 2: half, 5: half]]
      case (6, 6): (0..<6).map { [$0: 1] }
      case (6, 8): [[0: 1], [1: 1], [2: 1], [3: 1], [:], [:], [4: 1], [5: 1]]
      case (8, 1): [[0: half, 1: half, 2: 1, 4: 0.5, 5: 0.5, 6: 0.5, 7: 0.5]]
      case (8, 2): [[0: 1, 2: half, 4: half, 6: half], [1: 1, 2: half, 5: half, 7: half]]
      case (8, 6): [[0: 1], [1: 1], [2: 1], [3: 1], [4: 1, 6: 1], [5: 1, 7: 1]]
      case (8, 8): (0..<8).map { [$0: 1] }
      default: preconditionFailure("no rule for \(source) channels on \(canvas)")
      }
  }

  func value(_ values: [Double], _ channel: Int) -> Double {
    rows[channel].reduce(0) { $0 + values[$1.key] * $1.value }
  }
}
