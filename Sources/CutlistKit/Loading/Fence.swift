import Platform

/// A folder that nothing may lead out of, links followed.
struct Fence {
  let root: String

  func holds(_ path: String) -> Bool { ConfinedPath(path, within: root).isInside }

  /// The path with every link followed; of what does not exist, as much as does.
  static func realPath(_ path: String) -> String { ConfinedPath.resolved(path) }
}
