import Foundation

/// Gives the pieces of a picture their shares of all its bits.
///
/// A piece's share is as large as its share of the bits at constant quality, so the movie comes to one quality
/// throughout: what is hard to encode is paid for by what is easy.
struct BitAllocation: Hashable, Sendable {
  let needs: [PieceNeed]
  /// Of the pieces, in seconds.
  let durations: [Double]

  /// The bits of all pieces together at constant quality.
  var needed: Int64 { needs.reduce(0) { $0 + $1.bits } }

  /// A bit rate for each piece, so that all come to `total` bits, or to the least that is possible. Each is one of a
  /// ladder's rungs: a change in one piece changes the shares of all by a little, and most of them stay on their rung, so
  /// that what was encoded with it is still in the store. Rungs are two hundredths apart; the encoders themselves keep to
  /// a rate no better than that.
  func rates(total: Double, rounding: FloatingPointRoundingRule) -> [Int] {
    let factor = factor(total: total)
    return zip(needs, durations).map { need, duration in
      let rate = max(Double(need.bits) * factor, need.floor) / duration
      let rung = (log(max(rate, 1)) / log(1.02)).rounded(rounding)
      // Encoders count in thousands.
      let least = (need.floor / duration / 1000).rounded(.up) * 1000
      return max(Int(pow(1.02, rung).rounded()), Int(least), 1000)
    }
  }

  /// What each piece's bits are multiplied by. Pieces that cannot do with their share get what they must have, and the
  /// others share the rest.
  private func factor(total: Double) -> Double {
    var bound: Set<Int> = []
    while true {
      let free = needs.indices.filter { !bound.contains($0) }
      let rest = bound.reduce(total) { $0 - needs[$1].floor }
      let factor = max(rest, 0) / max(free.reduce(0) { $0 + Double(needs[$1].bits) }, 1)
      let starved = free.filter { Double(needs[$0].bits) * factor < needs[$0].floor }
      if starved.isEmpty { return factor }
      bound.formUnion(starved)
    }
  }
}

extension PieceNeed {
  /// With a little more than what encoders refuse to go below.
  fileprivate var floor: Double { Double(leastBits) * 1.1 }
}
