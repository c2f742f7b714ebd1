import Planner
import TimelineModel

/// How large a movie is to become.
struct SizeTarget: Hashable, Sendable {
  /// Of the picture, in bits per second; nil is any.
  let bitRate: Int?
  /// Of the whole file, in bytes; nil is any.
  let limit: Int64?
  /// Of the picture, in seconds.
  let duration: Double
  /// What the file holds beside the picture, in bytes, as far as it can be told before it is written.
  let rest: Int64

  /// Nil where it may have any size.
  init?(_ composition: Composition, plan: RenderPlan) {
    bitRate = composition.output.video?.bitRate
    limit = composition.output.fileLengthLimit
    guard bitRate != nil || limit != nil else { return nil }
    duration = (composition.canvas.rate.frameDuration * Rational(Int64(plan.frames.count))).approximate
    rest = composition.estimatedSound(plan) + composition.estimatedContainer(plan)
  }

  init(bitRate: Int?, limit: Int64?, duration: Double, rest: Int64) {
    self.bitRate = bitRate
    self.limit = limit
    self.duration = duration
    self.rest = rest
  }

  /// The bits that the picture is to have. `needed` are those that it has at constant quality; nil is unknown.
  func pictureBits(needed: Int64?) -> Double {
    let wanted = bitRate.map { Double($0) * duration }
    guard let limit else { return wanted ?? 0 }
    let room = max(0, Double(limit - rest) * 8 * SizeTarget.margin)
    // A limit need not be reached: with twice as much nobody sees a difference any more.
    return min(room, wanted ?? needed.map { Double($0) * 2 } ?? room)
  }

  /// How much of the room is given away: encoders do not keep to a rate exactly.
  static let margin = 0.985
}

extension Composition {
  /// Bytes.
  fileprivate func estimatedSound(_ plan: RenderPlan) -> Int64 {
    guard let job = plan.soundJob, let audio = output.audio else { return 0 }
    let seconds = Double(job.samples.count) / Double(canvas.sampleRate)
    // What is packed without loss is no larger than what it is made of.
    let rate = audio.bitsPerSecond(on: canvas) ?? canvas.sampleRate * canvas.channels * 24
    return Int64(Double(rate) * seconds / 8)
  }

  /// Bytes of the tables in which a container lists its packets, and of what it says beside them.
  fileprivate func estimatedContainer(_ plan: RenderPlan) -> Int64 {
    let texts = metadata.map { $0.utf8.count + $1.utf8.count } + chapters.map { ($0.title.first ?? "").utf8.count }
    let packets = plan.frames.count * 12 + (plan.soundJob?.samples.count ?? 0) / 100
    return Int64(4096 + packets + texts.reduce(0) { $0 + $1 + 128 })
  }
}
