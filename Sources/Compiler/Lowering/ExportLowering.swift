import Diagnostics
import TimelineModel

extension Lowering {
  /// A preset, and what the document changes in it.
  mutating func lowerExport() -> OutputSettings {
    let chosen = options.preset ?? document.export?.value.preset?.value
    var settings = chosen.map { preset($0, at: document.export?.value.preset?.span) } ?? standardSettings
    if canvas.color.isHDR { settings.video = settings.video?.withTenBits }
    guard let export = document.export else { return settings }
    // A preset of the command line takes the place of the whole export, whose details were meant for another.
    guard options.preset == nil else { return settings }
    let formatSpan = export.value.video?.value?.pixelFormat?.span
    settings.origin = Origin(export.span, [.pixelFormat: formatSpan])
    if let like = export.value.like { take(after: like, &settings) }
    if let container = export.value.container {
      settings.container = container.value
      settings.containerIsWritten = true
    }
    if let video = export.value.video { settings.video = lowerVideo(video, from: settings.video) }
    if let audio = export.value.audio {
      settings.audio = lowerAudio(audio, from: settings.audio)
      settings.audioRateIsWritten = audio.value?.bitRate != nil
    }
    lowerLimit(export.value, &settings)
    if settings.containerIsWritten {
      checkContainer(settings, export.value)
    } else {
      settings.container = settings.fittingContainer(among: OutputSettings.Container.allCases) ?? settings.container
    }
    return settings
  }

  /// What a document without `export` has.
  private var standardSettings: OutputSettings { (canvas.color.isHDR ? Preset.standardHDR : Preset.standard).settings }

  /// A file of a certain length has no constant quality, so that of a preset gives way.
  private mutating func lowerLimit(_ item: ExportItem, _ settings: inout OutputSettings) {
    guard let limit = item.fileLengthLimit else { return }
    settings.fileLengthLimit = limit.value
    if let video = settings.video, ignoresRates(video) {
      log.report(.rateIgnored, "`\(video.encoder)` cannot be held to a length", at: limit.span)
    }
    settings.video?.options["crf"] = nil
    let video = item.video?.value
    let option = video?.options.first { $0.name.value == "crf" }
    let spans = [item.fileLengthLimitKey, video?.crfKey ?? option?.name.span].compactMap(\.self)
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
    if spans.count == 2 {
      let names = spans[0] == item.fileLengthLimitKey ? ["file-length-limit", "crf"] : ["crf", "file-length-limit"]
      log.report(
        .conflictingKeys, "`\(names[1])` cannot stand beside `\(names[0])`", at: spans[1],
        notes: [Note("`\(names[0])` is written here", at: spans[0])])
    }
  }

  /// Reports a limit that leaves nothing for the picture.
  mutating func checkLimit(of composition: Composition) {
    guard options.preset == nil, lengthsAreKnown, let limit = document.export?.value.fileLengthLimit,
      let audio = composition.output.audio, let rate = audio.bitsPerSecond(on: composition.canvas),
      composition.hasSound,
      let bytes = (composition.range.duration * Rational(Int64(rate), 8)).rounded, bytes >= limit.value
    else { return }
    log.report(
      .limitTooSmall,
      "the sound alone comes to \(bytes) bytes: \(composition.range.duration.approximate.plain) s at \(rate) b/s",
      at: limit.span)
  }

  /// Reports chapters that are lost.
  mutating func checkChapters(of composition: Composition) {
    if let first = composition.lostChapters.first {
      log.report(.chaptersNotKept, "a `wav` holds no chapters", at: first.origin.span)
    }
  }

  private func sampleRateFix(_ rate: Int) -> FixIt {
    let canvas = document.canvas?.span
    return FixIt(
      "write `sample-rate: \(rate)`", canvas.map { [.set(key: "sample-rate", to: "\(rate)", in: .at($0))] } ?? [])
  }

