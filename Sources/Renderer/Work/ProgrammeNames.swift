package import Planner
package import Store
package import TimelineModel

/// Names for what a programme shows and sounds like, from moment to moment: what has one name is the same, in every
/// programme and wherever it stands. No file is opened where the fingerprints need none.
package struct ProgrammeNames {
  private let composition: Composition
  private let folder: MediaFolder
  private let fingerprints: Fingerprints

  package init(_ composition: Composition, folder: MediaFolder, fingerprints: Fingerprints) {
    self.composition = composition
    self.folder = folder
    self.fingerprints = fingerprints
  }

  /// One for each frame as it goes to the encoder, by their numbers; none where no picture is exported.
  /// - Throws: what fonts or drawings fail.
  package func ofFrames(target: RenderTarget) throws(RenderFailure) -> [StoreKey] {
    let frames = RenderPlan.extent(of: composition).frames
    guard !frames.isEmpty else { return [] }
    let plan = PicturePlan(composition, catalog: folder.catalog, target: target, level: .full)
    let renderer = FrameRenderer(plan, folder: folder)
    var names: [StoreKey] = []
    names.reserveCapacity(frames.count)
    var last: FrameMaking?
    for frame in frames {
      let making = try renderer.making(of: frame)
      if let last, last.looksLike(making), let name = names.last {
        names.append(name)
      } else {
        names.append(try renderer.key(for: making, fingerprints))
      }
      last = making
    }
    return names
  }

  /// One for each stretch of the sound that lasts `length` seconds; none where no sound is exported. What the mix is
  /// multiplied with for its loudness is no part of them.
  package func ofSounds(every length: Rational) throws(RenderFailure) -> [StoreKey] {
    guard composition.output.audio != nil, composition.hasSound, length > .zero else { return [] }
    // On a grid that every stretch begins on, so that what moves by whole stretches keeps its name.
    var composition = composition
    let own = Rational(composition.canvas.sampleRate)
    let pieces = (own * length).narrow?.denominator ?? 1
    let finer = Rational(pieces)
    composition.canvas.sampleRate *= Int(pieces)
    let block = (own * finer * length).rounded ?? 1
    let mix = ProgrammeMix(composition)
    let media = MediaFingerprints(folder: folder, fingerprints: fingerprints)
    var known: [MediaReference: String] = [:]
    for reference in Set(mix.tracks.flatMap { $0.segments.map(\.media) }) {
      known[reference] = try media.soundFingerprint(of: reference)
    }
    let description = SoundDescription<RenderFailure>(
      catalog: folder.catalog, sampleRate: composition.canvas.sampleRate, fingerprint: { [known] in known[$0] ?? "" })
    return try (0..<(mix.length + block - 1) / block).map { number throws(RenderFailure) -> StoreKey in
      let run = number * block..<min((number + 1) * block, mix.length)
      return try StoreKey("heard") { key throws(RenderFailure) in
        key.add("\(own) \(composition.canvas.channels)")
        key.add(Int64(run.count))
        try description.describe(mix, level: nil, within: run, to: &key)
      }
    }
  }
}
