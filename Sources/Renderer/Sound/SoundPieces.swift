import Media
package import Planner
package import Store
package import TimelineModel

/// The programme's sound as pieces, any of which can be mixed and encoded by itself, on any thread and in any order.
///
/// One behind the other their packets are a stream with the packets, times and priming of a single encoder's, whose
/// joints cannot be told from the rest. A piece's bytes depend on nothing but what is heard in and around it, so what
/// was made once can be kept in a store, and is the same on any number of threads.
package final class SoundPieces: Sendable {
  /// What is in a media file, in a word that no other content has.
  package typealias Fingerprint = @Sendable (MediaReference) throws(RenderFailure) -> String

  private let composition: Composition
  private let settings: AudioSettings
  private let folder: MediaFolder
  private let copy: SoundCopy?
  private let framing: SoundFraming?
  private let pieces: [SoundPiece]
  private let mix: ProgrammeMix
  private let sources: MixSources
  /// What was found for the programme's loudness; nil where it is left as it is.
  package let level: LoudnessLevel?
  private let store: (store: ArtifactStore, fingerprint: Fingerprint)?
  private let watch: SourceWatch?
  private let cancellation: CancellationFlag
  private let first: Int64

  private static let blockSize = 16384

  /// With `copy` the packets are those of a source, cut at the same places. What is made is kept as long as `watch` finds
  /// the sources untouched; nil takes them to be.
  package init(
    _ composition: Composition, folder: MediaFolder, job: SoundJob,
    copy: SoundCopy? = nil, store: (store: ArtifactStore, fingerprint: Fingerprint)? = nil,
    watch: SourceWatch? = nil, cancellation: CancellationFlag = CancellationFlag()
  ) throws(RenderFailure) {
    guard let settings = composition.output.audio else { throw RenderFailure(.encoder, "no sound is asked for") }
    self.composition = composition
    self.settings = settings
    self.folder = folder
    self.copy = copy
    self.store = store
    self.watch = watch
    self.cancellation = cancellation
    framing = SoundFraming(settings)
    pieces = SoundPiece.pieces(of: job.samples, sampleRate: composition.canvas.sampleRate, framing: framing)
    let mix = ProgrammeMix(composition)
    let sources = MixSources(
      canvas: composition.canvas, folder: folder, files: SoundFiles(), stretches: SpeedStretches())
    self.mix = mix
    self.sources = sources
    level = try composition.mastering.loudness.map { target throws(RenderFailure) in
      let pass = LoudnessPass(
        mix: mix, sources: sources, target: target, watch: watch, cancellation: cancellation)
      return try pass.kept(in: store)
    }
    first = job.samples.lowerBound
  }

  package var count: Int { pieces.count }

  /// The samples of the timeline that a piece gives.
  package func samples(of piece: Int) -> Range<Int64> { pieces[piece].samples }

  /// The packets of a piece, timed from the programme's first sample; from the store where it has them.
  package func encode(piece index: Int) throws(RenderFailure) -> EncodedSound {
    let piece = pieces[index]
    if let copy { return try copied(copy, piece) }
    let key = try key(of: index)
    if let key, let kept = store?.store.value(for: key),
      let sound = EncodedSound(archive: kept, from: piece.samples.lowerBound)
    {
      return sound.shifted(by: piece.samples.lowerBound - first)
    }
    let sound = try encode(piece)
    if let key, !isDamaged, mix.isUntouched(by: watch, in: folder) {
      store?.store.keep(sound.archive(from: piece.samples.lowerBound), for: key)
    }
    return sound.shifted(by: piece.samples.lowerBound - first)
  }

  /// Names a piece by all that decides its bytes, seen from its own beginning; nil where nothing is kept.
  package func key(of index: Int) throws(RenderFailure) -> StoreKey? {
    guard let store, copy == nil else { return nil }
    let piece = pieces[index]
    let description = SoundDescription(
      catalog: folder.catalog, sampleRate: composition.canvas.sampleRate, fingerprint: store.fingerprint)
    return try StoreKey("sound 8") { key throws(RenderFailure) in
      for version in SoundLibraries.versions(encoder: settings.encoder) { key.add(version) }
      describeEncoding(of: piece, to: &key)
      try description.describe(mix, level: level, within: piece.heard, to: &key)
    }
  }

  /// Whether something was made up for in a file of the mix: effects and ducking hear more than a piece's own.
  private var isDamaged: Bool {
    guard let damage = folder.damage else { return false }
    return damage.concerns(Set(mix.tracks.flatMap { $0.segments.map(\.media) }).flatMap(folder.readings))
  }

  private func describeEncoding(of piece: SoundPiece, to key: inout KeyWriter) {
    key.add(settings.encoder)
    key.add(Int64(settings.bitRate ?? 0))
    key.add(Int64(settings.options.count))
    for (name, value) in settings.options.sorted(by: { $0.key < $1.key }) {
      key.add(name)
      key.add(value)
    }
    key.add(Int64(composition.canvas.sampleRate))
    key.add(Int64(composition.canvas.channels))
    for number in [framing?.frameSize, framing?.settling] { key.add(Int64(number ?? 0)) }
    key.add(piece.samples.lowerBound - piece.heard.lowerBound)
    key.add(Int64(piece.samples.count))
    key.add(piece.heard.upperBound - piece.samples.upperBound)
    key.add(piece.isLast ? "last" : "followed")
  }
}

