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
  /// By their names in it.
  var files: [ExactPath: LockedFile]

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
    /// Files whose names programs may take for that of another in `media`, since only the bytes differ.
    var alike: [NamedFile]?
  }

  private struct NamedFile: Codable {
    var name: String
    var file: LockedFile
  }

  private static let version = 1
  /// The rate that a lock gives sequences of images, whatever theirs are.
  static let rateOfSequences = FrameRate(25)
  /// Bytes; a lock says a few hundred of each file, and more of those with variable frame rates.
  private static let longest = 256 << 20

  /// Where the lock of a document stands.
  package static func path(of document: String) -> String { document + ".lock" }

  init(path: String, files: [ExactPath: LockedFile]) {
    self.path = path
    self.files = files
  }

  /// Reads a lock.
  package init(contentsOf path: String) throws(UnreadableDocument) {
    let text = try ConfinedPath(path, within: PathName.folder(of: path)).text(upTo: MediaLock.longest)
    guard let files = MediaLock.files(in: text) else {
      throw UnreadableDocument(path: path, reason: MediaLock.strangeness)
    }
    self.init(path: path, files: files)
  }

  /// What a lock says; nil if it is none.
  private static func files(in text: [UInt8]) -> [ExactPath: LockedFile]? {
    guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(text)), wire.lock == version else { return nil }
    let alike = (wire.alike ?? []).map { ($0.name, $0.file) }
    let files = Dictionary((wire.media.map { ($0, $1) } + alike).map { (ExactPath($0), $1) }) { $1 }
    return files.allSatisfy { $1.isPlausible(named: $0.text) } ? files : nil
  }

  private static let strangeness = "it is no lock that this program has written"

  /// As it is written: the same bytes for the same media.
  package var text: String {
    var wire = Wire(lock: MediaLock.version, media: [:])
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      if wire.media[name.text] == nil {
        wire.media[name.text] = file
      } else {
        wire.alike = (wire.alike ?? []) + [NamedFile(name: name.text, file: file)]
      }
    }
    return wire.readableJSON + "\n"
  }

  /// Writes it whole or not at all, and over nothing but another lock.
  package func write() throws(LockFailure) {
    let isLock = Replacing.tested { file throws(SystemFailure) in
      guard MediaLock.files(in: try file.contents(upTo: MediaLock.longest)) != nil else {
        throw SystemFailure(code: EEXIST, description: "a file is there already, and \(MediaLock.strangeness)")
      }
    }
    do throws(SystemFailure) { try WrittenFile.write(Array(text.utf8), to: path, .beside, replacing: isLock) } catch {
      throw LockFailure(description: "cannot write \(path): \(error)")
    }
  }

  /// How many files it knows.
  package var count: Int { files.count }

  /// What it says of a file. One that is there has to be what it was.
  func finding(of reference: MediaReference, through gate: MediaGate) -> MediaFinding {
    if reference.isAddress { return files[ExactPath(reference.path)].map { .found($0.facts) } ?? .notLocked }
    let path = gate.path(of: reference)
    guard path.isInside else { return .outsideRoot(gate.root) }
    // Locks of earlier versions have the paths from the root of files that lie above them.
    let names = [name(of: reference, at: path.path), ExactPath(AbsolutePath.written(path.path))]
    guard let locked = names.lazy.compactMap({ files[$0] }).first else { return .notLocked }
    if let rate = reference.imageRate { return MediaFinding.found(locked.facts).playing(at: rate) }
    return finding(of: locked, at: path)
  }

  /// What it says of a file from the network, of which there is a copy.
  func finding(ofAddress reference: MediaReference, at copy: ConfinedPath) -> MediaFinding {
    files[ExactPath(reference.path)].map { finding(of: $0, at: copy) } ?? .notLocked
  }

  private func finding(of locked: LockedFile, at path: ConfinedPath) -> MediaFinding {
    do throws(SystemFailure) {
      guard let size = try path.entry()?.identity.size else { return .found(locked.facts) }
      guard size == locked.size else { return .changedSinceLock }
      let content = try Fingerprints(in: nil).fingerprint(of: path)
      return content.description == locked.content ? .found(locked.facts) : .changedSinceLock
    } catch {
      return error.isRefusal ? .refused(error.description) : .changedSinceLock
    }
  }

  /// Returns the key of a file in the lock: its path relative to the lock's folder, or the absolute path if the document
  /// gives that and the file is not below the folder.
  func name(of reference: MediaReference, at path: String) -> ExactPath {
    if reference.isAddress { return ExactPath(reference.path) }
    let folder = AbsolutePath.written(PathName.folder(of: self.path))
    let own = AbsolutePath.written(path)
    if let rest = PathName.rest(of: own, below: folder) { return ExactPath(rest) }
    return ExactPath(reference.isAbsolute ? own : AbsolutePath.relative(own, from: folder))
  }
}

extension MediaLock.LockedFile {
  /// False if it says what no file can be, or has a name that leads to none.
  fileprivate func isPlausible(named name: String) -> Bool {
    let paths = [MediaReference(name)] + facts.images
    return facts.arePlausible && size >= 0 && paths.allSatisfy { $0.isAddress || PathName.excess(of: $0.path) == nil }
  }
}
