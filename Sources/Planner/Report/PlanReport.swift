package import TimelineModel

/// What a plan comes to, shot by shot and in all.
package struct PlanReport: Sendable {
  package var shots: [ShotReport] = []
  /// How many pieces of picture are encoded, each by itself.
  package var pieceCount = 0
  /// Nil where there is nothing to hear.
  package var sound: SoundJob?
  /// The sample entry name of a picture with parameter sets in its packets, `avc3` or `hev1`; `nil` for other pictures.
  package var sampleEntry: String?
  /// The most movies that are decoded for one frame.
  package var peakDecoders: Int { busiestShot?.decoders ?? 0 }
  /// The first shot for which most movies are decoded at once.
  package var busiestShot: ShotReport? {
    shots.reduce(nil) { busiest, shot in shot.decoders > (busiest?.decoders ?? 0) ? shot : busiest }
  }

  package var copiedFrames: Int64 { shots.reduce(0) { $0 + ($1.isCopied ? Int64($1.frames.count) : 0) } }
  package var encodedFrames: Int64 { shots.reduce(0) { $0 + ($1.isCopied ? 0 : Int64($1.frames.count)) } }
  /// How many frames of sources are decoded, those included that are decoded only because later ones refer to them.
  package var decodedFrames: Int64 { shots.reduce(0) { $0 + $1.decodedFrames + $1.catchUpFrames } }
  package var catchUpFrames: Int64 { shots.reduce(0) { $0 + $1.catchUpFrames } }
}

package struct ShotReport: Sendable {
  package var frames: Range<Int64>
  package var start: TimelineTime
  package var end: TimelineTime
  package var reads: [SourceReading]
  /// Why it is encoded; nil where its frames are copied.
  package var reason: EncodeReason?
  package var origin: Origin

  package var decoders: Int { isCopied ? 0 : reads.count }
  package var isCopied: Bool { reason == nil }
  package var decodedFrames: Int64 { isCopied ? 0 : reads.reduce(0) { $0 + Int64($1.frames.count) } }
  package var catchUpFrames: Int64 { isCopied ? 0 : reads.reduce(0) { $0 + Int64($1.catchUp ?? 0) } }
}

/// The frames of one movie that a shot shows.
package struct SourceReading: Hashable, Sendable {
  package var media: MediaReference
  package var frames: Range<Int64>
  /// How many packets before the first of them have to be decoded to get there; nil where that is not known, and 0 where
  /// the shot before has come so far.
  package var catchUp: Int?
}

extension PlanReport {
  /// `packets` tell of catching up; `plan` is of these shots.
  package init(_ picture: PicturePlan?, _ plan: RenderPlan, packets: [MediaReference: PacketIndex]) {
    pieceCount = plan.pieces.encoded.count
    sound = plan.soundJob
    guard let picture else { return }
    var last: [SourceReading] = []
    for shot in picture.shots {
      var reads = picture.reads(of: shot)
      for index in reads.indices {
        let read = reads[index]
        let playsOn = last.contains { $0.media == read.media && $0.frames.upperBound == read.frames.lowerBound }
        let catchUp = packets[read.media]?.run(holding: read.frames)?.catchUp(to: read.frames.lowerBound)
        reads[index].catchUp = playsOn ? 0 : catchUp
      }
      let report = ShotReport(
        frames: shot.frames, start: TimelineTime(picture.rate.seconds(ofFrame: shot.frames.lowerBound)),
        end: TimelineTime(picture.rate.seconds(ofFrame: shot.frames.upperBound)), reads: reads,
        reason: shot.encodeReason, origin: shot.frontOrigin)
      last = report.isCopied ? [] : reads
      shots.append(report)
    }
  }
}

extension PicturePlan {
  /// The frames of each file that some shot shows.
  package var shownFrames: [MediaReference: [Range<Int64>]] {
    shots.reduce(into: [:]) { result, shot in
      for read in reads(of: shot) { result[read.media, default: []].append(read.frames) }
    }
  }

  fileprivate func reads(of shot: Shot) -> [SourceReading] {
    let times = [shot.frames.lowerBound, shot.frames.upperBound - 1].map { TimelineTime(rate.seconds(ofFrame: $0)) }
    return shot.layers.flatMap(\.segments).compactMap { segment in
      guard case .movie(let media, let mapping) = segment.content, let facts = scene.catalog.facts(for: media) else {
        return nil
      }
      let ends = times.map { facts.frame(at: $0, in: mapping) }
      return SourceReading(media: media, frames: min(ends[0], ends[1])..<max(ends[0], ends[1]) + 1)
    }
  }
}

extension Shot {
  fileprivate var encodeReason: EncodeReason? {
    switch work {
    case .copy: nil
    case .encode(let reason): reason
    case .untouched(let frames):
      EncodeReason(
        .copyingOff, "\(frames.media) is untouched, but nothing is to be copied",
        origin: frontOrigin)
    case .unknown: EncodeReason(.copyingOff, "nothing was looked into", origin: origin)
    }
  }
}
