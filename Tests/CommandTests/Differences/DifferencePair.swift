import Foundation
import TestSupport

/// A section of Pairs.md: an old document, a new one, and what is said of them.
struct DifferencePair {
  var title: String
  var old: String
  var new: String
  var said: String
  /// All of its text.
  var section: String

  struct Page {
    var text: String
    var pairs: [DifferencePair]
  }

  static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Pairs.md")

  static func page() throws -> Page {
    let text = try String(contentsOf: url, encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ").dropFirst()
    return Page(text: text, pairs: try sections.map(DifferencePair.init))
  }

  private init(_ section: String) throws {
    let blocks = section.components(separatedBy: "```")
    guard blocks.count == 7 else { throw Malformed(section: section) }
    func body(_ block: String) -> String { String(block.drop { $0 != "\n" }.dropFirst()) }
    title = String(section.prefix { $0 != "\n" })
    (old, new, said) = (body(blocks[1]), body(blocks[3]), body(blocks[5]))
    self.section = section
  }

  func section(saying text: String) -> String {
    var blocks = section.components(separatedBy: "```")
    blocks[5] = "text\n" + text
    return blocks.joined(separator: "```")
  }

  struct Malformed: Error { var section: String }

  /// Two movies of 8 s with sound, other ones in picture and sound.
  static func addMedia(to folder: TemporaryFolder) throws {
    for (number, name) in ["a.mp4", "b.mp4"].enumerated() {
      var movie = BarcodeMovie()
      movie.frames = 200
      movie.firstNumber = number * 1000
      movie.sound = [(0..<48000 * 8).map { Float(sin(Double($0) * (0.01 + 0.01 * Double(number))) * 0.2) }]
      try movie.write(to: folder.path(name))
    }
  }
}
