package import Foundation

/// Results of work in a folder, each in a file named by its key. Any number of processes may share it.
package final class ArtifactStore: Sendable {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// The result that was kept under `key`; nil where there is none, or what is there is damaged.
  package func value(for key: StoreKey) -> Data? {
    try? Data(contentsOf: URL(fileURLWithPath: path(of: key)))
  }

  /// Keeps a result. False where that was not possible, which costs nothing but doing the work again.
  @discardableResult
  package func keep(_ value: Data, for key: StoreKey) -> Bool {
    let url = URL(fileURLWithPath: path(of: key))
    try? FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    return (try? value.write(to: url, options: .atomic)) != nil
  }

  private func path(of key: StoreKey) -> String { "\(folder)/objects/\(key.description.prefix(2))/\(key)" }
}
