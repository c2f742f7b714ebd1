import Diagnostics
import TimelineModel

extension Lowering {
  /// Reports what a file is not that the document expects of it.
  mutating func check(_ expectation: ExpectationItem?, of asset: Asset) {
    guard let expectation, case .media(let media) = asset, let facts = catalog.facts(for: media) else { return }
    func mismatch(_ what: String, _ found: String?, _ written: SourceSpan) {
      let text = found.map { "the \(what) of \(media) is \($0)" } ?? "\(media) has no \(what)"
      log.report(.sourceFactMismatch, "\(text), and something else is expected", at: written)
    }
    if let size = expectation.size, facts.video?.displaySize != size.value {
      mismatch("size", facts.video.map { "\($0.displaySize)" }, size.span)
    }
    if let rate = expectation.rate, facts.video?.timing.rate != rate.value {
      mismatch("frame rate", facts.video?.timing.rate.map { "\($0)" }, rate.span)
    }
    if let sampleRate = expectation.sampleRate, facts.audio?.sampleRate != sampleRate.value {
      mismatch("sample rate", facts.audio.map { "\($0.sampleRate)" }, sampleRate.span)
    }
    if let channels = expectation.channels, facts.audio?.channels ?? 0 != channels.value {
      mismatch("number of channels", "\(facts.audio?.channels ?? 0)", channels.span)
    }
    let rate = facts.video?.timing.rate ?? FrameRate(25)
    if let written = expectation.duration, let expected = length(written, on: .length(rate)) {
      let own = facts.isStill ? nil : [facts.videoEnd, facts.audioEnd].compactMap(\.self).max()
      if own.map({ ($0 - expected).magnitude > rate.frameDuration }) ?? true {
        mismatch("duration", own?.inWords, written.span)
      }
    }
  }
}
