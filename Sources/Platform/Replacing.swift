import Glibc

/// The permission of a new file to replace the file that has its name.
package enum Replacing: Sendable {
  case everything
  case nothing
  /// The new file replaces a file that passes the test; the test throws for any other file.
  ///
  /// The test runs again after the two files have been exchanged, because another file may have appeared before that. If
  /// it fails then, the exchange is undone.
  case tested(@Sendable (Descriptor) throws(SystemFailure) -> Void)

  /// Everything or nothing.
  package init(_ replaces: Bool) { self = replaces ? .everything : .nothing }

  /// Returns the permission for those files alone that pass a further test.
  package func also(_ test: @escaping @Sendable (Descriptor) throws(SystemFailure) -> Void) -> Replacing {
    switch self {
    case .nothing: self
    case .everything: .tested(test)
    case .tested(let first):
      .tested { file throws(SystemFailure) in
        try first(file)
        try test(file)
      }
    }
  }

  var isNothing: Bool { if case .nothing = self { true } else { false } }
  var isTested: Bool { if case .tested = self { true } else { false } }

  /// Throws if a file fails the test.
  func check(_ name: String, in folder: OpenFolder) throws(SystemFailure) {
    guard case .tested(let test) = self else { return }
    try test(folder.file(name, O_RDONLY))
  }
}
