import Foundation
import Media
package import TimelineModel

/// The only way to media files: it opens what lies inside the root, links followed, and nothing else.
package struct MediaGate {
  /// The folder that relative paths start from.
  package let folder: String
  package let root: String

  package init(folder: String, root: String) {
    self.folder = folder
    self.root = root
  }

  package func finding(for reference: MediaReference) -> MediaFinding {
    let path = path(of: reference)
    guard isInside(path) else { return .outsideRoot(root) }
    return MediaProbe.probe(path: path, depth: .precise)
  }

  package func path(of reference: MediaReference) -> String {
    reference.path.hasPrefix("/") ? reference.path : "\(folder)/\(reference.path)"
  }

  private func isInside(_ path: String) -> Bool {
    let real = MediaGate.realPath(path)
    let rootPath = MediaGate.realPath(root)
    return rootPath == "/" || real == rootPath || real.hasPrefix(rootPath + "/")
  }

  /// The path with every link followed; of what does not exist, as much as does.
  package static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
