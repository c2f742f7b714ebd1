extension ConfinedPath {
  /// Whether a file would be written over another one: both paths are of the same name in the same folder, which may be
  /// mounted at several places, or take capital letters for small ones. Both are resolved.
  package func isSamePlace(as other: ConfinedPath) -> Bool {
    if self == other { return true }
    let (name, otherName) = (PathName.name(of: path), PathName.name(of: other.path))
    guard name.lowercased() == otherName.lowercased(), folderIsSame(as: other) else { return false }
    if name.utf8.elementsEqual(otherName.utf8) { return true }
    guard let identity, let there = other.identity else { return false }
    return identity.isSameFile(as: there)
  }

  /// Whether the folders that two files are in are one.
  package func folderIsSame(as other: ConfinedPath) -> Bool {
    let (own, its) = (PathName.folder(of: path), PathName.folder(of: other.path))
    if own.utf8.elementsEqual(its.utf8) { return true }
    guard let own = ConfinedPath(anywhere: own).identity, let its = ConfinedPath(anywhere: its).identity else { return false }
    return own.isSameFile(as: its)
  }
}
