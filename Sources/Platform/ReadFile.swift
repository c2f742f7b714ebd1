/// A file that is about to be read, to tell later on whether its path still leads to it and nobody wrote to it.
package struct ReadFile: Sendable {
  package let path: String
  /// Nil where there was none.
  private let identity: FileIdentity?
  /// A time from before it was read, by the clock of `FileIdentity.timeOfChanges`.
  private let since: Int64

  /// Looks at the file that an absolute or relative path leads to.
  package init(_ path: String, since: Int64 = FileIdentity.timeOfChanges) {
    (self.path, self.since) = (path, since)
    identity = FileIdentity(path: path)
  }

  /// Whether another file may have been read, or be read from now on.
  package var mayBeOther: Bool {
    let current = FileIdentity(path: path)
    guard let identity else { return current != nil }
    // A link or a folder that leads elsewhere leaves the files as old as they are.
    return current?.isUnwritten(since: identity) != true || FileIdentity.mayBeOther(at: path, since: since)
  }
}
