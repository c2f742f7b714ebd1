import Glibc
import Media
import Renderer
import Store
import TimelineModel

/// The only way to media files: it opens what lies inside the root, links followed, and nothing else.
struct MediaGate {
  /// The folder that relative paths start from.
  let folder: String
  let root: String

  func finding(for reference: MediaReference) -> MediaFinding {
    guard let path = path(of: reference) else { return .outsideRoot(root) }
    return MediaProbe.probe(path: path, depth: .precise)
  }

  /// The files of a sequence of images, in their order; none where nothing matches.
  func images(of sequence: MediaReference) -> ImageSequence? {
    path(of: sequence).map { ImageSequence(pattern: sequence.path, found: $0) }
  }

  /// Whether a file is a table of colours, of which there is nothing more to know.
  func lutFinding(for reference: MediaReference) -> MediaFinding {
    guard let path = path(of: reference) else { return .outsideRoot(root) }
    guard access(path, F_OK) == 0 else { return .missing }
    guard access(path, R_OK) == 0 else { return .permissionDenied }
    switch FilterCatalog.lutTrial(path: path) {
    case .works: return .found(MediaFacts(container: "cube"))
    case .fails(let reason): return .unreadable(reason)
    }
  }

  /// Nil where there is no such file inside the root.
  func identity(of reference: MediaReference) -> FileIdentity? { path(of: reference).flatMap(FileIdentity.init) }

  /// Nil where it lies outside the root.
  func path(of reference: MediaReference) -> String? {
    let path = MediaFolder(root: folder, catalog: MediaCatalog()).path(of: reference)
    return Fence(root: root).holds(path) ? path : nil
  }
}
