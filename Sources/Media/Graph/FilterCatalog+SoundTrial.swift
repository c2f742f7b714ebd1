import Foundation
package import TimelineModel

extension FilterCatalog {
  /// Tries a filter on a little sound: it has to give as much as it gets, and not much later.
  package static func soundTrial(_ use: SoundFilterUse) -> FilterTrial {
    let trial = steadyTrial(use)
    guard case .works = trial, use.call != use.call.alwaysEnabled else { return trial }
    var always = use
    always.call = use.call.alwaysEnabled
    return steadyTrial(always)
  }

  private static func steadyTrial(_ use: SoundFilterUse) -> FilterTrial {
    let (trial, hash) = hashedTrial(use)
    guard case .works = trial, hashedTrial(use).hash != hash else { return trial }
    return .fails("it gives another result every time\(hint(for: use.call.name, .sound))")
  }

  /// A trial, and the hash of the sound that came of it.
  private static func hashedTrial(_ use: SoundFilterUse) -> (trial: FilterTrial, hash: Int) {
    var hasher = Hasher()
    let trial = trial(use, &hasher)
    return (trial, hasher.finalize())
  }

  private static func trial(_ use: SoundFilterUse, _ hasher: inout Hasher) -> FilterTrial {
    let (call, rate) = (use.call, use.sampleRate)
    let longest = Int((call.lookahead * Rational(rate)).rounded ?? 0)
    do {
      let graph = try SoundGraph(call, sampleRate: rate, channels: use.channels)
      var (fed, given, surplus) = (0, 0, 0)
      while fed < longest + 2 * rate {
        // Silence for a while, then two tones that swell.
        let planes = (0..<use.channels).map { channel in
          let step = 0.03 + 0.02 * Double(channel)
          return (fed..<fed + 1024).map { $0 < rate ? 0 : sin(Double($0) * step) * sin(Double($0) * 0.0001) }
        }
        try graph.feed(planes)
        fed += 1024
        let made = try graph.ready()
        given += made[0].count
        hasher.combine(made)
        guard made.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
          return .fails("it gives samples that are no numbers")
        }
        if fed <= 2 * rate { surplus = max(0, given - fed) }
        // A pause at the beginning stays as long as it was.
        guard given - fed <= min(surplus + rate / 20, longest) else {
          return .fails("it gives more sound than it gets")
        }
      }
      guard given > fed - longest else { return .fails(call.waitsTooLong) }
      try graph.end()
      given += try graph.ready()[0].count
      return given > fed - rate / 10 ? .works(.nothing) : .fails("it gives less sound than it gets")
    } catch {
      return .fails(error.log ?? error.text)
    }
  }
}
