import Platform
import Foundation

/// Where things are in a store's folder:
///
///     format            the version of all this
///     CACHEDIR.TAG      tells programs that make backups to pass by
///     objects/ab/ab…    finished work, by its key; `.….part` while it is written
///     leases/…          one file, locked, for each process that uses the store
///
/// Links may lead to the folder. Whatever is in it is reached from there, folder by folder, and no link is followed.
struct StoreFolder: Sendable {
  let path: String

  static let version = 1
  private static let formatWords = "cutlist store "

  static let objects = "objects"
  static let leases = "leases"
  private static let format = "format"
  private static let tag = "CACHEDIR.TAG"

  static let temporarySuffix = ".part"
  static var mark: String { String(UInt64.random(in: .min ... .max), radix: 36) }
  /// A name that no one else has, for a file that is being written.
  static var temporaryName: String { ".\(mark)\(temporarySuffix)" }

  /// Opens a folder in it, by the names that lead there, which are made where they are missing if that is asked for.
  func open(_ names: [String] = [], making: Bool = false) throws(SystemFailure) -> OpenFolder {
    var folder = try OpenFolder(path)
    for name in names {
      if making { try folder.makeFolder(name) }
      folder = try folder.folder(name)
    }
    return folder
  }

  /// What the folder says of itself.
  enum State: Equatable { case absent, usable, foreign(String) }

  var state: State {
    let text: String
    let folder: OpenFolder
    do throws(SystemFailure) { folder = try open() } catch {
      return error.code == ENOENT ? .absent : .foreign("it cannot be opened: \(error)")
    }
    do throws(SystemFailure) {
      guard let found = try StoreFolder.format(of: folder) else {
        let strange = try folder.names().filter { !StoreFolder.isOwn($0) }
        return strange.isEmpty ? .absent : .foreign("it holds what is not cutlist's, such as `\(strange.min() ?? "")`")
      }
      text = found
    } catch {
      return .foreign("its file `format` cannot be read: \(error)")
    }
    let number = text.hasPrefix(StoreFolder.formatWords) ? text.dropFirst(StoreFolder.formatWords.count) : ""
    guard let version = Int(number.filter { !$0.isWhitespace }) else {
      return .foreign("its file `format` is not cutlist's")
    }
    if version > StoreFolder.version { return .foreign("a newer cutlist wrote it") }
    let link: String?
    do throws(SystemFailure) { link = try StoreFolder.link(in: folder) } catch {
      return .foreign("it cannot be looked into: \(error)")
    }
    if let link { return .foreign("its folder `\(link)` is a symbolic link") }
    return version == StoreFolder.version ? .usable : .foreign("an older cutlist wrote it")
  }

  /// The first of its folders that is a symbolic link: where it leads, others may write, and what is removed there is not
  /// the store's.
  private static func link(in folder: OpenFolder) throws(SystemFailure) -> String? {
    for name in [objects, leases] {
      if let status = try folder.status(of: name), status.st_mode & S_IFMT == S_IFLNK { return name }
    }
    return nil
  }

  /// Returns whether a store without a `format` file may contain an entry of this name: a part of a store, or the folder
  /// `lost+found` at the root of a file system.
  private static func isOwn(_ name: String) -> Bool {
    name.hasSuffix(temporarySuffix) || [objects, leases, tag, "lost+found"].contains(name)
  }

  /// Nil where there is none.
  private static func format(of folder: OpenFolder) throws(SystemFailure) -> String? {
    guard let status = try folder.status(of: format) else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(code: EINVAL, description: "it is no file") }
    return String(decoding: try folder.file(format, O_RDONLY).bytes(at: 0, count: 100), as: UTF8.self)
  }

  /// Makes the folder and says in it what it is, unless another process does at the same time.
  func found() throws(SystemFailure) {
    // What may be in it is the user's alone.
    try OpenFolder.make(path, mode: 0o700)
    let folder = try open()
    try writeOnce("cutlist store \(StoreFolder.version)\n", to: StoreFolder.format, in: folder)
    try writeOnce(
      """
      Signature: 8a477f597d28d172789f06886806bc55
      # Finished work of cutlist, which it can do again. `cutlist store clear` empties it.

      """, to: StoreFolder.tag, in: folder)
  }

  /// A file appears whole, and one that is there stays.
  private func writeOnce(_ text: String, to name: String, in folder: OpenFolder) throws(SystemFailure) {
    if try folder.status(of: name) != nil { return }
    let temporary = StoreFolder.temporaryName
    let file = try folder.create(temporary)
    let path = path(of: StorePlace(folders: [], name: temporary))
    Transient.add(path, in: folder)
    defer { Transient.remove(path) }
    try file.write(Data(text.utf8))
    try file.synchronizeContent()
    do throws(SystemFailure) { try folder.link(temporary, as: name) } catch {
      // A file system without second names replaces what appeared meanwhile, which says the same.
      if error.code != EEXIST { try folder.rename(temporary, to: name) }
    }
  }
}

/// Where a file is in a store.
struct StorePlace: Hashable, Sendable {
  /// The folders that lead to it from the store's own, one within the other.
  var folders: [String]
  var name: String

  init(folders: [String], name: String) {
    self.folders = folders
    self.name = name
  }

  /// That of a finished piece of work.
  init(of key: StoreKey) {
    self.init(folders: [StoreFolder.objects, String(key.description.prefix(2))], name: key.description)
  }
}

extension StoreFolder {
  /// The path of a file in it, to tell people.
  func path(of place: StorePlace) -> String { ([path] + place.folders + [place.name]).joined(separator: "/") }

  /// Opens a file in it for reading.
  func file(at place: StorePlace) throws(SystemFailure) -> Descriptor {
    try open(place.folders).file(place.name, O_RDONLY)
  }

  func remove(_ place: StorePlace) throws(SystemFailure) { try open(place.folders).remove(place.name) }

  /// The file at a place as it is now; nil where there is none.
  func stored(at place: StorePlace) -> StoredFile? {
    guard let folder = try? open(place.folders) else { return nil }
    return (try? StoredFile(place, in: folder)) ?? nil
  }
}

extension OpenFolder {
  /// Creates a file for writing.
  /// - Throws: a failure with the code `EEXIST` if something has its name.
  func create(_ name: String) throws(SystemFailure) -> Descriptor { try file(name, O_WRONLY | O_CREAT | O_EXCL) }
}