  /// Reports sound that the encoder does not take.
  mutating func checkEncoding(of composition: Composition) {
    guard let audio = composition.output.audio, case .found(let facts) = catalog.encoders[audio.encoder],
      composition.hasSound
    else { return }
    let canvas = composition.canvas
    let written = document.canvas?.value
    let place = document.export?.value.audio?.value?.codec?.span ?? document.export?.span
    if !facts.sampleRates.isEmpty, !facts.sampleRates.contains(canvas.sampleRate) {
      let near = facts.sampleRates.min { abs($0 - canvas.sampleRate) < abs($1 - canvas.sampleRate) }
      log.report(
        .soundNotEncodable, "`\(audio.encoder)` does not take \(canvas.sampleRate) samples per second",
        at: written?.sampleRate?.span ?? place,
        notes: [Note("it takes \(facts.sampleRates.map { "\($0)" }.joined(separator: ", "))")],
        fixIts: near.map { [sampleRateFix($0)] } ?? [])
    }
    if !facts.channelCounts.isEmpty, !facts.channelCounts.contains(canvas.channels) {
      log.report(
        .soundNotEncodable, "`\(audio.encoder)` does not take \(canvas.channels) channels",
        at: written?.channels?.span ?? place)
    }
  }

  private mutating func preset(_ name: String, at span: SourceSpan?) -> OutputSettings {
    if let preset = Preset.all.first(where: { $0.name == name }) { return preset.settings }
    let near = nearestName(to: name, in: Preset.all.map(\.name))
    log.report(
      .unknownPreset, "there is no preset `\(name)`", at: span,
      notes: [Note("presets: \(Preset.all.map(\.name).joined(separator: ", "))")],
      fixIts: near.flatMap { near in span.map { [.replace($0, with: near, "did you mean `\(near)`?")] } } ?? [])
    return standardSettings
  }

  private mutating func lowerVideo(_ written: Located<VideoExportItem?>, from base: VideoSettings?) -> VideoSettings? {
    guard let item = written.value else { return nil }
    var video = base ?? standardSettings.video!
    if let codec = item.codec {
      let encoder = CodecNames.video[codec.value] ?? codec.value
      // Options belong to an encoder; those of another one would mean something else, or nothing.
      if encoder != video.encoder {
        video = VideoSettings(encoder: encoder, pixelFormat: video.pixelFormat, maximumSize: video.maximumSize)
      }
      checkEncoder(encoder, isVideo: true, names: Array(CodecNames.video.keys), at: codec)
    }
    if let size = item.size { video.maximumSize = size.value }
    if let crf = item.crf { video.options["crf"] = crf.value.plain }
    if let bitRate = item.bitRate {
      video.options["crf"] = nil
      video.bitRate = bitRate.value
    }
    if let format = item.pixelFormat { video.pixelFormat = format.value }
    if case .found(let facts) = catalog.encoders[video.encoder] {
      checkPixelFormat(item, video, facts)
      if let crf = item.crf {
        if let known = facts.options["crf"] {
          check(Located(crf.value.plain, at: crf.span), known)
        } else {
          let advice = ignoresRates(video) ? "" : "; give a `bitrate`"
          log.report(.unknownOption, "`\(video.encoder)` has no constant quality\(advice)", at: crf.span)
        }
      }
    }
    apply(item.options, to: &video.options, encoder: video.encoder)
    if let bitRate = item.bitRate, ignoresRates(video) {
      log.report(.rateIgnored, "`\(video.encoder)` cannot be held to a bit rate", at: bitRate.span)
    }
    let profileIsWritten = item.options.contains { $0.name.value == "profile" }
    return profileIsWritten ? video : video.withFittingProfile
  }

  /// True where the encoder takes as many bits as the picture needs, whatever it is told.
  private func ignoresRates(_ video: VideoSettings) -> Bool {
    isLossless(video.encoder)
      || ["prores", "prores_aw", "prores_ks", "cfhd", "hap", "cinepak"].contains(video.encoder)
      || video.encoder == "dnxhd" && video.options["profile"]?.hasPrefix("dnxhr") == true
  }

  private func isLossless(_ encoder: String) -> Bool {
    if case .found(let facts) = catalog.encoders[encoder] { facts.isLossless } else { false }
  }

