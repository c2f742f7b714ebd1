import Media
import Planner
import Store
import TimelineModel

/// Names pieces of picture by all that decides their bytes, and by nothing else: where they stand on the timeline, what
/// their files are called and what the document says about them is not part of it.
struct PictureWork {
  /// Changes whenever the same recipe comes to give other pixels.
  private static let version = 2

  let parameterSetID: Int?
  let target: RenderTarget
  let rate: FrameRate
  let level: OptimisationLevel
  let media: MediaFingerprints

  /// `titles` gives the fingerprint of a title's raster. The statistics that a second pass reads are not part of it:
  /// they come of the same frames and settings.
  func key(
    for recipes: [FrameRecipe], _ coding: PieceCoding, titles: (Int) throws(RenderFailure) -> String
  ) throws(RenderFailure) -> StoreKey {
    try StoreKey("picture") { key throws(RenderFailure) in
      add(settings: coding.settings, to: &key)
      key.add(coding.pass.rawValue)
      key.add(level == .full)
      key.add(recipes.count)
      var last: GraphDescription?
      for recipe in recipes {
        for source in recipe.sources { try add(source, titles, to: &key) }
        // Most frames have the graph of the one before.
        key.add(recipe.graph == last)
        if recipe.graph != last { add(recipe.graph, to: &key) }
        last = recipe.graph
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

  private func add(_ source: PictureSource, _ titles: (Int) throws(RenderFailure) -> String, to key: inout KeyWriter)
    throws(RenderFailure)
  {
    switch source.content {
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
    }
  }

  private func add(_ graph: GraphDescription, to key: inout KeyWriter) {
    for input in graph.inputs { key.add("\(input.label) \(input.size) \(input.pixelFormat) \(input.color)") }
    for filter in graph.filters {
      key.add(filter.name)
      for option in filter.options {
        key.add(option.key)
        key.add(option.value)
      }
      for label in filter.inputs + filter.outputs { key.add(label) }
      key.add(filter.inputs.count)
    }
    key.add(graph.output)
  }
}
