import Glibc
import Platform
import TimelineModel

/// What the header of a WAV file lists. Libavformat takes what is there for all of it.
struct WaveStructure {
  /// How many bytes of sound there should be, and how many there are.
  var listed: Int64
  var present: Int64
  /// What the header takes a second of it to be.
  var bytesPerSecond: Int64
  /// True where every sample has as many bytes. For codecs a header tells their number only roughly.
  var isPlain: Bool

  private static let plainFormats: Set<Int64> = [1, 3, 6, 7, 0xFFFE]

  /// Nil where the header does not say, as in a recording that was not finished or a stream.
  /// - Throws: what the system refuses to read.
  init?(path: ConfinedPath) throws(LibAVError) {
    do throws(SystemFailure) { try self.init(file: path.open()) } catch {
      throw LibAVError(error, call: "read")
    }
  }

  private init?(file: Descriptor) throws(SystemFailure) {
    let head = try file.bytes(at: 0, count: 12)
    guard head.count == 12, head.prefix(4).elementsEqual("RIFF".utf8), head.suffix(4).elementsEqual("WAVE".utf8) else {
      return nil
    }
    var format: (tag: Int64, bytesPerSecond: Int64)?
    var position: Int64 = 12
    while true {
      let chunk = try file.bytes(at: position, count: 8)
      guard chunk.count == 8 else { return nil }
      let size = Int64(littleEndian: chunk.suffix(4))
      switch String(decoding: chunk.prefix(4), as: UTF8.self) {
      case "fmt ":
        let bytes = try file.bytes(at: position + 8, count: 16)
        guard bytes.count == 16 else { return nil }
        format = (
          tag: Int64(littleEndian: bytes.prefix(2)),
          bytesPerSecond: Int64(littleEndian: bytes.dropFirst(8).prefix(4))
        )
      case "data":
        // Who does not know yet how much it will be writes nothing, or a number as large as there may be.
        guard let format, format.bytesPerSecond > 0, size > 0, size < 0x7FFF_0000 else { return nil }
        listed = size
        present = min(size, Int64(try file.status().st_size) - position - 8)
        bytesPerSecond = format.bytesPerSecond
        isPlain = WaveStructure.plainFormats.contains(format.tag)
        return
      default: break
      }
      position += 8 + size + size % 2
    }
  }
}
