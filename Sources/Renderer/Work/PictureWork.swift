import Media
import Planner
import Store
import TimelineModel

/// Names pieces of picture by all that decides their bytes, and by nothing else: where they stand on the timeline, what
/// their files are called and what the document says about them is not part of it.
struct PictureWork {
  /// Changes whenever the same recipe comes to give other pixels.
  private static let version = 9

  let parameterSetID: Int?
  let target: RenderTarget
  let rate: FrameRate
  let media: MediaFingerprints

  /// The statistics that a second pass reads are not part of it: they come of the same frames and settings.
  func key(
    for makings: [FrameMaking], _ coding: PieceCoding, _ names: SourceNames
  ) throws(RenderFailure) -> StoreKey {
    try StoreKey("picture 3") { key throws(RenderFailure) in
      add(settings: coding.settings, to: &key)
      key.add(coding.pass.rawValue)
      key.add(makings.count)
      var last: FrameMaking?
      for making in makings {
        try addMedia(of: making, names, to: &key)
        // Most frames are drawn like the one before.
        let isRepeated = last?.isDrawn(like: making) == true
        key.add(isRepeated)
        if !isRepeated { making.describe(to: &key) }
        last = making
      }
    }
  }

  /// Names one frame before it is coded.
  func key(for making: FrameMaking, _ names: SourceNames) throws(RenderFailure) -> StoreKey {
    try StoreKey("frame") { key throws(RenderFailure) in
      key.add(PictureWork.version)
      key.add("\(target)")
      try addMedia(of: making, names, to: &key)
      making.describe(to: &key)
    }
  }

  private func addMedia(
    of making: FrameMaking, _ names: SourceNames, to key: inout KeyWriter
  ) throws(RenderFailure) {
    for source in making.sources { try add(source, names, to: &key) }
    // A timeline is named by its frames.
    for file in making.files where media.folder.catalog.timelines[file] == nil {
      key.add(try media.fingerprint(of: file))
    }
  }

  private func add(settings: VideoSettings, to key: inout KeyWriter) {
    key.add(PictureWork.version)
    for version in LibraryVersions.picture(encoder: settings.encoder) { key.add(version) }
    key.add(settings.encoder)
    key.add(settings.pixelFormat)
    key.add(settings.bitRate ?? 0)
    key.add(settings.options.count)
    for (name, value) in settings.options.sorted(by: { $0.key < $1.key }) {
      key.add(name)
      key.add(value)
    }
    key.add(parameterSetID ?? -1)
    key.add("\(target.size) \(rate) \(target.color.rawValue)")
  }

  private func add(
    _ source: PictureSource, _ names: SourceNames, to key: inout KeyWriter
  ) throws(RenderFailure) {
    switch source.content {
    case .movie(let reference, let frame):
      if let name = try names.timeline(reference, frame) { return key.add(name) }
      key.add(try media.fingerprint(of: reference))
      key.add(media.folder.catalog.facts(for: reference)?.video?.stream ?? 0)
      addMeaning(of: reference, to: &key)
      key.add(frame)
    case .still(let reference):
      key.add(try media.fingerprint(of: reference))
      if let name = try names.drawing(reference) { key.add(name) }
      addMeaning(of: reference, to: &key)
    case .color(let color):
      key.add("\(color)")
    case .text(let text):
      key.add(try names.text(text))
    case .shape(let shape):
      shape.describe(to: &key)
    case .run(let run, let frame):
      // The files that are fed in are added besides.
      try add(run.source(run.frames.lowerBound), names, to: &key)
      if let name = try names.frames(run) { key.add(name) }
      key.add(run.frames.count)
      key.add(frame - run.frames.lowerBound)
      run.graph.describe(to: &key)
    case .mask(let mask):
      mask.describe(to: &key)
    }
    source.treatment.describe(to: &key)
  }

  /// What the numbers of a picture stand for, which a document may say otherwise than the file.
  private func addMeaning(of reference: MediaReference, to key: inout KeyWriter) {
    let color = media.folder.catalog.facts(for: reference)?.video?.color
    key.add(color?.matrix ?? "")
    key.add(color?.isFullRange.map { $0 ? "full" : "limited" } ?? "")
  }
}

extension FrameTreatment {
  fileprivate func describe(to key: inout KeyWriter) {
    key.add(fields.rawValue)
    key.add(showsBothFields)
    key.add(isLimitedGray)
    key.add(alphaForm.rawValue)
    key.add(light != nil)
    guard let light else { return }
    for side in [light.source, light.target] {
      key.add(side.primaries.rawValue)
      key.add(side.transfer.rawValue)
      key.add(side.peak)
    }
  }
}

/// Names of pictures that are in no file.
struct SourceNames {
  /// A text's raster.
  let text: (TextDrawing) throws(RenderFailure) -> String
  /// A frame of a timeline within the timeline; nil for other media.
  let timeline: (MediaReference, _ frame: Int64) throws(RenderFailure) -> String?
  /// The pixels of a vector drawing, which depend on the fonts of the machine; `nil` for other stills.
  let drawing: (MediaReference) throws(RenderFailure) -> String?
  /// All frames that are fed into a run of effects; `nil` if the run's files name them.
  let frames: (EffectRun) throws(RenderFailure) -> String?
}
