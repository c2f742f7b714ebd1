import Foundation

/// The two streams: what programs read goes to standard output alone, everything else to standard error.
enum Output {
  static func print(_ text: String) { write(text, to: .standardOutput) }
  static func complain(_ text: String) { write(text, to: .standardError) }

  /// Exactly these bytes, to standard output.
  static func write(_ bytes: [UInt8]) { try? FileHandle.standardOutput.write(contentsOf: Data(bytes)) }

  private static func write(_ text: String, to handle: FileHandle) {
    let line = text.hasSuffix("\n") ? text : text + "\n"
    // A reader that has gone away is no reason to fail.
    try? handle.write(contentsOf: Data(line.utf8))
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
