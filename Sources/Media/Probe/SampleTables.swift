/// The numbers of samples that the tables of a QuickTime or MP4 track list.
///
/// Each table lists all samples in its own way (ISO/IEC 14496-12, 8.6 and 8.7). Where one lists fewer than the others,
/// libavformat takes the rest for not there.
struct SampleTables {
  /// The number of samples that have a duration, that have a size, and that lie in chunks.
  private(set) var durations: Int64 = 0
  private(set) var sizes: Int64 = 0
  private(set) var chunked: Int64 = 0
  /// The name of the first box that a track has to have and this one lacks; nil if all are there.
  private(set) var missing: String?

  /// The number of samples that libavformat does not find.
  var lost: Int64 { max(durations, sizes) - min(sizes, chunked) }
  /// Whether there are samples, and none that libavformat finds.
  var lackAll: Bool { lost > 0 && min(sizes, chunked) == 0 }

  /// - Parameter track: The box `trak`.
  /// - Throws: what `read` throws.
  init(of track: MovieBox, read: @escaping ByteReading) throws(LibAVError) {
    let media = try track.first("mdia", read: read)
    if try media?.first("mdhd", read: read) == nil { missing = "mdhd" }
    var tables: [String: MovieBox] = [:]
    if let table = try media?.first("minf", "stbl", read: read) {
      var boxes = MovieBoxes(table.content, read: read)
      while let box = try boxes.next() { tables[box.name] = tables[box.name] ?? box }
    }
    let (stsz, stco) = (tables["stsz"] ?? tables["stz2"], tables["stco"] ?? tables["co64"])
    for (name, table) in [("stts", tables["stts"]), ("stsc", tables["stsc"]), ("stsz", stsz), ("stco", stco)]
    where table == nil { missing = missing ?? name }
    guard missing == nil, let stts = tables["stts"], let stsc = tables["stsc"], let stsz, let stco else { return }
    try SampleTables.walk(stts, width: 8, read) { durations += $0[0] }
    sizes = stsz.number(at: 8) ?? 0
    let chunks = stco.number(at: 4) ?? 0
    var run: (first: Int64, samples: Int64)?
    try SampleTables.walk(stsc, width: 12, read) { entry in
      chunked += SampleTables.samples(run, upTo: min(entry[0], chunks + 1))
      run = (entry[0], entry[1])
    }
    chunked += SampleTables.samples(run, upTo: chunks + 1)
  }

  /// The number of samples in the chunks of a run that lie before the chunk of a number; no more than can be.
  private static func samples(_ run: (first: Int64, samples: Int64)?, upTo end: Int64) -> Int64 {
    run.map { min(max(end - $0.first, 0), most) * min($0.samples, most) } ?? 0
  }

  /// More chunks, and more samples in a chunk, than any file has.
  private static let most: Int64 = 1 << 24

  /// Goes through the entries of a table, each of so many bytes, with its numbers of four bytes.
  private static func walk(
    _ table: MovieBox, width: Int, _ read: ByteReading, _ body: ([Int64]) -> Void
  ) throws(LibAVError) {
    var left = table.number(at: 4) ?? 0
    var position = table.content.lowerBound + 8
    while left > 0, position < table.content.upperBound {
      let room = (table.content.upperBound - position) / Int64(width)
      let count = Int(min(left, room, Int64(block / width)))
      let bytes = try read(position, count * width)
      guard count > 0, bytes.count == count * width else { return }
      for start in stride(from: 0, to: bytes.count, by: width) {
        body(stride(from: start, to: start + width, by: 4).map { Int64(bigEndian: bytes[$0..<$0 + 4]) })
      }
      left -= Int64(count)
      position += Int64(bytes.count)
    }
  }

  private static let block = 48 << 10
}

extension MovieBox {
  /// The number of four bytes at a place in the box; nil if the box ends before it.
  fileprivate func number(at place: Int) -> Int64? { number(atOld: place, atNew: place) }
}
