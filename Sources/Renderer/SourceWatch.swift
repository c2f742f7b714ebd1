import Glibc
package import Platform
package import TimelineModel

/// The files of an edit as they were when it was checked, its media and its texts, to tell whether they still are.
package struct SourceWatch: Sendable {
  private let folder: MediaFolder
  private let identities: [MediaReference: FileIdentity]
  /// Tells a file that was written from one that got another name, where only the time of its last change is another.
  private let writes: WriteWatch?
  /// The numbers of the files there.
  private let watches: [MediaReference: Int32]
  private let texts: [Text]
  /// Other files that are read, such as fonts and locks.
  private let others: [ReadFile]

  /// A document or a configuration: its path and the bytes that were read from it.
  package struct Text: Sendable {
    let path: String
    let bytes: [UInt8]

    package init(path: String, bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    /// The change to the file; nil if it has the same bytes as before.
    fileprivate var change: Change? {
      do throws(SystemFailure) {
        let file = try ConfinedPath(anywhere: path).open()
        guard try file.status().st_size == bytes.count else { return Change(name: path, kind: .written) }
        return try file.contents() == bytes ? nil : Change(name: path, kind: .written)
      } catch {
        return Change(name: path, kind: error.code == ENOENT ? .gone : .refused(error))
      }
    }
  }

  /// `identities` were taken before the files were looked into.
  /// - Parameters:
  ///   - others: The paths of other files.
  ///   - since: A time from before they were read, by the clock of `FileIdentity.timeOfChanges`.
  package init(
    _ identities: [MediaReference: FileIdentity], in folder: MediaFolder, texts: [Text] = [], others: [String] = [],
    since: Int64 = 0
  ) {
    self.texts = texts
    self.others = others.map { ReadFile($0, since: since) }
    self.identities = identities
    self.folder = folder
    let writes = identities.isEmpty ? nil : WriteWatch()
    self.writes = writes
    var watches: [MediaReference: Int32] = [:]
    for (reference, identity) in identities where !reference.isTimeline {
      guard let file = try? folder.path(of: reference).open() else { continue }
      // Where the system watches nothing, the times alone tell.
      file.writeOut()
      // Only of one that nothing has happened to is known what it was.
      if let watch = writes?.add(file),
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

    package let name: String
    package let kind: Kind

    package init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

    package var message: String {
      switch kind {
      case .gone: "\(name) is gone since it was checked"
      case .written: "\(name) was changed since it was checked"
      case .refused(let failure): "\(name) cannot be looked at again: \(failure)"
      }
    }
  }

  /// Which files were written, replaced or removed since, texts first and then media in the order of their names,
  /// whatever time programs set on them. Another name or other rights of a file are no change. It asks the system about
  /// every medium, and reads none; texts are read again.
  package func changes() -> [Change] {
    texts.compactMap(\.change)
      + others.filter(\.mayBeOther).map { Change(name: $0.path, kind: .written) } + mediaChanges
  }

  private var mediaChanges: [Change] {
    identities.filter { !$0.key.isTimeline }.sorted { $0.key < $1.key }.compactMap { reference, identity in
      do throws(SystemFailure) {
        guard let current = try folder.path(of: reference).entry()?.identity else {
          return Change(name: "\(reference)", kind: .gone)
        }
        return isUnwritten(reference, current, since: identity) ? nil : Change(name: "\(reference)", kind: .written)
      } catch {
        return Change(name: "\(reference)", kind: .refused(error))
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

  /// Returns the failure for files that have changed or are gone, or `nil` if no file is known to have changed.
  ///
  /// A file that the system refuses to inspect does not count.
  package var knownFailure: RenderFailure? {
    let changes = changes()
    let isKnown = changes.contains { change in if case .refused = change.kind { false } else { true } }
    return isKnown ? SourceWatch.failure(changes) : nil
  }

  /// Throws where a file changed.
  package func check() throws(RenderFailure) {
    if let failure = SourceWatch.failure(changes()) { throw failure }
  }

  private static func failure(_ changes: [Change]) -> RenderFailure? {
    guard let first = changes.first else { return nil }
    let rest = changes.dropFirst().map(\.message)
    return RenderFailure(.sourceChanged, first.message, detail: rest.isEmpty ? nil : rest.joined(separator: "; "))
  }
}
