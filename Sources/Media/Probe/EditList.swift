import CFFmpeg
import TimelineModel

/// The edit list of a QuickTime or MP4 track (ISO/IEC 14496-12, 8.6.6): which parts of its media are shown one after
/// another.
///
/// Libavformat plays on through a pause between two parts, and plays each at its usual speed.
struct EditList {
  private struct Edit {
    /// The duration, in ticks of the movie.
    var duration: Int64
    /// The start in the media, in ticks of the track; -1 for an empty edit.
    var media: Int64
    /// The speed in 65536ths of the usual one; 0 holds a frame.
    var rate: UInt32
  }

  private var edits: [Edit]
  /// The number of ticks of the movie per second.
  private var scale: Int64

  /// Reads the edit list of a track. Returns `nil` if the track is not found or has no edit list.
  /// - Parameters:
  ///   - track: The ID of the track.
  ///   - movie: The box `moov`.
  /// - Throws: `LibAVError` if the file cannot be read, or the list is longer than 1 MiB.
  init?(ofTrack track: Int64, in movie: MovieBox, _ read: @escaping ByteReading) throws(LibAVError) {
    guard let scale = try movie.first("mvhd", read: read)?.number(atOld: 12, atNew: 20), scale > 0 else { return nil }
    for box in try movie.tracks(track, read: read) {
      guard let list = try box.first("edts", "elst", read: read) else { continue }
      self.scale = scale
      edits = try EditList.edits(in: list, read)
      return
    }
    return nil
  }

  private static func edits(in list: MovieBox, _ read: ByteReading) throws(LibAVError) -> [Edit] {
    let width = list.beginning.first == 1 ? 8 : 4
    let size = 2 * width + 4
    guard list.content.count <= mostBytes else {
      throw LibAVError(call: "probe", code: cff_error_invalid_data, text: "its edit list is too long to be read")
    }
    let bytes = try read(list.content.lowerBound, list.content.count)
    guard bytes.count >= 8 + size else { return [] }
    return stride(from: 8, through: bytes.count - size, by: size).map { place in
      let media = Int64(bigEndian: bytes[place + width..<place + 2 * width])
      return Edit(
        duration: Int64(bigEndian: bytes[place..<place + width]),
        media: width == 4 ? Int64(Int32(truncatingIfNeeded: media)) : media,
        rate: UInt32(truncatingIfNeeded: Int64(bigEndian: bytes[place + 2 * width..<place + size])))
    }
  }

  /// More bytes than edit lists have.
  private static let mostBytes = 1 << 20

  /// The first edit that libavformat does not play as written, as text for a message; nil if it plays all of them.
  var complaint: String? {
    let shown = edits.indices.filter { edits[$0].media >= 0 && edits[$0].duration > 0 }
    guard let first = shown.first, let last = shown.last else { return nil }
    let odd = (first...last).first { edits[$0].media < 0 || edits[$0].rate != 1 << 16 }
    guard let odd else { return nil }
    let before = edits[..<odd].reduce(Int64(0)) { $0 &+ $1.duration }
    let place = Rational((Rational(before, scale) * Rational(100)).rounded ?? 0, 100)
    let what = edits[odd].media < 0 ? "a pause" : edits[odd].rate == 0 ? "a frame that is held" : "another speed"
    return place == .zero
      ? "its edit list has \(what), which is not read"
      : "its edit list has \(what) after \(place.inWords), which is not read: cut it apart there"
  }

  /// The place in the media that is shown first, in ticks of the track; `nil` if nothing is shown.
  var firstMedia: Int64? { edits.first { $0.media >= 0 }?.media }

  /// The pause before it, in seconds.
  var pause: Rational { Rational(edits.prefix { $0.media < 0 }.reduce(0) { $0 &+ $1.duration }, scale) }

  /// The number of parts of the media that the list plays.
  var partCount: Int { edits.count { $0.media >= 0 && $0.duration > 0 } }

  /// The total duration of those parts, in seconds.
  var shownDuration: Rational {
    Rational(edits.reduce(0) { $0 &+ ($1.media >= 0 ? $1.duration : 0) }, scale)
  }
}
