package import Platform
package import TimelineModel

/// The media files of an edit as they were when it was checked, to tell whether they still are.
package struct SourceWatch: Sendable {
  private let folder: MediaFolder
  private let identities: [MediaReference: FileIdentity]
  /// Tells a file that was written from one that got another name, where only the time of its last change is another.
  private let writes: WriteWatch?
  /// The numbers of the files there.
  private let watches: [MediaReference: Int32]

  /// `identities` were taken before the files were looked into.
  package init(_ identities: [MediaReference: FileIdentity], in folder: MediaFolder) {
    self.identities = identities
    self.folder = folder
    let writes = identities.isEmpty ? nil : WriteWatch()
    self.writes = writes
    var watches: [MediaReference: Int32] = [:]
    for (reference, identity) in identities {
      // Only of one that nothing has happened to is known what it was.
      if let file = try? folder.path(of: reference).open(), let watch = writes?.add(file),
        (try? FileIdentity(file.status())) == identity
      {
        watches[reference] = watch
      }
    }
    self.watches = watches
  }

  /// A file that is no longer what was checked.
  package struct Change: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case gone
      case written
      /// The system does not say what is there.
      case refused(SystemFailure)
    }

    package let reference: MediaReference
    package let kind: Kind

    package var message: String {
      switch kind {
      case .gone: "\(reference) is gone since it was checked"
      case .written: "\(reference) was changed since it was checked"
      case .refused(let failure): "\(reference) cannot be looked at again: \(failure)"
      }
    }
  }

  /// Which files were written, replaced or removed since, in the order of their names, whatever time programs set on
  /// them. Another name or other rights of a file are no change. It asks the system about every file, and reads none.
  package func changes() -> [Change] {
    identities.sorted { $0.key < $1.key }.compactMap { reference, identity in
      do throws(SystemFailure) {
        guard let current = try folder.path(of: reference).entry()?.identity else {
          return Change(reference: reference, kind: .gone)
        }
        return isUnwritten(reference, current, since: identity) ? nil : Change(reference: reference, kind: .written)
      } catch {
        return Change(reference: reference, kind: .refused(error))
      }
    }
  }

  private func isUnwritten(_ reference: MediaReference, _ current: FileIdentity, since identity: FileIdentity) -> Bool {
    guard current.isUnwritten(since: identity) else { return false }
    let finding = watches[reference].flatMap { writes?.finding(of: $0) } ?? .uncertain
    switch finding {
    case .unwritten: return true
    // Where nothing tells, it is taken for written.
    case .uncertain: return current == identity
    case .written: return false
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
