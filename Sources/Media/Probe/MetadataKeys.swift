import CFFmpeg
package import Platform
import Glibc

/// The names of what a file says about itself, found without reading what it says.
///
/// Libavformat reads every value, covers of many megabytes included. QuickTime's boxes and MP3's frames tell how long
/// they are, so they can be stepped over; other files are small in this respect, and libavformat is asked.
package enum MetadataKeys {
  package static func keys(ofFile path: ConfinedPath) throws(LibAVError) -> [String] {
    if let file = SteppedFile(path) {
      if let keys = QuickTimeKeys(file)?.keys ?? ID3Keys(file)?.keys { return keys }
    }
    let demuxer = try Demuxer(path: path)
    return Dictionary(libav: demuxer.context.pointee.metadata).keys.sorted()
  }
}

/// A file of which only pieces are read.
final class SteppedFile {
  private let file: Descriptor
  let length: UInt64

  init?(_ path: ConfinedPath) {
    guard let file = try? path.open(), let status = try? file.status() else { return nil }
    self.file = file
    length = UInt64(status.st_size)
  }

  /// Nil where there are not so many bytes.
  func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
    guard count >= 0, offset <= length, UInt64(count) <= length - offset else { return nil }
    let bytes = try? file.bytes(at: Int64(offset), count: count)
    return bytes?.count == count ? bytes : nil
  }

  func number(at offset: UInt64, bytes count: Int = 4) -> UInt64? {
    bytes(at: offset, count: count)?.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The entries of `moov/udta/meta/ilst`.
private struct QuickTimeKeys {
  let keys: [String]

  init?(_ file: SteppedFile) {
    guard file.bytes(at: 4, count: 4) == Array("ftyp".utf8) else { return nil }
    let whole = Box(name: "", content: 0..<file.length)
    guard let user = whole.child("moov", in: file)?.child("udta", in: file) else {
      keys = []
      return
    }
    // Within `meta`, four bytes stand before the first box.
    let list = user.child("meta", in: file)?.child("ilst", in: file, skipping: 4)
    keys = (list?.children(in: file) ?? []).map(\.name).map { QuickTimeKeys.names[$0] ?? $0 }
  }

  private static let names = [
    "©nam": "title", "©ART": "artist", "aART": "album_artist", "©alb": "album", "©day": "date", "©cmt": "comment",
    "©gen": "genre", "©lyr": "lyrics", "©too": "encoder", "©wrt": "composer", "cprt": "copyright", "covr": "artwork",
    "desc": "description", "trkn": "track", "disk": "disc",
  ]

  private struct Box {
    var name: String
    var content: Range<UInt64>

    func children(in file: SteppedFile, skipping head: UInt64 = 0) -> [Box] {
      var boxes: [Box] = []
      var position = content.lowerBound + head
      while position + 8 <= content.upperBound, let short = file.number(at: position),
        let name = file.bytes(at: position + 4, count: 4)
      {
        let (size, start) = short == 1 ? (file.number(at: position + 8, bytes: 8) ?? 0, UInt64(16)) : (short, 8)
        // A damaged file may say any number.
        let (end, overflows) = size == 0 ? (content.upperBound, false) : position.addingReportingOverflow(size)
        guard !overflows, end >= position + start, end <= content.upperBound else { break }
        let text = String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
        boxes.append(Box(name: text, content: position + start..<end))
        position = end
      }
      return boxes
    }

    func child(_ name: String, in file: SteppedFile, skipping head: UInt64 = 0) -> Box? {
      children(in: file, skipping: head).first { $0.name == name }
    }
  }
}

/// The frames of an ID3 tag, versions 2.3 and 2.4.
private struct ID3Keys {
  let keys: [String]

  init?(_ file: SteppedFile) {
    guard let head = file.bytes(at: 0, count: 10), head.prefix(3) == Array("ID3".utf8)[...], [3, 4].contains(head[3])
    else { return nil }
    let end = 10 + ID3Keys.sevens(head[6...])
    var position: UInt64 = 10
    var found: [String] = []
    while position + 10 <= end, let frame = file.bytes(at: position, count: 10), frame[0] != 0 {
      let size = head[3] == 4 ? ID3Keys.sevens(frame[4..<8]) : frame[4..<8].reduce(0) { $0 << 8 | UInt64($1) }
      let name = String(decoding: frame[..<4], as: UTF8.self)
      found.append(ID3Keys.names[name] ?? name)
      position += 10 + size
    }
    keys = found
  }

  /// Seven bits a byte.
  private static func sevens(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.prefix(4).reduce(0) { $0 << 7 | UInt64($1) }
  }

  private static let names = [
    "TIT2": "title", "TPE1": "artist", "TPE2": "album_artist", "TALB": "album", "TDRC": "date", "TYER": "date",
    "COMM": "comment", "TCON": "genre", "USLT": "lyrics", "TCOM": "composer", "TCOP": "copyright", "APIC": "artwork",
    "TSSE": "encoder", "TRCK": "track", "TPOS": "disc",
  ]
}
