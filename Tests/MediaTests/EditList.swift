import Foundation

/// Gives the only track of an MP4 file another edit list.
enum EditList {
  /// A part of the media: how long it is shown and where it begins, in seconds, and how fast it is played. An empty edit
  /// begins nowhere.
  struct Part {
    var duration: Double
    var media: Double?
    var rate = 1.0
  }

  /// Writes a copy of the file whose track has these parts. The file's header has to follow its media, so that nothing else
  /// moves.
  static func write(
    _ parts: [Part], movieScale: Double, mediaScale: Double, into path: String,
    as result: String
  ) throws {
    var file = try Data(contentsOf: URL(filePath: path))
    var content = number(0) + number(parts.count)
    for part in parts {
      content += number(Int((part.duration * movieScale).rounded()))
      content += number(part.media.map { Int(($0 * mediaScale).rounded()) } ?? -1) + number(Int(part.rate * 0x10000))
    }
    let list = box("edts", box("elst", content))
    let movie = try present(position(of: "moov", in: file, from: 0, to: file.count))
    let track = try present(position(of: "trak", in: file, from: movie + 8, to: file.count))
    if let old = position(of: "edts", in: file, from: track + 8, to: track + length(file, track)) {
      let size = length(file, old)
      file.removeSubrange(old..<old + size)
      for parent in [track, movie] { grow(&file, parent, by: -size) }
    }
    let header = try present(position(of: "tkhd", in: file, from: track + 8, to: track + length(file, track)))
    file.insert(contentsOf: list, at: header + length(file, header))
    for parent in [track, movie] { grow(&file, parent, by: list.count) }
    try file.write(to: URL(filePath: result))
  }

  private struct Missing: Error {}

  private static func present(_ position: Int?) throws -> Int {
    guard let position else { throw Missing() }
    return position
  }

  private static func number(_ value: Int) -> [UInt8] {
    withUnsafeBytes(of: Int32(truncatingIfNeeded: value).bigEndian) { Array($0) }
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8) + Array(name.utf8) + content
  }

  private static func length(_ file: Data, _ position: Int) -> Int {
    file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func grow(_ file: inout Data, _ position: Int, by count: Int) {
    file.replaceSubrange(position..<position + 4, with: number(length(file, position) + count))
  }

  private static func position(of name: String, in file: Data, from start: Int, to end: Int) -> Int? {
    var position = start
    while position + 8 <= end {
      if file[position + 4..<position + 8].elementsEqual(name.utf8) { return position }
      position += max(length(file, position), 8)
    }
    return nil
  }
}
