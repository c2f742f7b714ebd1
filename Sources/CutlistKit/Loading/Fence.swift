import Foundation

/// A folder that nothing may lead out of, links followed.
struct Fence {
  let root: String

  func holds(_ path: String) -> Bool {
    let (real, rootPath) = (Fence.realPath(path), Fence.realPath(root))
    return rootPath == "/" || real == rootPath || real.hasPrefix(rootPath + "/")
  }

  /// The path with every link followed; of what does not exist, as much as does.
  static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
