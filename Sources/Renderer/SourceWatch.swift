package import Platform
package import TimelineModel

/// The media files of an edit as they were when it was checked, to tell whether they still are.
package struct SourceWatch: Sendable {
  private let folder: MediaFolder
  private let identities: [MediaReference: FileIdentity]

  /// `identities` were taken before the files were looked into.
  package init(_ identities: [MediaReference: FileIdentity], in folder: MediaFolder) {
    self.identities = identities
    self.folder = folder
  }

  /// A file that is no longer what was checked.
  package struct Change: Hashable, Sendable {
    package let reference: MediaReference
    /// It cannot be reached any more; otherwise it was written or replaced.
    package let isGone: Bool

    package var message: String {
      "\(reference) \(isGone ? "is gone" : "was changed") since it was checked"
    }
  }

  /// Which files were written, replaced or removed since, in the order of their names. Another name or other rights of a
  /// file are no change. It asks the system about every file, and reads none.
  package func changes() -> [Change] {
    identities.sorted { $0.key < $1.key }.compactMap { reference, identity in
      guard let current = folder.path(of: reference).identity else {
        return Change(reference: reference, isGone: true)
      }
      return current.isUnwritten(since: identity) ? nil : Change(reference: reference, isGone: false)
    }
  }

  /// Whether nothing at all happened to files since: what was made of them just now may then be kept under what was
  /// known of them before. Stricter than `changes`, since a wrong result in the store would be found again and again.
  package func areUntouched(_ references: some Sequence<MediaReference>) -> Bool {
    references.allSatisfy { reference in
      let identity = identities[reference.file]
      return identity != nil && identity == folder.path(of: reference).identity
    }
  }

  /// Throws where a file changed.
  package func check() throws(RenderFailure) {
    let changes = changes()
    guard let first = changes.first else { return }
    let rest = changes.dropFirst().map(\.message)
    throw RenderFailure(.sourceChanged, first.message, detail: rest.isEmpty ? nil : rest.joined(separator: "; "))
  }
}
