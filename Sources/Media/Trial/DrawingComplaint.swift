import Dispatch
import Foundation
import Glibc
import Platform
import Synchronization

/// The messages of librsvg about what it leaves out of a drawing, such as pictures that it cannot read and links to other
/// files, and those of Pango about letters.
///
/// librsvg writes them on standard output, and only if `RSVG_LOG` is set.
struct DrawingComplaint {
  let text: String
  /// True if it is not the drawing but a font that may be to blame.
  let isAboutLetters: Bool

  /// The environment variable that makes librsvg write messages.
  static let variable = "RSVG_LOG"

  /// Runs `work`, and returns why the first thing that librsvg left out cannot be drawn; nil if there is none.
  /// - Throws: SystemFailure if the messages cannot be read; `work` may not have run then.
  static func first(while work: () -> Void) throws(SystemFailure) -> DrawingComplaint? {
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

  private static func complaint(_ words: String) -> DrawingComplaint? {
    let lines = words.split(whereSeparator: \.isNewline)
    let ofDrawing =
      pictureComplaint(words) ?? linkComplaint(lines) ?? filterComplaint(words) ?? elementComplaint(lines)
      ?? stopComplaint(lines)
    return (ofDrawing ?? letterComplaint(lines)).map { DrawingComplaint(text: $0, isAboutLetters: ofDrawing == nil) }
  }

  /// Returns what is wrong with the first picture that could not be loaded; nil if all were, or have an empty link.
  private static func pictureComplaint(_ words: String) -> String? {
    var rest = words[...]
    while let start = rest.range(of: "could not load image \""), let mark = rest[start.upperBound...].range(of: "\": ")
    {
      let line = rest[mark.lowerBound...].prefix { !$0.isNewline }
      // A link may hold the mark itself.
      let end = line.range(of: "\": ", options: .backwards) ?? mark
      let link = rest[start.upperBound..<end.lowerBound].filter { !$0.isNewline && $0 != "\t" }
      rest = rest[line.endIndex...]
      if link.isEmpty { continue }
      guard link.prefix(5).lowercased() == "data:" else {
        return "it shows the picture `\(link.prefix(80))`, and \(unfollowed): write it into the drawing as `data:`"
      }
      let kind = link.prefix { $0 != "," && $0 != ";" }.prefix(80)
      return "a picture in it (\(kind)) cannot be drawn, as only PNG and JPEG can: \(line[end.upperBound...])"
    }
    return nil
  }

  /// Returns what is wrong with the first link to something other than a picture, if it leads out of the drawing.
  private static func linkComplaint(_ lines: [Substring]) -> String? {
    for line in lines {
      for mark in linkMarks {
        guard let start = line.range(of: mark), !line[start.upperBound...].hasPrefix("#") else { continue }
        let link = line[start.upperBound...].prefix { $0 != "\"" }
        return ofLink(String(link))
      }
    }
    return nil
  }

  /// Returns what is wrong with the first filter that fails, which leaves out what it is used on.
  private static func filterComplaint(_ words: String) -> String? {
    guard let match = words.firstMatch(of: /\(filter primitive (fe[A-Za-z]+) returned an error: (.*)\)/) else {
      return nil
    }
    if match.1 == "feImage" { return "a picture of its feImage cannot be drawn" }
    return "its filter \(match.1) cannot be used: \(match.2)"
  }

  /// Returns what is wrong with the first element that is left out because its attributes cannot be read.
  private static func elementComplaint(_ lines: [Substring]) -> String? {
    for line in lines {
      let mark =
        /\((?:ignoring filter primitive|not rendering element|not using gradient stop) ([A-Za-z]+) id=(.*) because it is in error\)/
      guard let match = line.firstMatch(of: mark) else { continue }
      let id = match.2 == "None" ? "" : " (\(match.2.prefix(80)))"
      return "its element \(match.1)\(id) has an attribute that cannot be read, and is left out"
    }
    return nil
  }

  /// Returns why librsvg stopped drawing, which leaves out all that follows; nil if it did not.
  private static func stopComplaint(_ lines: [Substring]) -> String? {
    for line in lines {
      if line.hasPrefix("exceeded more than ") {
        return "it is not drawn to its end: it refers to more elements than librsvg follows"
      }
      if line.hasPrefix("rendering error: ") {
        return "it is not drawn to its end: librsvg stops with \(line.dropFirst("rendering error: ".count))"
      }
    }
    return nil
  }

  /// Returns what is wrong with letters that cannot be drawn; nil if all can.
  private static func letterComplaint(_ lines: [Substring]) -> String? {
    // A font that is replaced by another is not an error.
    let line = lines.first { $0.hasPrefix(letterMark) && !$0.contains("falling back") }
    return line.map { "its letters cannot be drawn: \($0.dropFirst(letterMark.count))" }
  }

  /// The text that every message of Pango begins with.
  private static let letterMark = "Pango: "

  /// The complaint about a link to a part of another file.
  static func ofLink(_ link: String) -> String {
    "it uses `\(link.prefix(80))`, and \(unfollowed): write what it is into the drawing"
  }

  private static let unfollowed = "links in a drawing are not followed"

  /// The texts before the link in librsvg's messages about uses, masks, filters, paint servers, markers, patterns and
  /// XInclude.
  private static let linkMarks = [
    " references nonexistent \"", " references nonexistent mask \"", " will not be filtered with \"",
    "could not resolve paint server \"", "cannot render marker: link not found: ",
    "Stopping pattern resolution: link not found: ", "could not acquire \"",
  ]
}
