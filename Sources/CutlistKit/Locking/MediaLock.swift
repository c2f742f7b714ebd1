import Diagnostics
import Platform
import Foundation
import Store
import TimelineModel

/// What was found out about the media of a document, written down beside it, so that it can be checked where they are
/// not.
package struct MediaLock: Sendable {
  /// Where it stands. Its media are named from its folder.
  package let path: String
  var files: [String: LockedFile]

  /// What a file holds and what was found out about it.
  struct LockedFile: Codable, Sendable {
    /// Bytes.
    var size: Int64
    /// The SHA-256 of its content.
    var content: String
    var facts: MediaFacts
    var accessPoints: AccessPointSummary?
  }

  /// Where the decoding of a picture may begin.
  struct AccessPointSummary: Codable, Hashable, Sendable {
    var count: Int
    /// How many frames there are from one to the next at most.
    var longestGroup: Int64
  }

  private struct Wire: Codable {
    var lock: Int
    var media: [String: LockedFile]
  }

  private static let version = 1
  /// Bytes; a lock says a few hundred of each file, and more of those with variable frame rates.
  private static let longest = 256 << 20

  /// Where the lock of a document stands.
  package static func path(of document: String) -> String { document + ".lock" }

  init(path: String, files: [String: LockedFile]) {
    self.path = path
    self.files = files
  }

  /// Reads a lock.
  package init(contentsOf path: String) throws(UnreadableDocument) {
    let text = try ConfinedPath(path, within: PathName.folder(of: path)).text(upTo: MediaLock.longest)
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(text)), wire.lock == MediaLock.version,
      wire.media.values.allSatisfy({ $0.facts.arePlausible && $0.size >= 0 })
    else {
      throw UnreadableDocument(path: path, reason: "it is no lock that this program has written")
    }
    self.init(path: path, files: wire.media)
  }

  /// As it is written: the same bytes for the same media.
  package var text: String {
    Wire(lock: MediaLock.version, media: files).readableJSON + "\n"
  }

  /// Writes it whole or not at all.
  package func write() throws(LockFailure) {
    do throws(SystemFailure) { try WrittenFile.write(Array(text.utf8), to: path, .beside) } catch {
      throw LockFailure(description: "cannot write \(path): \(error)")
    }
  }

  /// How many files it knows.
  package var count: Int { files.count }

  /// What it says of a file. One that is there has to be what it was.
  func finding(of reference: MediaReference, through gate: MediaGate) -> MediaFinding {
    if reference.isAddress { return files[reference.path].map { .found($0.facts) } ?? .notLocked }
    let path = gate.path(of: reference)
    guard path.isInside else { return .outsideRoot(gate.root) }
    guard let locked = files[name(of: reference, at: path.path)] else { return .notLocked }
    guard reference.imageRate == nil, let size = path.identity?.size else {
      return .found(locked.facts)
    }
    guard size == locked.size, let content = try? Fingerprints(in: nil).fingerprint(of: path),
      content.description == locked.content
    else { return .changedSinceLock }
    return .found(locked.facts)
  }

  /// What a file is called in it: its path from its folder, if it lies below it.
  func name(of reference: MediaReference, at path: String) -> String {
    if reference.isAddress { return reference.path }
    let folder = URL(fileURLWithPath: PathName.folder(of: self.path)).standardizedFileURL.path
    let own = URL(fileURLWithPath: path).standardizedFileURL.path
    return PathName.rest(of: own, below: folder) ?? own
  }
}
