import ArgumentParser
import Diagnostics
import Foundation
import Platform
import Synchronization

/// What a render tells programs while it works: a line of JSON for each event, on standard error or on a descriptor of
/// the caller's.
enum EventLog {
  /// The progress of a render.
  struct Progress: Codable, Sendable {
    var event = "progress"
    /// From 0 to 1.
    var fraction: Double
    var framesDone: Int64
    var framesTotal: Int64
    var timelineSeconds: Double
    /// Seconds of the timeline in a second.
    var speed: Double
    /// Nil as long as nothing can be said.
    var secondsLeft: Double?
  }

  /// A movie that was made.
  struct Result: Codable, Sendable {
    var event = "result"
    var output: String
    var frames: Int64
    var copiedFrames: Int64
    var encodedFrames: Int64
    var storedFrames: Int64
    var samples: Int64
  }

  /// The end of a render that made nothing.
  struct Failure: Codable, Sendable {
    var event = "error"
    /// The exit status.
    var status: Int32
    /// Why, as far as it was said; empty if nothing was.
    var message: String
  }

  /// Anything else that would have been said on standard error.
  struct Message: Codable, Sendable {
    var event = "message"
    var text: String
  }

  private struct State {
    var isOpen = false
    /// True if nothing else is written on standard error.
    var takesErrors = false
    /// Why the command will fail, as far as it was said; empty if nothing was.
    var reason = ""
  }

  private static let state = Mutex(State())
  /// Written to outside the state, so that a reader who waits stops nobody who has words for people.
  private static let stream = Mutex<Descriptor?>(nil)

  /// From here on events are written on standard error, and nothing else is.
  static func takeErrors() { open(Output.errorChannel, takesErrors: true) }

  /// From here on events are written on a descriptor, which no other process inherits.
  /// - Throws: SystemFailure if it is not open for writing.
  static func write(on descriptor: Int32) throws(SystemFailure) {
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { throw SystemFailure(code: EBADF) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    open(Descriptor(adopting: descriptor), takesErrors: false)
  }

  private static func open(_ descriptor: Descriptor, takesErrors: Bool) {
    stream.withLock { $0 = descriptor }
    state.withLock { $0 = State(isOpen: true, takesErrors: takesErrors) }
  }

  static var isOpen: Bool { state.withLock(\.isOpen) }

  /// Takes words that are for standard error; false if they are to be written there.
  static func take(_ words: String) -> Bool {
    let isTaken = state.withLock { state in
      if let reason = words.wholeMatch(of: /cutlist: error: (.*?)\n?/) { state.reason = String(reason.1) }
      return state.takesErrors
    }
    if isTaken { write(Message(text: words.trimmingCharacters(in: .newlines))) }
    return isTaken
  }

  /// Writes diagnostics, each as `check --format json` has it. True if they need not be written for people as well.
  static func take(_ diagnostics: [Diagnostic], in sources: SourceSet) -> Bool {
    guard isOpen else { return false }
    if let last = diagnostics.last(where: { $0.severity == .error }) { state.withLock { $0.reason = last.message } }
    for line in JSONPrinter(sources).events(diagnostics) { write(line: line) }
    return state.withLock(\.takesErrors)
  }

  static func write(_ event: some Encodable) {
    if isOpen { write(line: JSONPrinter.line(event)) }
  }

  private static func write(line: String) {
    stream.withLock { stream in
      // A reader that goes away misses the rest; the render goes on.
      do throws(SystemFailure) {
        try stream?.write(Array(line.withHiddenEscaped.utf8) + [UInt8(ascii: "\n")])
      } catch {
        state.withLock { $0.isOpen = false }
      }
    }
  }

  /// Writes the event of a command that failed, if the log is open.
  static func end(with status: ExitStatus) {
    write(Failure(status: status.rawValue, message: state.withLock(\.reason)))
  }
}
