import Foundation
import Platform
import Synchronization

/// The two streams: what programs read goes to standard output alone, everything else to standard error.
enum Output {
  static func print(_ text: String) { write(Array(line(text).utf8)) }
  static func complain(_ text: String) { try? standardError.write(Array(line(text).utf8)) }

  /// Exactly these bytes, to standard output.
  static func write(_ bytes: [UInt8]) {
    do throws(SystemFailure) { try standardOutput.write(bytes) } catch {
      // A reader that has gone away is no reason to fail.
      if error.code != EPIPE { failure.withLock { $0 = $0 ?? error } }
    }
  }

  /// Why not all could be written to standard output that was to be; nil where all was.
  static var lost: SystemFailure? { failure.withLock(\.self) }

  private static let failure = Mutex<SystemFailure?>(nil)
  private static let standardOutput = Descriptor(adopting: STDOUT_FILENO)
  private static let standardError = Descriptor(adopting: STDERR_FILENO)

  private static func line(_ text: String) -> String { text.hasSuffix("\n") ? text : text + "\n" }

  static var errorsAreSeen: Bool { isatty(STDERR_FILENO) == 1 }
  static var errorsAreColored: Bool { errorsAreSeen && wantsColor }

  static var outputIsColored: Bool { isatty(STDOUT_FILENO) == 1 && wantsColor }

  /// Begins anew where people look; what goes to a file is kept.
  static func clearErrors() {
    guard errorsAreSeen, wantsEscapes else { return }
    try? standardError.write(Array("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
  }

  /// How many columns standard output has: those of its terminal, or 80.
  static var columns: Int {
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }.map { max(40, $0) } ?? 80
  }

  /// The NO_COLOR convention, and terminals that say they have none.
  private static var wantsColor: Bool {
    ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty && wantsEscapes
  }

  private static var wantsEscapes: Bool { ProcessInfo.processInfo.environment["TERM"] != "dumb" }
}
