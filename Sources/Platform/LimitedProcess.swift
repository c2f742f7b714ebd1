import CLinux
import Glibc

/// The limits of a process that does what may go wrong.
package enum LimitedProcess {
  /// From here on the process ends when its standard input does, as it does when the process that asks it ends, writes
  /// no file, and has so much time and memory.
  ///
  /// Memory is what it asks the system for; what its libraries take to be there does not count.
  package static func begin(secondsOfProcessor seconds: Int, bytesOfMemory bytes: Int) {
    // The system's own signal for a parent's end comes when the thread ends that started the process.
    try? WorkThread.start {
      var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
      while poll(&input, 1, -1) < 1 {}
      _exit(1)
    }
    signal(SIGXFSZ, SIG_IGN)
    clinux_limit_seconds(UInt(max(0, seconds)))
    clinux_limit_memory(UInt(max(0, bytes)))
    clinux_limit_files(0)
    clinux_limit_core(0)
  }

  /// The bytes of memory that the system lets this process have, and each that it starts; `Int.max` without a limit.
  package static var memoryOfThis: Int { clinux_memory_limit() }

  /// The limit of this process's CPU time, in seconds, as inherited; `Int.max` means no limit.
  package static var processorTimeOfThis: Int { clinux_time_limit() }

  /// The path by which this process was started, absolute or from the folder that was the current one then; nil if the
  /// system does not say.
  package static var startedBy: String? { clinux_program_path().map { String(cString: $0) } }
}
