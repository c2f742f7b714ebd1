import Foundation
import Media
import TimelineModel

/// A filter of libavfilter as an effect. It is handed frames of one length, so that what it makes of a sound does not
/// depend on how that is asked for.
struct FilterProcessor: SoundProcessor {
  private let call: FilterCall
  private let sampleRate: Int
  private let position: Int64
  /// Samples that what comes out lies behind what goes in and that are still to be left out.
  private var delay: Int
  private var graph: SoundGraph?
  /// Less than a frame.
  private var waiting: [[Double]] = []
  /// What came out before as much had gone in, as filters do that begin with a pause.
  private var early: [[Double]] = []
  /// Samples that went in and have not been given.
  private var owed = 0

  private static let frame = 1024

  init(_ call: FilterCall, sampleRate: Int, from position: Int64, delay: Int = 0) {
    self.call = call
    self.sampleRate = sampleRate
    self.position = position
    self.delay = delay
  }

  mutating func process(_ planes: inout [[Double]]) throws(LibAVError) {
    if graph == nil {
      graph = try SoundGraph(call, sampleRate: sampleRate, channels: planes.count, from: position)
    }
    guard let graph else { return }
    owed += planes[0].count
    waiting = waiting.isEmpty ? planes : zip(waiting, planes).map { $0 + $1 }
    let whole = waiting[0].count / FilterProcessor.frame * FilterProcessor.frame
    var made: [[Double]] = Array(repeating: [], count: planes.count)
    for start in stride(from: 0, to: whole, by: FilterProcessor.frame) {
      try graph.feed(waiting.map { Array($0[start..<start + FilterProcessor.frame]) })
      // Some, such as `afftdn`, make something else of frames that wait for one another.
      for (channel, samples) in try graph.ready().enumerated() { made[channel] += samples }
    }
    waiting = waiting.map { Array($0[whole...]) }
    guard made.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw LibAVError(call: call.name, complaint: "it gives samples that are no numbers")
    }
    let late = min(delay, made[0].count)
    delay -= late
    if late > 0 { made = made.map { Array($0.dropFirst(late)) } }
    early = early.isEmpty ? made : zip(early, made).map { $0 + $1 }
    let count = min(owed, early[0].count)
    planes = early.map { Array($0.prefix(count)) }
    early = early.map { Array($0.dropFirst(count)) }
    owed -= count
    let longest = Int((call.lookahead * Rational(sampleRate)).rounded ?? 0)
    guard owed - FilterProcessor.frame <= longest else {
      throw LibAVError(call: call.name, complaint: call.waitsTooLong)
    }
    guard early[0].count <= longest else {
      throw LibAVError(call: call.name, complaint: "it gives more sound than it gets")
    }
  }
}

extension SoundEffect.Denoise {
  /// `afftdn` gives each sample two of its steps later, of which there are eighty in a second.
  var call: FilterCall {
    FilterCall(
      "afftdn",
      [
        .init("noise_reduction", String(max(0.01, 20 * log10(reduction)))),
        .init("noise_floor", String(min(max(20 * log10(noise), -80), -20))),
      ])
  }
}
