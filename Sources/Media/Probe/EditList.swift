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

  /// The edit lists of some tracks, in the order of the file.
  /// - Parameters:
  ///   - tracks: The numbers of the tracks.
  ///   - movie: The box `moov`.
  /// - Throws: LibAVError if the file cannot be read.
  static func lists(
    ofTracks tracks: Set<Int64>, in movie: MovieBox, _ read: @escaping ByteReading
  ) throws(LibAVError) -> [EditList] {
    var lists: [EditList] = []
    var scale: Int64?
    var parts = MovieBoxes(movie.content, read: read)
    while let part = try parts.next() {
      if part.name == "mvhd" { scale = part.number(atOld: 12, atNew: 20) }
      guard part.name == "trak", let scale, scale > 0, let list = try list(ofTrack: part, among: tracks, read) else {
        continue
      }
      lists.append(EditList(edits: try edits(in: list, read), scale: scale))
    }
    return lists
  }

  /// The box of a track's edit list; nil if the track has none, or is none of those that are asked for.
  private static func list(
    ofTrack track: MovieBox, among tracks: Set<Int64>, _ read: @escaping ByteReading
  ) throws(LibAVError) -> MovieBox? {
    guard let number = try track.first("tkhd", read: read)?.number(atOld: 12, atNew: 20), tracks.contains(number) else {
      return nil
    }
    return try track.first("edts", "elst", read: read)
  }

  private static func edits(in list: MovieBox, _ read: ByteReading) throws(LibAVError) -> [Edit] {
    let width = list.beginning.first == 1 ? 8 : 4
    let size = 2 * width + 4
    guard list.content.count <= mostBytes else {
      throw LibAVError(call: "probe", code: cff_error_invalid_data, text: "its edit list is too long to be read")
    }
    let bytes = try read(list.content.lowerBound, min(list.content.count, mostBytes))
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

  /// How many parts of the media are shown.
  var partCount: Int { edits.count { $0.media >= 0 && $0.duration > 0 } }

  /// How long these are together, in seconds.
  var shownDuration: Rational {
    Rational(edits.reduce(0) { $0 &+ ($1.media >= 0 ? $1.duration : 0) }, scale)
  }
}
