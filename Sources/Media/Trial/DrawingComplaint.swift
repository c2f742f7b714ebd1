import Dispatch
import Foundation
import Glibc
import Platform
import Synchronization

/// The messages of librsvg about pictures within a drawing that it does not draw.
///
/// It writes them on standard output, and only if `RSVG_LOG` is set.
enum DrawingComplaint {
  /// The environment variable that makes librsvg write messages.
  static let variable = "RSVG_LOG"

  /// Runs `work`, and returns why the first picture that librsvg left out cannot be drawn; nil if there is none.
  /// - Throws: SystemFailure if the messages cannot be read; `work` may not have run then.
  static func first(while work: () -> Void) throws(SystemFailure) -> String? {
    let (output, source) = try takeStandardOutput()
    let messages = Mutex<Result<[UInt8], SystemFailure>>(.success([]))
    let isRead = DispatchSemaphore(value: 0)
    let listen: @Sendable () -> Void = {
      let read = Result { () throws(SystemFailure) in try source.contents() }
      messages.withLock { $0 = read }
      isRead.signal()
    }
    let started = Result { () throws(SystemFailure) in try WorkThread.start(stackSize: 1 << 18, listen) }
    if case .success = started { work() }
    // The pipe ends with this.
    dup2(output.number, STDOUT_FILENO)
    try started.get()
    isRead.wait()
    return complaint(String(decoding: try messages.withLock { $0 }.get(), as: UTF8.self))
  }

  /// Puts a pipe in the place of standard output, and returns what that was and the end of the pipe to read from.
  private static func takeStandardOutput() throws(SystemFailure) -> (output: Descriptor, source: Descriptor) {
    let pipe = try PipeEnds()
    let number = dup(STDOUT_FILENO)
    guard number >= 0 else { throw SystemFailure() }
    let output = Descriptor(adopting: number)
    guard dup2(pipe.writing.number, STDOUT_FILENO) >= 0 else { throw SystemFailure() }
    return (output, pipe.reading)
  }

  private static func complaint(_ words: String) -> String? {
    if words.contains("feImage returned an error") { return "a picture of its feImage cannot be drawn" }
    var rest = words[...]
    while let start = rest.range(of: "could not load image \""), let end = rest[start.upperBound...].range(of: "\": ") {
      let link = rest[start.upperBound..<end.lowerBound].filter { !$0.isNewline && $0 != "\t" }
      rest = rest[end.upperBound...]
      if link.isEmpty { continue }
      guard link.prefix(5).lowercased() == "data:" else {
        return """
          it shows the picture `\(link.prefix(80))`, and links in a drawing are not followed: write it into the drawing as \
          `data:`
          """
      }
      let kind = link.prefix { $0 != "," && $0 != ";" }.prefix(80)
      return "a picture in it (\(kind)) cannot be drawn, as only PNG and JPEG can: \(rest.prefix { !$0.isNewline })"
    }
    return nil
  }
}
