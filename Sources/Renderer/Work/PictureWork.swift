import Media
import Planner
import Store
import TimelineModel

/// Names pieces of picture by all that decides their bytes, and by nothing else: where they stand on the timeline, what
/// their files are called and what the document says about them is not part of it.
struct PictureWork {
  /// Changes whenever the same recipe comes to give other pixels.
  private static let version = 6

  let parameterSetID: Int?
  let target: RenderTarget
  let rate: FrameRate
  let media: MediaFingerprints

  /// `titles` gives the fingerprint of a title's raster. The statistics that a second pass reads are not part of it:
  /// they come of the same frames and settings.
  func key(
    for makings: [FrameMaking], _ coding: PieceCoding, titles: (Int) throws(RenderFailure) -> String
  ) throws(RenderFailure) -> StoreKey {
    try StoreKey("picture") { key throws(RenderFailure) in
      add(settings: coding.settings, to: &key)
      key.add(coding.pass.rawValue)
      key.add(makings.count)
      var last: FrameMaking?
      for making in makings {
        for source in making.sources { try add(source.content, titles, to: &key) }
        for file in making.files { key.add(try media.fingerprint(of: file)) }
        // Most frames are drawn like the one before.
        let isRepeated = last?.isDrawn(like: making) == true
        key.add(isRepeated)
        if !isRepeated { making.describe(to: &key) }
        last = making
      }
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
    key.add("\(target.size) \(rate)")
  }

  private func add(
    _ source: PictureSource.Content, _ titles: (Int) throws(RenderFailure) -> String, to key: inout KeyWriter
  )
    throws(RenderFailure)
  {
    switch source {
    case .movie(let reference, let frame):
      key.add(try media.fingerprint(of: reference))
      key.add(media.folder.catalog.facts(for: reference)?.video?.stream ?? 0)
      key.add(frame)
    case .still(let reference):
      key.add(try media.fingerprint(of: reference))
    case .color(let color):
      key.add("\(color)")
    case .title(let index):
      key.add(try titles(index))
    case .run(let run, let frame):
      // The files that are fed in are added besides.
      try add(run.source(run.frames.lowerBound), titles, to: &key)
      key.add(run.frames.count)
      key.add(frame - run.frames.lowerBound)
      run.graph.describe(to: &key)
    case .mask(let mask):
      mask.describe(to: &key)
    }
  }
}
