extension ConfinedPath {
  /// Whether a file written to this path replaces the file at `other`. Both paths have to be resolved.
  ///
  /// The folder may be mounted at several paths, or ignore case.
  package func isSamePlace(as other: ConfinedPath) -> Bool {
    if self == other { return true }
    let (name, otherName) = (PathName.name(of: path), PathName.name(of: other.path))
    guard name.lowercased() == otherName.lowercased(), folderIsSame(as: other) else { return false }
    if name.utf8.elementsEqual(otherName.utf8) { return true }
    guard let identity, let there = other.identity else { return false }
    return identity.isSameFile(as: there)
  }

  /// Whether two files are in the same folder, which may be mounted at several paths.
  package func folderIsSame(as other: ConfinedPath) -> Bool {
    let (own, its) = (PathName.folder(of: path), PathName.folder(of: other.path))
    if own.utf8.elementsEqual(its.utf8) { return true }
    guard let own = ConfinedPath(anywhere: own).identity, let its = ConfinedPath(anywhere: its).identity else { return false }
    return own.isSameFile(as: its)
  }
}
