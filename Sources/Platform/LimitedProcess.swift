import CLinux
import Glibc

/// The limits of a process that does what may go wrong.
package enum LimitedProcess {
  /// From here on the process ends with the one that started it, writes no file, and has so much time and memory.
  ///
  /// Memory is what it asks the system for; what its libraries take to be there does not count.
  package static func begin(secondsOfProcessor seconds: Int, bytesOfMemory bytes: Int) {
    _ = clinux_end_with_parent(SIGKILL)
    signal(SIGXFSZ, SIG_IGN)
    clinux_limit_seconds(UInt(max(0, seconds)))
    clinux_limit_memory(UInt(max(0, bytes)))
    clinux_limit_files(0)
    clinux_limit_core(0)
  }
}
