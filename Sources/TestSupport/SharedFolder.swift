import Foundation

/// A folder of media beside the project, which may be missing.
struct SharedFolder {
  private let url: URL

  /// The folder that an environment variable names, or the one of this name in `shared`.
  init(_ name: String, variable: String) {
    if let named = ProcessInfo.processInfo.environment[variable] {
      url = URL(filePath: named)
    } else {
      let project = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      url = project.deletingLastPathComponent().appending(path: "shared/\(name)")
    }
  }

  func path(_ name: String) -> String { url.appending(path: name).path }
  func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }
}
