import Dispatch
import Foundation
import Glibc
import Platform
import Synchronization

/// What librsvg says of pictures within a drawing that it leaves out.
///
/// It leaves them out in silence, and says so on standard output only where `RSVG_LOG` is set.
enum DrawingComplaint {
  /// The environment variable that makes librsvg talk.
  static let variable = "RSVG_LOG"

  /// Runs `work`, and returns why the first picture that librsvg left out cannot be drawn; nil if there is none.
  /// - Throws: SystemFailure if its words cannot be read.
  static func first(while work: () -> Void) throws(SystemFailure) -> String? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure() }
    let source = ends[0]
    let output = dup(STDOUT_FILENO)
    guard output >= 0, dup2(ends[1], STDOUT_FILENO) >= 0 else {
      let failure = SystemFailure()
      for end in ends + [output] where end >= 0 { close(end) }
      throw failure
    }
    close(ends[1])
    let words = Mutex<[UInt8]>([])
    let isRead = DispatchSemaphore(value: 0)
    let listen: @Sendable () -> Void = {
      var block = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(source, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        words.withLock { $0 += block[..<count] }
      }
      isRead.signal()
    }
    defer { close(source) }
    let started = Result { () throws(SystemFailure) in try WorkThread.start(stackSize: 1 << 18, listen) }
    if case .success = started { work() }
    dup2(output, STDOUT_FILENO)
    close(output)
    try started.get()
    isRead.wait()
    return complaint(String(decoding: words.withLock { $0 }, as: UTF8.self))
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
