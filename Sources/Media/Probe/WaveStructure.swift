import Foundation
import TimelineModel

/// Looks for what the header of a WAV file lists. Libavformat takes what is there for all of it.
enum WaveStructure {
  /// How long the sound is by the header; nil where it does not say, as in a recording that was not finished or a
  /// stream.
  static func listedLength(path: String) -> Rational? {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return nil }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 12), head.count == 12, head.prefix(4) == Data("RIFF".utf8),
      head.suffix(4) == Data("WAVE".utf8)
    else { return nil }
    var bytesPerSecond: Int64?
    var position: UInt64 = 12
    while (try? file.seek(toOffset: position)) != nil, let chunk = try? file.read(upToCount: 8), chunk.count == 8 {
      let size = number(chunk.suffix(4))
      switch chunk.prefix(4) {
      case Data("fmt ".utf8):
        guard let format = try? file.read(upToCount: 16), format.count == 16 else { return nil }
        bytesPerSecond = number(format.dropFirst(8).prefix(4))
      case Data("data".utf8):
        // Who does not know yet how much it will be writes nothing, or a number as large as there may be.
        guard let bytesPerSecond, bytesPerSecond > 0, size > 0, size < 0x7FFF_0000 else { return nil }
        return Rational(size, bytesPerSecond)
      default: break
      }
      position += 8 + UInt64(size + size % 2)
    }
    return nil
  }

  private static func number(_ bytes: Data) -> Int64 { bytes.reversed().reduce(0) { $0 << 8 | Int64($1) } }
}
