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

  /// Reads the edit list of a stream's track; nil if the track has none.
  /// - Throws: LibAVError if the file cannot be read.
  init?(_ demuxer: Demuxer, stream: Int) throws(LibAVError) {
    let id = Int64(try demuxer.stream(stream).pointee.id)
    let whole = Box(name: "", content: 0, end: avio_size(demuxer.context.pointee.pb))
    guard let movie = try whole.children(demuxer).first(where: { $0.name == "moov" }) else { return nil }
    let parts = try movie.children(demuxer)
    guard let header = parts.first(where: { $0.name == "mvhd" }) else { return nil }
    scale = try header.number(demuxer, atOld: 12, atNew: 20)
    guard scale > 0 else { return nil }
    for track in parts where track.name == "trak" {
      let parts = try track.children(demuxer)
      guard let header = parts.first(where: { $0.name == "tkhd" }), let edits = parts.first(where: { $0.name == "edts" }),
        try header.number(demuxer, atOld: 12, atNew: 20) == id,
        let list = try edits.children(demuxer).first(where: { $0.name == "elst" })
      else { continue }
      self.edits = try EditList.edits(in: list, demuxer)
      return
    }
    return nil
  }

  private static func edits(in list: Box, _ demuxer: Demuxer) throws(LibAVError) -> [Edit] {
    let bytes = try demuxer.bytes(at: list.content, count: Int(min(list.end - list.content, Box.mostBytes)))
    guard let version = bytes.first else { return [] }
    let width = version == 1 ? 8 : 4
    func number(at place: Int) -> Int64 { bytes[place..<place + width].reduce(0) { $0 << 8 | Int64($1) } }
    return stride(from: 8, through: bytes.count - 2 * width - 4, by: 2 * width + 4).map { place in
      let media = number(at: place + width)
      let rate = bytes[place + 2 * width..<place + 2 * width + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      return Edit(
        duration: number(at: place), media: width == 4 ? Int64(Int32(truncatingIfNeeded: media)) : media, rate: rate)
    }
  }

  /// The first edit that libavformat does not play as written, as text for a message; nil if it plays all of them.
  var complaint: String? {
    let shown = edits.indices.filter { edits[$0].media >= 0 && edits[$0].duration > 0 }
    guard let first = shown.first, let last = shown.last, first < last else { return nil }
    guard let odd = (first...last).first(where: { edits[$0].media < 0 || edits[$0].rate != 1 << 16 }) else { return nil }
    let before = edits[..<odd].reduce(Int64(0)) { $0 &+ $1.duration }
    let place = Rational((Rational(before, scale) * Rational(100)).rounded ?? 0, 100).inWords
    let what = edits[odd].media < 0 ? "a pause" : edits[odd].rate == 0 ? "a frame that is held" : "another speed"
    return "its edit list has \(what) after \(place), which is not read: cut it apart there"
  }
}

/// A box of a QuickTime or MP4 file.
private struct Box {
  var name: String
  /// The byte offsets at which its content begins and ends.
  var content: Int64
  var end: Int64

  /// More boxes than files have side by side, and more bytes than edit lists have.
  private static let mostBoxes = 1 << 16
  static let mostBytes: Int64 = 1 << 20

  func children(_ demuxer: Demuxer) throws(LibAVError) -> [Box] {
    var boxes: [Box] = []
    var position = content
    while position + 8 <= end, boxes.count < Box.mostBoxes {
      let head = try demuxer.bytes(at: position, count: 16)
      guard head.count >= 8, let size = FragmentScan.size(of: head, from: position, length: end) else { break }
      let length: Int64 = head[0..<4].elementsEqual([0, 0, 0, 1]) ? 16 : 8
      boxes.append(
        Box(
          name: String(decoding: head[4..<8], as: UTF8.self), content: position + length, end: min(position + size, end)))
      position += size
    }
    return boxes
  }

  /// Returns a number of four bytes, which stands at one place in boxes of version 0 and at another one in later ones; 0 if
  /// the box ends before it.
  func number(_ demuxer: Demuxer, atOld old: Int64, atNew new: Int64) throws(LibAVError) -> Int64 {
    let isNew = try demuxer.bytes(at: content, count: 1).first == 1
    let place = content + (isNew ? new : old)
    guard place + 4 <= end else { return 0 }
    return try demuxer.bytes(at: place, count: 4).reduce(0) { $0 << 8 | Int64($1) }
  }
}
