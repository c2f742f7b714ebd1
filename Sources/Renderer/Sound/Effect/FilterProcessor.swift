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
  /// Whether the sound is over and all of it has been given.
  private var isOver = false

  private static let frame = 1024

  init(_ call: FilterCall, sampleRate: Int, from position: Int64, delay: Int = 0) {
    self.call = call
    self.sampleRate = sampleRate
    self.position = position
    self.delay = delay
  }

  mutating func process(_ planes: inout [[Double]]) throws(LibAVError) {
    if isOver { return planes = planes.map { Array(repeating: 0, count: $0.count) } }
    if graph == nil {
      graph = try SoundGraph(call, sampleRate: sampleRate, channels: planes.count, from: position)
    }
    owed += planes[0].count
    waiting = waiting.isEmpty ? planes : zip(waiting, planes).map { $0 + $1 }
    let whole = waiting[0].count / FilterProcessor.frame * FilterProcessor.frame
    for start in stride(from: 0, to: whole, by: FilterProcessor.frame) {
      try graph?.feed(waiting.map { Array($0[start..<start + FilterProcessor.frame]) })
      // Some, such as `afftdn`, make something else of frames that wait for one another.
      try takeReady()
    }
    waiting = waiting.map { Array($0[whole...]) }
    planes = takeOwed(planes.count)
    guard owed - FilterProcessor.frame <= longest else {
      throw LibAVError(call: call.name, complaint: call.waitsTooLong)
    }
    guard early.isEmpty || early[0].count <= longest else {
      throw LibAVError(call: call.name, complaint: "it gives more sound than it gets")
    }
  }

  /// More than a tenth of a second is no delay of its own.
  var isWaiting: Bool { !isOver && !waiting.isEmpty && owed - waiting[0].count > sampleRate / 10 }

  mutating func end(channels: Int) throws(LibAVError) -> [[Double]] {
    guard let graph else { return Array(repeating: [], count: channels) }
    if !waiting[0].isEmpty { try graph.feed(waiting) }
    try graph.end()
    try takeReady()
    self.graph = nil
    isOver = true
    let missing = owed - (early.first?.count ?? 0)
    let silence = [Double](repeating: 0, count: max(0, missing))
    return early.isEmpty ? Array(repeating: silence, count: channels) : early.map { $0 + silence }
  }

  private var longest: Int { Int((call.lookahead * Rational(sampleRate)).rounded ?? 0) }

  /// Takes what has come out of the filter.
  private mutating func takeReady() throws(LibAVError) {
    guard var made = try graph?.ready(), !made[0].isEmpty else { return }
    guard made.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
      throw LibAVError(call: call.name, complaint: "it gives samples that are no numbers")
    }
    let late = min(delay, made[0].count)
    delay -= late
    if late > 0 { made = made.map { Array($0.dropFirst(late)) } }
    early = early.isEmpty ? made : zip(early, made).map { $0 + $1 }
  }

  /// As much of what has come out as has gone in.
  private mutating func takeOwed(_ channels: Int) -> [[Double]] {
    guard !early.isEmpty else { return Array(repeating: [], count: channels) }
    let count = min(owed, early[0].count)
    defer { early = early.map { Array($0.dropFirst(count)) } }
    owed -= count
    return early.map { Array($0.prefix(count)) }
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