  private mutating func lowerAudio(_ written: Located<AudioExportItem?>, from base: AudioSettings?) -> AudioSettings? {
    guard let item = written.value else { return nil }
    var audio = base ?? Preset.standard.settings.audio!
    if let codec = item.codec {
      let encoder = CodecNames.audio[codec.value] ?? codec.value
      if encoder != audio.encoder {
        audio = AudioSettings(
          encoder: encoder, bitRate: CodecNames.isLossless(encoder) ? nil : audio.bitRate ?? 192_000)
      }
      checkEncoder(encoder, isVideo: false, names: Array(CodecNames.audio.keys), at: codec)
    }
    if let bitRate = item.bitRate {
      audio.bitRate = bitRate.value
      if isLossless(audio.encoder) {
        log.report(.rateIgnored, "`\(audio.encoder)` cannot be held to a bit rate", at: bitRate.span)
      }
    }
    apply(item.options, to: &audio.options, encoder: audio.encoder)
    return audio
  }

  mutating func checkEncoder(_ encoder: String, isVideo: Bool, names: [String], at codec: Located<String>) {
    switch catalog.encoders[encoder] {
    case nil: return
    case .found(let facts):
      guard facts.isVideo != isVideo else { return }
      log.report(
        .unknownEncoder, "`\(codec.value)` encodes \(isVideo ? "sound, not pictures" : "pictures, not sound")",
        at: codec.span)
    case .refused(let reason):
      log.report(.optionNotAllowed, "the encoder `\(encoder)` is not allowed: \(reason)", at: codec.span,
        notes: [
          Note("`--trust encoder:\(encoder)` allows it, if you know where the document comes from")
        ])
    case .missing(let known):
      let near = nearestName(to: codec.value, in: names + known)
      log.report(
        .unknownEncoder, "FFmpeg on this machine has no encoder for `\(codec.value)`", at: codec.span,
        fixIts: .didYouMean(near, at: codec.span))
    }
  }

  private mutating func checkPixelFormat(_ item: VideoExportItem, _ video: VideoSettings, _ facts: EncoderFacts) {
    guard !facts.pixelFormats.isEmpty, !facts.pixelFormats.contains(video.pixelFormat),
      let span = item.pixelFormat?.span ?? item.codec?.span
    else { return }
    let near = facts.pixelFormat(nearestTo: video.pixelFormat) ?? facts.pixelFormats[0]
    log.report(
      .badOption, "`\(video.encoder)` does not take the pixel format `\(video.pixelFormat)`", at: span,
      notes: [Note("it takes \(facts.pixelFormats.joined(separator: ", "))")],
      fixIts: [
        FixIt(
          "write `pixel-format: \(near)`", [.set(key: "pixel-format", to: near, in: .around(span))])
      ])
  }

  private mutating func apply(_ options: [NamedItem<String>], to table: inout [String: String], encoder: String) {
    for option in options {
      table[option.name.value] = option.item.value
      guard case .found(let facts) = catalog.encoders[encoder] else { continue }
      guard let known = facts.options[option.name.value] else {
        let (name, span) = (option.name.value, option.name.span)
        let place = OptionPlaces.place(of: name)
        let near = place == nil ? nearestName(to: name, in: facts.options.allowedNames) : nil
        log.report(
          .unknownOption, "the encoder `\(encoder)` has no option `\(name)`", at: span,
          notes: place.map { [Note($0)] } ?? [], fixIts: .didYouMean(near, at: span))
        continue
      }
      if let objection = known.gate.objection(to: option.item.value, named: known.named) {
        report(
          objection, to: option.name.value, of: encoder, known, facts.options, name: option.name.span,
          value: option.item.span)
        continue
      }
      check(option.item, known)
    }
  }

  private mutating func check(_ value: Located<String>, _ option: OptionFacts) {
    guard let complaint = option.complaint(about: value.value) else { return }
    log.report(
      .badOption, "`\(value.value)` \(complaint)", at: value.span,
      notes: [Note(option.help)].filter { !$0.message.isEmpty })
  }

  private mutating func checkContainer(_ settings: OutputSettings, _ item: ExportItem) {
    guard let span = item.container?.span else { return }
    let fitting = settings.fittingContainer(among: OutputSettings.Container.allCases)
    for encoder in settings.encoders where !CodecNames.fits(encoder, in: settings.container) {
      if case .missing = catalog.encoders[encoder] { continue }
      log.report(
        .containerMismatch, "\(settings.container.rawValue) does not hold what `\(encoder)` makes", at: span,
        fixIts: fitting.map { [.replace(span, with: $0.rawValue)] } ?? [])
    }
  }
}
