import Glibc

/// The files whose place a new file may take.
package enum Replacing: Sendable {
  case everything
  case nothing
  /// Those that pass a test, which throws for others. A file is tested once more after it has lost its place, and put
  /// back if it fails: it may have appeared between the test and the exchange.
  case tested(@Sendable (Descriptor) throws(SystemFailure) -> Void)

  /// Everything or nothing.
  package init(_ replaces: Bool) { self = replaces ? .everything : .nothing }

  var isNothing: Bool { if case .nothing = self { true } else { false } }
  var isTested: Bool { if case .tested = self { true } else { false } }

  /// Throws if a file fails the test.
  func check(_ name: String, in folder: OpenFolder) throws(SystemFailure) {
    guard case .tested(let test) = self else { return }
    try test(folder.file(name, O_RDONLY))
  }
}
