import Glibc

/// The three files that a program expects to be open when it begins.
package enum StandardStreams {
  /// Puts something in the place of those that are closed.
  ///
  /// The next file that is opened would take the number of one that is missing, and get what is said to it. What is
  /// written to a missing output fails as it would without this; what is said to a missing error stream is lost.
  package static func complete() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = open("/dev/null", number == 2 ? O_WRONLY : O_RDONLY)
    }
  }
}
