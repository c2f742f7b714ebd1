import Diagnostics
import TimelineModel

extension Pass {
  package static let copyGroups = Pass(
    name: "copy-groups", summary: "copies untouched frames from the first picture that decoding can begin with",
    level: .full
  ) { context, shots in
    shots.flatMap { shot -> [Shot] in
      guard case .untouched(let wanted) = shot.work else { return [shot] }
      let splitter = CopySplitter(shot: shot, wanted: wanted)
      return context.strangers.contains(wanted.media)
        ? [splitter.refused] : splitter.parts(context.packets[wanted.media])
    }
  }
}

/// Divides an untouched shot into what has to be encoded at its head, what is copied, and what is left at its tail.
struct CopySplitter {
  let shot: Shot
  let wanted: CopiedFrames

  func parts(_ index: PacketIndex?) -> [Shot] {
    guard let run = index?.run(holding: wanted.frames) else {
      return [encoded(wanted.frames, .unreadablePackets, "the packets of \(wanted.media) could not be looked at")]
    }
    guard let copied = run.copyable(of: wanted.frames) else {
      return [encoded(wanted.frames, .noAccessPoint, "\(wanted.media) has no safe access point here")]
    }
    let head = wanted.frames.lowerBound..<copied.frames.lowerBound
    let tail = copied.frames.upperBound..<wanted.frames.upperBound
    var parts: [Shot] = []
    if !head.isEmpty {
      parts.append(
        encoded(
          head, .cutInsideGroup,
          "the cut into \(wanted.media) lies \(head.count.frames) before a picture that decoding can begin with"))
    }
    let work = CopiedFrames(media: wanted.media, frames: copied.frames, reorderDepth: copied.reorderDepth)
    parts.append(shot.part(output(copied.frames), .copy(work)))
    if !tail.isEmpty {
      parts.append(
        encoded(
          tail, .endInsideGroup,
          tail.count == 1
            ? "the last frame before the cut is stored after a later one"
            : "the last \(tail.count) frames before the cut are stored after later ones"))
    }
    return parts
  }

  /// The whole shot, encoded.
  var refused: Shot {
    encoded(wanted.frames, .headersDiffer, "the headers of \(wanted.media) do not go with the rest of the movie")
  }

  private func encoded(_ frames: Range<Int64>, _ page: DiagnosticPage, _ message: String) -> Shot {
    shot.part(output(frames), .encode(EncodeReason(page, message, origin: shot.frontOrigin)))
  }

  /// The output frames that show these frames of the source.
  private func output(_ frames: Range<Int64>) -> Range<Int64> {
    let offset = shot.frames.lowerBound - wanted.frames.lowerBound
    return frames.lowerBound + offset..<frames.upperBound + offset
  }
}

extension Int {
  fileprivate var frames: String { self == 1 ? "1 frame" : "\(self) frames" }
}
