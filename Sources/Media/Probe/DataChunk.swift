import Glibc
import Platform

/// The part of a CAF or W64 file that holds its samples. Libavformat does not say how long it should be.
struct DataChunk {
  /// The number of bytes that it should have, and of those that there are.
  var listed: Int64
  var present: Int64
  /// Whether there is something behind it, of which libavformat takes the sound for longer.
  var isFollowed: Bool

  /// Nil for other containers, and if the file does not say how long it is, as a recording that was not finished.
  /// - Throws: what the system refuses to read.
  init?(path: ConfinedPath, format: String) throws(LibAVError) {
    guard let layout = Layout.all[format] else { return nil }
    do throws(SystemFailure) { try self.init(file: path.open(), layout) } catch { throw LibAVError(error, call: "read") }
  }

  /// The layout of the chunks of a container.
  private struct Layout {
    /// The number of bytes before the first chunk.
    var head: Int64
    /// The number of bytes of a chunk's name. The first four tell chunks apart.
    var name: Int64
    /// The number of bytes of a chunk's length.
    var size: Int64 = 8
    var isBigEndian: Bool
    /// Whether a chunk's length includes the bytes of its name and of the length itself.
    var countsHead: Bool
    /// The number of bytes of which the place of each chunk is a multiple.
    var alignment: Int64

    static let all = [
      "caf": Layout(head: 8, name: 4, isBigEndian: true, countsHead: false, alignment: 1),
      "w64": Layout(head: 40, name: 16, isBigEndian: false, countsHead: true, alignment: 8),
    ]
  }

  private init?(file: Descriptor, _ layout: Layout) throws(SystemFailure) {
    let length = Int64(try file.status().st_size)
    let head = layout.name + layout.size
    var position = layout.head
    for _ in 0..<DataChunk.mostChunks {
      let chunk = try file.bytes(at: position, count: Int(head))
      guard chunk.count == head else { return nil }
      let digits = chunk.suffix(Int(layout.size))
      let number = Int64(bigEndian: layout.isBigEndian ? digits : Array(digits.reversed())[...])
      // All bits are set of a length that was not known yet.
      guard (0..<1 << 60).contains(number), !layout.countsHead || number >= head else { return nil }
      let size = number - (layout.countsHead ? head : 0)
      if chunk.prefix(4).elementsEqual("data".utf8) {
        (listed, present) = (size, min(size, length - position - head))
        isFollowed = length - position - head - size >= layout.alignment
        return
      }
      let end = position + head + size
      position = (end + layout.alignment - 1) / layout.alignment * layout.alignment
      guard position < length else { return nil }
    }
    return nil
  }

  private static let mostChunks = 1000
}
