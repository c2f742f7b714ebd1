import Diagnostics
import Foundation

/// The two streams, which nothing else writes to: what programs read goes to standard output alone, everything else to
/// standard error.
///
/// Text for people is `ShownText`, so that no name of a file, no metadata and no word of a document can command the
/// terminal that it is read on, or the CI system whose log it goes to. What is for programs goes out as it is, and says so.
enum Output {
  /// Text for people who asked for it.
  static func print(_ text: ShownText) { write(text.description, to: .standardOutput) }
  /// Text for people who have to know.
  static func complain(_ text: ShownText) { write(text.description, to: .standardError) }

  /// JSON, XML and the like, in which what could do harm is escaped by the rules of that form.
  static func deliver(_ data: String) { write(data, to: .standardOutput) }

  /// A document, or a difference between two: exact for programs, and shown on a terminal.
  static func deliver(document text: String) {
    if isatty(STDOUT_FILENO) == 1 { print(ShownText(lines: text)) } else { write(text, to: .standardOutput) }
  }

  /// The same, byte for byte.
  static func deliver(document bytes: [UInt8]) {
    if isatty(STDOUT_FILENO) == 1 { return print(ShownText(lines: String(decoding: bytes, as: UTF8.self))) }
    try? FileHandle.standardOutput.write(contentsOf: Data(bytes))
  }

  /// A pipe to a program, such as an editor.
  static var channel: FileHandle { .standardOutput }

  private static func write(_ text: String, to handle: FileHandle) {
    let line = text.hasSuffix("\n") ? text : text + "\n"
    // A reader that has gone away is no reason to fail.
    try? handle.write(contentsOf: Data(line.utf8))
  }

  /// Puts text in the place of the line that is being shown to people who have to know.
  static func replaceLine(_ text: ShownText) {
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text.description)".utf8))
  }

  static var errorsAreSeen: Bool { isatty(STDERR_FILENO) == 1 }
  static var errorsAreColored: Bool { errorsAreSeen && wantsColor }

  static var outputIsColored: Bool { isatty(STDOUT_FILENO) == 1 && wantsColor }

  /// Begins anew where people look; what goes to a file is kept.
  static func clearErrors() {
    guard errorsAreSeen, wantsEscapes else { return }
    try? FileHandle.standardError.write(contentsOf: Data("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
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
