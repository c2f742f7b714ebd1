import Platform
import Foundation

/// Where things are in a store's folder:
///
///     format            the version of all this
///     CACHEDIR.TAG      tells programs that make backups to pass by
///     objects/ab/ab…    finished work, by its key; `.….part` while it is written
///     leases/…          one file, locked, for each process that uses the store
struct StoreFolder: Sendable {
  let path: String

  static let version = 1
  private static let formatWords = "cutlist store "

  var objects: String { path + "/objects" }
  var leases: String { path + "/leases" }
  private var format: String { path + "/format" }

  func path(of key: StoreKey) -> String { "\(objects)/\(key.description.prefix(2))/\(key)" }

  /// A path beside an object's that no one else has.
  func temporaryPath(for key: StoreKey) -> String {
    "\(objects)/\(key.description.prefix(2))/.\(StoreFolder.mark)\(StoreFolder.temporarySuffix)"
  }

  static let temporarySuffix = ".part"
  static var mark: String { String(UInt64.random(in: .min ... .max), radix: 36) }

  /// What the folder says of itself.
  enum State: Equatable { case absent, usable, foreign(String) }

  var state: State {
    let text: String
    do throws(SystemFailure) {
      text = String(decoding: try Descriptor(format, O_RDONLY | O_NONBLOCK).contents(upTo: 1 << 10), as: UTF8.self)
    } catch {
      return error.code == ENOENT ? .absent : .foreign("its file `format` cannot be read: \(error)")
    }
    let number = text.hasPrefix(StoreFolder.formatWords) ? text.dropFirst(StoreFolder.formatWords.count) : ""
    guard let version = Int(number.filter { !$0.isWhitespace }) else {
      return .foreign("its file `format` is not cutlist's")
    }
    if version > StoreFolder.version { return .foreign("a newer cutlist wrote it") }
    // Where it leads, others may write, and what is removed there is not the store's.
    if let link = [objects, leases].first(where: StoreFolder.isLink) {
      return .foreign("its folder `\(PathName.name(of: link))` is a symbolic link")
    }
    return version == StoreFolder.version ? .usable : .foreign("an older cutlist wrote it")
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Makes the folder and says in it what it is, unless another process does at the same time.
  func found() throws(SystemFailure) {
    try makeFolder(path)
    try writeOnce("cutlist store \(StoreFolder.version)\n", to: format)
    try writeOnce(
      """
      Signature: 8a477f597d28d172789f06886806bc55
      # Finished work of cutlist, which it can do again. `cutlist store clear` empties it.

      """, to: path + "/CACHEDIR.TAG")
  }

  /// A folder and those above it. What may be in them is the user's alone.
  func makeFolder(_ path: String) throws(SystemFailure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let parent = PathName.parent(of: path), parent != path else { throw SystemFailure() }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemFailure() }
  }

  /// A file appears whole, and one that is there stays.
  private func writeOnce(_ text: String, to path: String) throws(SystemFailure) {
    if access(path, F_OK) == 0 { return }
    let temporary = "\(self.path)/.\(StoreFolder.mark)\(StoreFolder.temporarySuffix)"
    let file = try Descriptor(creating: temporary)
    Transient.add(temporary)
    defer { Transient.remove(temporary) }
    try file.write(Data(text.utf8))
    try file.synchronizeContent()
    // A file system without second names replaces what appeared meanwhile, which says the same.
    guard link(temporary, path) == 0 || errno == EEXIST || rename(temporary, path) == 0 else { throw SystemFailure() }
  }
}
