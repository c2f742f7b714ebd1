import Media
import Planner
import TimelineModel

/// A piece of picture after encoding.
struct EncodedChunk: Sendable {
  var frames: Range<Int64>
  var parameters: StreamParameters
  /// In decoding order; times count frames from the first of the movie.
  var packets: [EncodedPacket]
}

/// Renders and encodes pieces of picture, one after another.
struct ChunkEncoder {
  let renderer: FrameRenderer
  let settings: VideoSettings
  /// The frame that the movie begins with.
  let firstFrame: Int64
  let cancellation: CancellationFlag
  let frameDone: () -> Void

  func encode(_ job: EncodeJob) throws(RenderFailure) -> EncodedChunk {
    let plan = renderer.plan
    let encoder = try reporting(at: job.frames.lowerBound) { () throws(LibAVError) in
      try VideoEncoder(settings, size: plan.target.size, rate: plan.rate)
    }
    var packets: [EncodedPacket] = []
    for index in job.frames {
      try cancellation.check()
      let frame = try renderer.frame(index)
      packets += try reporting(at: index) { () throws(LibAVError) in
        try encoder.encode(frame, index: index - firstFrame)
      }
      frameDone()
    }
    packets += try reporting(at: job.frames.upperBound) { () throws(LibAVError) in try encoder.finish() }
    guard packets.count == job.frames.count else {
      throw RenderFailure(
        .encoder, "\(settings.encoder) made \(packets.count) packets of \(job.frames.count) frames",
        at: TimelineTime(plan.rate.seconds(ofFrame: job.frames.lowerBound)))
    }
    return EncodedChunk(frames: job.frames, parameters: encoder.parameters, packets: packets)
  }

  private func reporting<Value>(
    at frame: Int64, _ body: () throws(LibAVError) -> Value
  ) throws(RenderFailure) -> Value {
    do {
      return try body()
    } catch {
      let time = TimelineTime(renderer.plan.rate.seconds(ofFrame: frame))
      throw RenderFailure(
        .encoder, "cannot encode with \(settings.encoder)", at: time,
        span: renderer.plan.composition.output.origin.span, detail: "\(error)")
    }
  }
}
