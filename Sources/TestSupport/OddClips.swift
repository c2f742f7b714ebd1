import Foundation

/// Clips that are wrong about themselves or break off, made by other programs, where they are at hand.
package enum OddClips {
  private static let folder: URL = {
    if let named = ProcessInfo.processInfo.environment["CUTLIST_ODD_CLIPS"] { return URL(filePath: named) }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.deletingLastPathComponent().appending(path: "shared/clips")
  }()

  package static func path(_ name: String) -> String { folder.appending(path: name).path }
  package static var areThere: Bool { FileManager.default.fileExists(atPath: path("README.md")) }
}
