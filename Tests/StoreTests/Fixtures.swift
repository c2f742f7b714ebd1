import Foundation
import Store
import TestSupport

func key(_ name: String) -> StoreKey { StoreKey("test") { $0.add(name) } }

extension TemporaryFolder {
  func store(limit: Int64 = 1 << 30, isOwn: Bool = false) -> ArtifactStore {
    ArtifactStore(folder: path("store"), limit: ByteCount(limit), isOwn: isOwn)
  }

  /// Where a store in it keeps a result.
  func object(_ name: String) -> String {
    path("store/objects/\(key(name).description.prefix(2))/\(key(name))")
  }

  /// Every file of a store, by its path within.
  var files: [String] {
    let found = FileManager.default.enumerator(atPath: path("store"))?.allObjects as? [String] ?? []
    return found.filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path("store/\(name)"), isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  /// Puts the last use of a result back by a time.
  func age(_ name: String, seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: object(name))
  }
}
