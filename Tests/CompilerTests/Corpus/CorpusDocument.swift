import Foundation
import TimelineModel

/// A good document of Examples.
struct CorpusDocument: Sendable {
  let name: String
  let text: String

  /// Those that cut the clips below and need nothing else of the machine.
  static let all: [CorpusDocument] = [
    "edit-talk", "edit-three-lines", "demo", "cut-gap", "cut-references", "cut-join", "cut-at", "place-fade",
    "place-crop", "place-rotate", "program-chapters", "program-instructions", "program-defaults",
    "sound-duck", "sound-mix", "sound-pan", "sound-crossfade", "speed-slow", "title-lower-third", "title-runs",
    "title-text", "transition-dissolve", "transition-wipe", "transition-push",
  ].map { name in
    let url = folder.appendingPathComponent("\(name).yaml")
    return CorpusDocument(name: name, text: (try? String(contentsOf: url, encoding: .utf8)) ?? "")
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples")

  /// The footage, and what mistakes refer to.
  static let catalog: MediaCatalog = {
    var catalog = MediaCatalog(
      lines: """
        media/harbour.mp4  10 s  640x360  25 fps  48000 Hz
        media/hills.mp4  10 s  640x360  25 fps  48000 Hz
        media/city.mp4  6.006 s  640x360  30000/1001 fps
        media/sea.mp4  12 s  1280x720  25 fps  48000 Hz
        media/bloom.mp4  12 s  1280x720  30 fps  48000 Hz
        media/life.mp4  12.012 s  1280x720  30000/1001 fps
        media/theme.wav  24 s  44100 Hz
        media/voice.wav  4.415 s  48000 Hz
        media/hum.wav  4.415 s  48000 Hz
        media/balloon.png  160x220  still
        media/moon_1.png  180x180  still
        media/boat.png  150x150  still
        media/badge.png  256x256  still
        media/clouds.png  640x150  still
        media/harbour-back.png  640x360  still
        media/panorama.png  1280x360  still
        media/postcard.png  960x1280  still
        media/gone.mp4  missing
        media/screen.mp4  10 s  640x360
        media/hoarse.mp4  10 s  640x360  25 fps  48000 Hz  sound 0.2 s
        """)
    catalog.media[MediaReference("media/torn.mp4")] = .unreadable("no moov atom")
    catalog.media[MediaReference("../private.mp4")] = .outsideRoot("edits")
    catalog.media[MediaReference("https://example.org/sea.mp4")] = .networkNotAllowed
    catalog.glyphs[FontText("Hi", fonts: ["DejaVu Sans"])] = GlyphFinding(missing: [], size: Point(x: 1, y: 1.2))
    catalog.fonts["Ghost Sans"] = .missing(known: [])
    catalog.encoders["libghost"] = .missing(known: [])
    return catalog
  }()
}
