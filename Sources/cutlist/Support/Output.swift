import Diagnostics
import Foundation
import Platform
import Synchronization

/// The two streams, which nothing else writes to: what programs read goes to standard output alone, everything else to
/// standard error.
///
/// Text for people is `ShownText`, so that no name of a file, no metadata and no word of a document can command the
/// terminal that it is read on, or the CI system whose log it goes to. What is for programs goes out as it is, and says so.
enum Output {
  /// Text for people who asked for it.
  static func print(_ text: ShownText) { write(text.description) }
  /// Text for people who have to know.
  static func complain(_ text: ShownText) {
    if EventLog.take(text.description) { return }
    try? standardError.write(Array(line(text.description).utf8))
  }

  /// JSON, XML and the like, in which what could do harm is escaped by the rules of that form.
  static func deliver(_ data: String) { write(data) }

  /// A document, or a difference between two: exact for programs, and shown on a terminal.
  static func deliver(document text: String) {
    if isatty(STDOUT_FILENO) == 1 { print(ShownText(lines: text)) } else { write(text) }
  }

  /// The same, byte for byte.
  static func deliver(document bytes: [UInt8]) {
    if isatty(STDOUT_FILENO) == 1 { return print(ShownText(lines: String(decoding: bytes, as: UTF8.self))) }
    write(bytes)
  }

  /// Bytes to another process of this program; false if they could not be written.
  static func answer(_ bytes: [UInt8]) -> Bool { (try? standardOutput.write(bytes)) != nil }

  /// A pipe to a program, such as an editor.
  static var channel: Descriptor { standardOutput }

  /// The same where a program reads standard error.
  static var errorChannel: Descriptor { standardError }

  /// Puts text in the place of the line that is being shown to people who have to know.
  static func replaceLine(_ text: ShownText) {
    try? standardError.write(Array("\r\u{1B}[K\(text.description)".utf8))
  }

  private static func write(_ text: String) { write(Array(line(text).utf8)) }

  private static func write(_ bytes: [UInt8]) {
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
  static var errorsAreColored: Bool { isColored(STDERR_FILENO) }
  static var outputIsColored: Bool { isColored(STDOUT_FILENO) }

  /// Decides for the rest of the process when text is coloured.
  static func color(_ choice: ColorChoice) { colorChoice.withLock { $0 = choice } }

  private static let colorChoice = Mutex(ColorChoice.auto)

  private static func isColored(_ stream: Int32) -> Bool {
    switch colorChoice.withLock(\.self) {
    case .always: return true
    case .never: return false
    case .auto:
      if let forced = environment("FORCE_COLOR") { return forced != "0" }
      if let forced = environment("CLICOLOR_FORCE"), forced != "0" { return true }
      return isatty(stream) == 1 && environment("NO_COLOR") == nil && wantsEscapes
    }
  }

  /// The value of a variable; nil if it has none, or is empty.
  private static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Begins anew where people look; what goes to a file is kept.
  static func clearErrors() {
    guard errorsAreSeen, wantsEscapes, !EventLog.isOpen else { return }
    try? standardError.write(Array("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
  }

  /// The width of standard output, in columns: that of its terminal, or else `COLUMNS`, or 80.
  static var columns: Int {
    columns(of: STDOUT_FILENO) ?? environment("COLUMNS").flatMap { Int($0) }.map { max(40, $0) } ?? 80
  }

  /// The width of the terminal on standard error, in columns; nil if standard error is not a terminal.
  static var errorColumns: Int? { columns(of: STDERR_FILENO) }

  private static func columns(of stream: Int32) -> Int? {
    var size = winsize()
    return ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// False for terminals that say that they have none.
  private static var wantsEscapes: Bool { ProcessInfo.processInfo.environment["TERM"] != "dumb" }
}
