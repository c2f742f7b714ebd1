package import Foundation
import Platform

/// One of two passes over the same frames.
package enum EncoderPass: Hashable, Sendable {
  /// At constant quality, to learn what each frame needs.
  case first
  /// At a bit rate, which is spread over the frames by what the first pass learnt.
  case second(PassStatistics)

  /// Whether an encoder can be told in a second pass what it learnt in a first.
  package static func isKnown(to encoder: String) -> Bool { PassMethod(encoder) != nil }

  /// Removes the temporary files of passes whose processes were killed, and says how many folders that were.
  @discardableResult
  package static func removeLeftovers() -> Int {
    ScratchFolder.removeLeftovers([PassLog.folderName, PrivateCopy.prefix, ScratchFolder.scratchName])
  }
}

/// What an encoder learnt in its first pass, in its own words.
package struct PassStatistics: Hashable, Sendable, Codable {
  /// The contents of its files, by what their names have beyond the one that it was given.
  package var files: [String: Data]

  package init(files: [String: Data]) { self.files = files }

  /// The bits that no quality saves: x264 and x265 refuse a rate that leaves less. Both write, in a line for each frame,
  /// what goes into headers and the like.
  package var leastBits: Int64 {
    let words = String(decoding: files[""] ?? Data(), as: UTF8.self).split { $0 == " " || $0 == ";" || $0 == "\n" }
    return words.reduce(0) { bits, word in
      word.hasPrefix("misc:") ? bits + Int64(Double(word.dropFirst(5))?.rounded(.up) ?? 0) : bits
    }
  }
}

/// How an encoder takes part in two passes.
enum PassMethod {
  /// It writes and reads files by itself, and is told their name as a private option.
  case files
  /// The same, among parameters of its own.
  case parameters

  init?(_ encoder: String) {
    switch encoder {
    case "libx264", "libx264rgb": self = .files
    case "libx265": self = .parameters
    default: return nil
    }
  }
}
