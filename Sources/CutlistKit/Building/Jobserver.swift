import Foundation
package import Renderer

/// GNU Make's jobserver: a pipe that holds a byte for every job that may still be started. Whoever takes one puts the
/// same byte back. Each process that Make starts has leave for one job without.
package final class Jobserver: JobTokens {
  private let reading: Int32
  private let writing: Int32

  /// How many jobs may be done at once.
  package enum Permission: Sendable {
    /// No Make says anything.
    case free
    /// Make shares out its jobs, and this process cannot take part: its rule is not marked with `+`.
    case single
    case shared(Jobserver)
  }

  /// What `MAKEFLAGS` says. To be asked before many files are open: a descriptor that Make closed may be given to one.
  package static func permission(
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> Permission {
    // Of several, as a Make within a Make hands on, the last one counts; words after `--` are variables.
    let words = environment["MAKEFLAGS", default: ""].split(separator: " ").prefix { $0 != "--" }
    let options = ["--jobserver-auth=", "--jobserver-fds="]
    let values = words.compactMap { word in options.first(where: word.hasPrefix).map { word.dropFirst($0.count) } }
    guard let value = values.last else { return .free }
    return Jobserver(String(value)).map { .shared($0) } ?? .single
  }

  /// `R,W` are descriptors and `fifo:PATH` is a named pipe.
  private init?(_ value: String) {
    if value.hasPrefix("fifo:") {
      // For reading and writing, since that never waits for another end.
      reading = open(String(value.dropFirst(5)), O_RDWR | O_NONBLOCK | O_CLOEXEC)
      writing = reading
    } else {
      let numbers = value.split(separator: ",").compactMap { Int32($0) }
      guard numbers.count == 2, numbers.allSatisfy({ $0 >= 0 && Jobserver.isPipe($0) }) else { return nil }
      // An opening of its own: that it does not wait must not become true for Make's and everyone else's.
      reading = open("/proc/self/fd/\(numbers[0])", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      writing = fcntl(numbers[1], F_DUPFD_CLOEXEC, 0)
    }
    guard reading >= 0, writing >= 0, Jobserver.isPipe(reading) else { return nil }
  }

  deinit {
    close(reading)
    if writing != reading { close(writing) }
  }

  private static func isPipe(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  package func tryAcquire() -> JobToken? {
    var byte: UInt8 = 0
    var count = read(reading, &byte, 1)
    while count < 0, errno == EINTR { count = read(reading, &byte, 1) }
    guard count == 1 else { return nil }
    let token = byte
    return JobToken { [self] in giveBack(token) }
  }

  package func acquire(while isWanted: () -> Bool) -> JobToken? {
    while isWanted() {
      if let token = tryAcquire() { return token }
      var question = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      // Make that has ended leaves a pipe that is always ready and never gives a byte.
      if poll(&question, 1, 200) > 0, question.revents & Int16(POLLIN) == 0 { usleep(200_000) }
    }
    return nil
  }

  private func giveBack(_ token: UInt8) {
    var token = token
    while write(writing, &token, 1) < 0, errno == EINTR {}
  }
}
