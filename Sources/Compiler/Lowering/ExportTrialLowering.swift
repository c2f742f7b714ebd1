import Diagnostics
import TimelineModel

extension Lowering {
  /// Reports what was amiss when the export was tried.
  mutating func checkTrial(of composition: Composition) {
    for finding in catalog.exportFindings {
      let blamed = written(finding.options, for: finding.part)
      let place = blamed.flatMap { OptionPlaces.place(of: $0.value) }
      let words = Note(finding.words)
      switch finding.kind {
      case .ignored:
        log.report(.optionIgnored, "the encoder does not understand all of it", at: blamed?.span, notes: [words])
      case .misplaced:
        log.report(
          .optionMisplaced, "\(finding.words) is not the encoder's to say", at: blamed?.span,
          notes: [Note(place ?? "that follows from the canvas, the pixel format and the container")])
      case .refused:
        let (subject, whole) = subject(of: finding.part, composition.output)
        log.report(
          .exportRefused, "`\(subject ?? "")` does not take what is asked of it",
          at: blamed?.span ?? whole ?? document.export?.span, notes: [words] + (place.map { [Note($0)] } ?? []))
      }
    }
  }

  /// Nil where another preset stands in for what is written.
  private var writtenExport: ExportItem? { options.preset == nil ? document.export?.value : nil }

  /// What refuses, and where the document chooses it.
  private func subject(of part: ExportFinding.Part, _ output: OutputSettings) -> (name: String?, span: SourceSpan?) {
    let export = writtenExport
    let (video, audio) = (export?.video?.value, export?.audio?.value)
    return switch part {
    case .picture: (output.video?.encoder, video?.codec?.span ?? video?.pixelFormat?.span)
    case .sound: (output.audio?.encoder, audio?.codec?.span)
    case .container:
      (output.container.rawValue, export?.container?.span ?? video?.codec?.span ?? audio?.codec?.span)
    }
  }

  /// The first of some options that stands in the document; `crf` may be a key of its own.
  private func written(_ options: Set<String>, for part: ExportFinding.Part) -> Located<String>? {
    let (video, audio) = (writtenExport?.video?.value, writtenExport?.audio?.value)
    let quality = part == .picture ? video?.crfKey.map { Located("crf", at: $0) } : nil
    let own = (part == .picture ? video?.options : part == .sound ? audio?.options : nil) ?? []
    return ([quality].compactMap(\.self) + own.map(\.name)).first { options.contains($0.value) }
  }
}

/// Where in a document that is written which encoders have options for as well.
enum OptionPlaces {
  /// In a sentence; nil for what is the encoder's own.
  static func place(of option: String) -> String? { places.first { $0.options.contains(option) }?.words }

  private static let places: [(options: Set<String>, words: String)] = [
    (["ar", "sample_rate"], "how many samples a second has is written as `sample-rate` of the canvas"),
    (
      ["ac", "channels", "channel_layout", "ch_layout"], "the number of channels is written as `channels` of the canvas"
    ),
    (["sample_fmt"], "the encoder gets the sample format of those it takes that keeps most"),
    (["pix_fmt", "pixel_format"], "the pixel format is written as `pixel-format` of `video`"),
    (["s", "size", "video_size"], "the size is written as `size` of `video`, and as that of the canvas"),
    (["r", "framerate", "time_base"], "the rate is written as `rate` of the canvas"),
    (["aspect"], "pixels are square"),
    (
      ["colorspace", "color_range", "color_primaries", "color_trc"],
      "colours are those of the canvas, and their range is that of the pixel format"
    ),
  ]
}
