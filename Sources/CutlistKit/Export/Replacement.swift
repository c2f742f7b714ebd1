package import Platform

/// The files that a render may replace.
package enum Replacement: Sendable {
  case all, none
  /// Those that an earlier render wrote, as long as nobody has written them since.
  case own([ExactPath: FileIdentity])

  /// Whether the file that is at a path may be replaced.
  package func allows(_ path: String) -> Bool {
    switch self {
    case .all: true
    case .none: false
    case .own(let files): files[ExactPath(path)].map { $0 == FileIdentity(path: path) } ?? false
    }
  }

  /// The same after a render that wrote these files.
  package func adding(_ paths: [String]) -> Replacement {
    guard case .all = self else {
      let known: [ExactPath: FileIdentity] = if case .own(let files) = self { files } else { [:] }
      let written = paths.compactMap { path in FileIdentity(path: path).map { (ExactPath(path), $0) } }
      return .own(known.merging(written) { $1 })
    }
    return self
  }
}
