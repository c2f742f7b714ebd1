import Glibc
package import Platform

/// The files that a render may replace.
package enum Replacement: Sendable {
  case all
  /// The files that earlier renders wrote, with their identities; a file that was written since may not be replaced.
  case own([ExactPath: FileIdentity])

  package static let none = own([:])

  /// Whether the file that is at a path may be replaced.
  package func allows(_ path: String) -> Bool {
    switch self {
    case .all: true
    case .own(let files): files[ExactPath(path)].map { $0 == FileIdentity(path: path) } ?? false
    }
  }

  /// What this means for a file that will be at a path: what is there when it takes its name is looked at again.
  package func rule(for path: String) -> Replacing {
    switch self {
    case .all: return .everything
    case .own(let files):
      guard let own = files[ExactPath(path)] else { return .nothing }
      return .tested { file throws(SystemFailure) in
        guard FileIdentity(try file.status()).isUnwritten(since: own) else { throw SystemFailure(code: EEXIST) }
      }
    }
  }

  /// Returns a replacement that also allows files that a render has just written.
  package func adding(_ paths: [String]) -> Replacement {
    guard case .own(let files) = self else { return self }
    let written = paths.compactMap { path in FileIdentity(path: path).map { (ExactPath(path), $0) } }
    return .own(files.merging(written) { $1 })
  }
}
