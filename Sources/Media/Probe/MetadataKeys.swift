import CFFmpeg
package import Platform
import Glibc

/// The names of what a file says about itself, found without reading what it says.
///
/// Libavformat reads every value, covers of many megabytes included. QuickTime's boxes and MP3's frames tell how long
/// they are, so they can be stepped over; other files are small in this respect, and libavformat is asked.
package enum MetadataKeys {
  package static func keys(ofFile path: ConfinedPath) throws(LibAVError) -> [String] {
    let file = try reading { () throws(SystemFailure) in try path.open() }
    let length = try reading { () throws(SystemFailure) in Int64(try file.status().st_size) }
    let read: ByteReading = { position, count throws(LibAVError) in
      try reading { () throws(SystemFailure) in try file.bytes(at: position, count: count) }
    }
    if let movie = try QuickTimeKeys(length: length, read) { return movie.keys }
    if let tag = try ID3Keys(read) { return tag.keys }
    let demuxer = try Demuxer(path: path)
    return Dictionary(libav: demuxer.context.pointee.metadata).keys.sorted()
  }

  private static func reading<Value>(_ work: () throws(SystemFailure) -> Value) throws(LibAVError) -> Value {
    do throws(SystemFailure) { return try work() } catch { throw LibAVError(error, call: "read") }
  }
}

/// The entries of `moov/udta/meta/ilst`.
private struct QuickTimeKeys {
  let keys: [String]

  init?(length: Int64, _ read: @escaping ByteReading) throws(LibAVError) {
    guard try read(4, 4) == Array("ftyp".utf8) else { return nil }
    func box(_ name: String, in part: Range<Int64>) throws(LibAVError) -> Range<Int64>? {
      var boxes = MovieBoxes(part, read: read)
      return try boxes.next(name)?.content.clamped(to: part)
    }
    guard let movie = try box("moov", in: 0..<length), let user = try box("udta", in: movie),
      let meta = try box("meta", in: user),
      // Four bytes stand before the first box.
      let list = try box("ilst", in: meta.dropFirst(4))
    else {
      keys = []
      return
    }
    var names: [String] = []
    var entries = MovieBoxes(list, read: read)
    while let entry = try entries.next() { names.append(QuickTimeKeys.names[entry.name] ?? entry.name) }
    keys = names
  }

  private static let names = [
    "©nam": "title", "©ART": "artist", "aART": "album_artist", "©alb": "album", "©day": "date", "©cmt": "comment",
    "©gen": "genre", "©lyr": "lyrics", "©too": "encoder", "©wrt": "composer", "cprt": "copyright", "covr": "artwork",
    "desc": "description", "trkn": "track", "disk": "disc",
  ]
}

/// The frames of an ID3 tag, versions 2.3 and 2.4.
private struct ID3Keys {
  let keys: [String]

  init?(_ read: ByteReading) throws(LibAVError) {
    let head = try read(0, 10)
    guard head.count == 10, head.starts(with: "ID3".utf8), [3, 4].contains(head[3]) else { return nil }
    let end = 10 + ID3Keys.sevens(head[6...])
    var position: Int64 = 10
    var found: [String] = []
    while position + 10 <= end {
      let frame = try read(position, 10)
      guard frame.count == 10, frame[0] != 0 else { break }
      let size = head[3] == 4 ? ID3Keys.sevens(frame[4..<8]) : Int64(bigEndian: frame[4..<8])
      let name = String(decoding: frame[..<4], as: UTF8.self)
      found.append(ID3Keys.names[name] ?? name)
      position += 10 + size
    }
    keys = found
  }

  /// Seven bits a byte.
  private static func sevens(_ bytes: ArraySlice<UInt8>) -> Int64 {
    bytes.prefix(4).reduce(0) { $0 << 7 | Int64($1) }
  }

  private static let names = [
    "TIT2": "title", "TPE1": "artist", "TPE2": "album_artist", "TALB": "album", "TDRC": "date", "TYER": "date",
    "COMM": "comment", "TCON": "genre", "USLT": "lyrics", "TCOM": "composer", "TCOP": "copyright", "APIC": "artwork",
    "TSSE": "encoder", "TRCK": "track", "TPOS": "disc",
  ]
}
