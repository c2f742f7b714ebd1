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

  /// The NO_COLOR convention, and terminals that say they have none.
  private static var wantsColor: Bool {
    let environment = ProcessInfo.processInfo.environment
    return environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
