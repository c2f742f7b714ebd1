import Foundation
import Platform

extension ArtifactStore {
  package static let defaultLimit = ByteCount(10_000_000_000)

  /// `$XDG_CACHE_HOME/cutlist`, or `~/.cache/cutlist`.
  package static var defaultFolder: String {
    folder(in: ProcessInfo.processInfo.environment, account: NSHomeDirectory())
  }

  /// - Parameter account: the home of the user's account, for an environment that names none.
  package static func folder(in environment: [String: String], account: String) -> String {
    // The specification has relative paths ignored.
    if let caches = environment["XDG_CACHE_HOME"], PathName.isAbsolute(caches) { return caches + "/cutlist" }
    let home = environment["HOME"].flatMap { PathName.isAbsolute($0) ? $0 : nil }
    return (home ?? account) + "/.cache/cutlist"
  }

  /// What `CUTLIST_STORE_LIMIT` says, or the default.
  /// - Throws: where it says something that is no size.
  package static func limit(in environment: [String: String] = ProcessInfo.processInfo.environment)
    throws(UnreadableByteCount) -> ByteCount
  {
    guard let text = environment["CUTLIST_STORE_LIMIT"], !text.isEmpty else { return defaultLimit }
    guard let limit = ByteCount(text) else { throw UnreadableByteCount(text: text) }
    return limit
  }

  /// The store in a folder, or in the default one, as large as the environment lets it grow.
  /// - Throws: where the limit is no size.
  package static func opening(
    _ folder: String?, in environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(UnreadableByteCount) -> ArtifactStore {
    ArtifactStore(folder: folder ?? defaultFolder, limit: try limit(in: environment), isOwn: folder == nil)
  }
}

/// A text that is no size.
package struct UnreadableByteCount: Error, Hashable, Sendable, CustomStringConvertible {
  package let text: String
  package init(text: String) { self.text = text }
  package var description: String { "CUTLIST_STORE_LIMIT is a size such as 500M or 10G; `\(text)` is none" }
}
