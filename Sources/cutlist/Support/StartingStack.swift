import Glibc

/// What the system lays on the stack of a program that it starts.
enum StartingStack {
  /// What the program was called with, its name first; nil where that is not found.
  ///
  /// The System V ABI has a count, so many pointers to arguments, a zero, and then the environment, which is known.
  static var arguments: [String]? {
    guard let variable = dlsym(nil, "environ"), let words = variable.load(as: UnsafePointer<UInt>?.self) else {
      return nil
    }
    guard words[-1] == 0 else { return nil }
    for count in 0..<maximum {
      if words[-2 - count] == UInt(count) {
        return (0..<count).compactMap { index in
          UnsafePointer<CChar>(bitPattern: words[-1 - count + index]).map { String(cString: $0) }
        }
      }
    }
    return nil
  }

  /// A count is told from a pointer by being so small.
  private static let maximum = 4096
}
