import Platform
import Glibc
import Media
import Renderer
import TimelineModel

/// The only way to what a document names: it opens what lies inside the root, links followed, and nothing else.
struct MediaGate {
  /// The folder that relative paths start from.
  let folder: String
  let root: String

  /// Looks into the file that has an identity, which was taken before.
  func finding(for reference: MediaReference, _ identity: FileIdentity?) -> MediaFinding {
    MediaProbe.probe(path: path(of: reference).expecting(identity), depth: .precise)
  }

  /// The files of a sequence of images, in their order; none where nothing matches. Nil outside the root.
  func images(of sequence: MediaReference) throws(SystemFailure) -> ImageSequence? {
    let pattern = path(of: sequence)
    return pattern.isInside ? try ImageSequence(pattern: sequence.path, found: pattern) : nil
  }

  /// Whether a file is a table of colours, of which there is nothing more to know.
  func lutFinding(for reference: MediaReference, _ identity: FileIdentity?) -> MediaFinding {
    let path = path(of: reference).expecting(identity)
    do { _ = try path.open() } catch { return MediaFinding(error, root: root) }
    return FilterCatalog.lutFinding(path: path)
  }

  /// Nil where there is no such file inside the root.
  func identity(of reference: MediaReference) throws(SystemFailure) -> FileIdentity? {
    try path(of: reference).entry()?.identity
  }

  func path(of reference: MediaReference) -> ConfinedPath {
    MediaFolder(root: folder, within: root, catalog: MediaCatalog()).path(of: reference)
  }
}

extension MediaFinding {
  /// Why a file below a root could not be opened.
  init(_ failure: SystemFailure, root: String) {
    self =
      switch failure.code {
      case EXDEV: .outsideRoot(root)
      case ENOENT, ENOTDIR: .missing
      case EACCES: .permissionDenied
      default: failure.isRefusal ? .refused(failure.description) : .unreadable(failure.description)
      }
  }
}
