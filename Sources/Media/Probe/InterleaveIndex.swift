import CFFmpeg

/// The index of an AVI file as libavformat reads it, compared with the parts that the file holds.
///
/// Parts have no times but their numbers. Libavformat counts them where it reads the file from its start, and takes the
/// numbers from the index after a seek, so an index that lacks a part moves everything behind it.
struct InterleaveIndex {
  private var streams: [Stream]

  private struct Stream {
    let stream: UnsafeMutablePointer<AVStream>
    let isPicture: Bool
    let count: Int32
    /// The number of entries that agree with parts so far.
    var next: Int32 = 0
    /// The number of parts so far, the empty ones included.
    var parts: Int64 = 0
    var isWrong = false

    /// Compares the next part, at an offset in bytes, with the next entry.
    mutating func compare(size: Int64, at place: Int64) {
      defer { parts += 1 }
      guard !isWrong, next < count, let entry = avformat_index_get_entry(stream, next)?.pointee else { return }
      if entry.pos == place, Int64(entry.size) == size, !isPicture || entry.timestamp == parts {
        next += 1
      } else {
        // Empty parts need not be listed.
        isWrong = size > 0 || entry.pos == place
      }
    }
  }

  /// - Parameter demuxer: The opened file. No packet of it may have been read since.
  init(_ demuxer: Demuxer) {
    streams = demuxer.streams.map { stream in
      Stream(
        stream: stream, isPicture: stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO,
        count: avformat_index_get_entries_count(stream))
    }
  }

  /// Compares the next chunk of the file, at an offset in bytes, with the index. Chunks that are no parts of a stream are
  /// passed over.
  mutating func compare(with name: String, size: Int64, at place: Int64) {
    guard let number = Int(name.prefix(2)), streams.indices.contains(number),
      !InterleaveIndex.others.contains(name.suffix(2).lowercased())
    else { return }
    streams[number].compare(size: size, at: place)
  }

  /// The endings of the names of chunks that carry a stream's number and are no parts of it: palettes and indexes.
  private static let others: Set<String> = ["pc", "ix", "wc"]

  /// Whether the index of a stream lists other parts than the file holds. An index that only ends early does not.
  func isWrong(of stream: Int?) -> Bool {
    guard let stream, streams.indices.contains(stream) else { return false }
    return streams[stream].isWrong || streams[stream].next < streams[stream].count
  }
}
