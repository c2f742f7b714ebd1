import Media
import Renderer
import TimelineModel

/// The only way to media files: it opens what lies inside the root, links followed, and nothing else.
struct MediaGate {
  /// The folder that relative paths start from.
  let folder: String
  let root: String

  func finding(for reference: MediaReference) -> MediaFinding {
    let path = MediaFolder(root: folder, catalog: MediaCatalog()).path(of: reference)
    guard Fence(root: root).holds(path) else { return .outsideRoot(root) }
    return MediaProbe.probe(path: path, depth: .precise)
  }
}