// MARK: Copying

extension SoundPieces {
  private func copied(_ copy: SoundCopy, _ piece: SoundPiece) throws(RenderFailure) -> EncodedSound {
    try cancellation.check()
    do throws(LibAVError) {
      let copier = try SoundCopier(path: folder.path(of: copy.media), facts: copy.audio, samples: copy.samples)
      let part = piece.samples.lowerBound - first..<piece.samples.upperBound - first
      return EncodedSound(parameters: copier.parameters, packets: try copier.packets(in: part), peak: MixPeak())
    } catch {
      throw RenderFailure(
        .media, "cannot copy the sound of \(copy.media.path)",
        at: TimelineTime(piece.samples.lowerBound, Int64(composition.canvas.sampleRate)), detail: "\(error)")
    }
  }
}

// MARK: Encoding

extension SoundPieces {
  /// Timed from the piece's first sample.
  private func encode(_ piece: SoundPiece) throws(RenderFailure) -> EncodedSound {
    let encoder = try encoder(for: piece)
    let mixer = SoundMixer(mix, sources, level: level, from: piece.heard.lowerBound)
    var packets: [EncodedPacket] = []
    var position = piece.heard.lowerBound
    while position < piece.heard.upperBound {
      try cancellation.check()
      // Only what is presented counts in the peak, and it begins and ends with a block.
      let isPresented = piece.samples.contains(position)
      let border = isPresented ? piece.samples.upperBound : piece.heard.upperBound
      let end = position < piece.samples.lowerBound ? piece.samples.lowerBound : border
      let count = min(SoundPieces.blockSize, Int(end - position))
      let block = try mixer.mix(count, isPresented: isPresented)
      packets += try reporting(at: position) { () throws(LibAVError) in try encoder.encode(block) }
      position += Int64(count)
    }
    mixer.finish()
    if piece.isLast { packets += try reporting(at: position) { () throws(LibAVError) in try encoder.finish() } }
    return EncodedSound(
      parameters: encoder.parameters, packets: try kept(packets, of: piece, priming: Int64(encoder.priming)),
      peak: mixer.peak)
  }

  private func encoder(for piece: SoundPiece) throws(RenderFailure) -> AudioEncoder {
    do {
      return try AudioEncoder(
        settings, sampleRate: composition.canvas.sampleRate, channels: composition.canvas.channels,
        from: piece.heard.lowerBound - piece.samples.lowerBound, framing: framing)
    } catch {
      throw RenderFailure(
        .encoder, "cannot encode with \(settings.encoder)", span: composition.output.origin.span, detail: "\(error)")
    }
  }

  /// The packets that belong to the piece: each stands a whole number of frames after minus the priming.
  private func kept(_ packets: [EncodedPacket], of piece: SoundPiece, priming: Int64) throws(RenderFailure)
    -> [EncodedPacket]
  {
    let end = piece.isLast ? Int64.max : Int64(piece.samples.count) - priming
    let kept = packets.filter { (-priming..<end).contains($0.pts) }
    guard let framing, !piece.isLast else { return kept }
    let isWhole = kept.indices.allSatisfy { kept[$0].pts == -priming + Int64($0 * framing.frameSize) }
    guard isWhole, kept.count * framing.frameSize == piece.samples.count else {
      throw RenderFailure(
        .encoder, "\(settings.encoder) did not make one packet of every \(framing.frameSize) samples",
        at: TimelineTime(piece.samples.lowerBound, Int64(composition.canvas.sampleRate)))
    }
    return kept
  }

  private func reporting<Value>(
    at position: Int64, _ body: () throws(LibAVError) -> Value
  ) throws(RenderFailure) -> Value {
    do {
      return try body()
    } catch {
      let time = TimelineTime(position, Int64(composition.canvas.sampleRate))
      throw RenderFailure(.encoder, "cannot encode the sound", at: time, detail: "\(error)")
    }
  }
}

extension ProgrammeMix {
  /// Whether all that was heard is still what the keys say.
  func isUntouched(by watch: SourceWatch?, in folder: MediaFolder) -> Bool {
    watch?.areUntouched(Set(tracks.flatMap { $0.segments.map(\.media) }).flatMap(folder.files)) ?? true
  }
}
