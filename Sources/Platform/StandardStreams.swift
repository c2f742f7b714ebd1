import Glibc
import Synchronization

/// The three files that a program expects to be open when it begins.
package enum StandardStreams {
  /// Puts something in the place of those that are closed, and remembers what was open.
  ///
  /// The next file that is opened would take the number of one that is missing, and get what is said to it. What is
  /// written to a missing output fails as it would without this; what is said to a missing error stream is lost.
  package static func complete() {
    let open = openNumbers()
    given.withLock { $0 = open }
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = Glibc.open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Whether a descriptor was open when the program began. What it opens itself gets a number as well, which whoever
  /// names one does not mean.
  package static func wasGiven(_ number: Int32) -> Bool { given.withLock { $0?.contains(number) } ?? true }

  /// The open descriptors when the program began; nil where nobody looked.
  private static let given = Mutex<Set<Int32>?>(nil)

  /// Nil where the system does not tell, which then has no names for them either.
  private static func openNumbers() -> Set<Int32>? {
    guard let folder = opendir("/proc/self/fd") else { return nil }
    defer { closedir(folder) }
    var numbers: Set<Int32> = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = Int32(name), number != dirfd(folder) { numbers.insert(number) }
    }
    return numbers
  }
}
