import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Pictures whose files tell of damage that libavcodec does not see, and how the camera was held.
@Suite struct PictureFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func picture(_ name: String, _ options: String...) throws -> Data {
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=0.8", "-frames:v", "1"] + options + [path])
    return try Data(contentsOf: URL(filePath: path))
  }

  private func find(_ bytes: Data, _ name: String) throws -> MediaFacts {
    try bytes.write(to: URL(filePath: folder.path(name)))
    return try facts(folder.path(name))
  }

  @Test func aHEICIsCalledOne() throws {
    let folder = try TemporaryFolder()
    let start: [UInt8] = [0, 0, 0, 0x18] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    try Data(start + [0, 0, 0, 16] + Array("meta".utf8) + [UInt8](repeating: 0, count: 8)).write(
      to: URL(filePath: folder.path("a.heic")))
    guard case .unreadable(let why) = MediaProbe.probe(path: folder.path("a.heic"), depth: .precise) else {
      Issue.record("it is read")
      return
    }
    #expect(why.contains("it is a HEIC"), "\(why)")
  }

  /// Behind a photo may stand other pictures of it, a movie, or anything else.
  @Test(arguments: [true, false], ["a.jpg", "a.JPEG", "a.mpo"]) func aPhotoWithSomethingBehindIt(
    isPicture: Bool, name: String
  ) throws {
    let folder = try TemporaryFolder()
    for color in ["green", "red"] {
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "color=\(color):s=64x48", "-frames:v", "1", folder.path("\(color).jpg"))
    }
    let photo = try Data(contentsOf: URL(filePath: folder.path("green.jpg")))
    let comment = Data([0xFF, 0xFE, 0x4E, 0x22] + [UInt8](repeating: 65, count: 20_000))
    let other = isPicture ? try Data(contentsOf: URL(filePath: folder.path("red.jpg"))) : Data(repeating: 0x5A, count: 44_000)
    try (photo[..<2] + comment + photo[2...] + other).write(to: URL(filePath: folder.path(name)))
    let found = try facts(folder.path(name))
    #expect(found.video?.timing == .still && found.damage == nil)
    let frame = try FrameReader(path: folder.path(name), facts: #require(found.video)).frame(0)
    let pixel = try FrameConverter.convert(frame, to: "rgba", color: ColorFacts(matrix: "gbr", isFullRange: true))
    #expect(pixel.withPlane(0) { bytes, _ in bytes[1] > 100 && bytes[0] < 50 })
  }

  @Test(arguments: ["a.exr", "a.qoi", "a.sun", "a.jls", "a.jpg"], [0.5, 0.99]) func aCutPicture(
    name: String, share: Double
  )
    throws
  {
    let whole = try picture(
      name, "-f", "image2", "-c:v",
      ["a.jls": "jpegls", "a.jpg": "mjpeg", "a.sun": "sunrast"][name] ?? String(name.dropFirst(2)))
    #expect(try find(whole, "whole.\(name.dropFirst(2))").damage == nil)
    let cut = try find(whole.prefix(Int(Double(whole.count) * share)), "cut.\(name.dropFirst(2))")
    #expect(cut.damage == .zero)
  }

  @Test(arguments: [(["-compression", "none"], 0), (["-compression", "zip16"], 1)])
  func anEXRThatLacksOneByte(options: [String], seed: Int) throws {
    let path = folder.path("\(seed).exr")
    try CommandLineTool.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", "-pix_fmt", "gbrpf32"] + options + [path])
    let whole = try Data(contentsOf: URL(filePath: path))
    #expect(try find(whole, "whole.exr").damage == nil)
    #expect(try find(whole.dropLast(), "cut.exr").damage == .zero)
  }

  /// A checksum that is wrong counts, if without its chunk the picture would be another one.
  @Test(arguments: [("PLTE", true), ("IDAT", true), ("pHYs", true), ("tEXt", false)]) func aDamagedChunk(name: String, decides: Bool)
    throws
  {
    var bytes = try picture("a.png", "-pix_fmt", "pal8")
    if name == "tEXt" { bytes.insert(contentsOf: [0, 0, 0, 3] + Array("tEXta\0b".utf8) + [1, 2, 3, 4], at: 33) }
    #expect(try find(bytes, "whole.png").damage == nil)
    let place = try #require(bytes.range(of: Data(name.utf8))).upperBound
    bytes[place + 1] ^= 0x80
    try bytes.write(to: URL(filePath: folder.path("b.png")))
    switch MediaProbe.probe(path: folder.path("b.png"), depth: .precise) {
    case .found(let facts): #expect((facts.damage == .zero) == decides)
    case .unreadable: #expect(decides)
    default: Issue.record("it was not looked at")
    }
  }

  @Test func anAnimatedWebPIsNamed() throws {
    let path = folder.path("a.webp")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-c:v", "libwebp_anim", path)
    guard case .unreadable(let words) = MediaProbe.probe(path: path, depth: .precise) else {
      Issue.record("it is read")
      return
    }
    #expect(words == "it is an animated WebP, which is not read: save it as APNG or as a movie")
  }

  @Test(arguments: ["a.gif", "a.apng"]) func framesThatAreMissing(name: String) throws {
    let path = folder.path(name)
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=0.8", path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let mark = name == "a.gif" ? Data([0x21, 0xF9, 0x04]) : Data("fcTL".utf8)
    var places: [Int] = []
    while let next = bytes[(places.last.map { $0 + 1 } ?? 0)...].range(of: mark) { places.append(next.lowerBound) }
    #expect(places.count == 4)
    #expect(try facts(path).breaksOff == nil)
    let cut = try find(bytes.prefix(places[3] - (name == "a.gif" ? 0 : 4)), "cut.\(name.dropFirst(2))")
    #expect(cut.breaksOff == Rational(3, 5) && cut.video?.timing.frameCount == 3)
  }

  // MARK: TIFF

  /// A TIFF of 64x48, by its tags, types and values, and what stands behind them.
  private func tiff(_ entries: [(tag: Int, type: Int, value: Int)], _ data: Data) -> Data {
    func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let common = [(256, 4, 64), (257, 4, 48), (258, 3, 8), (262, 3, 1), (277, 3, 1)]
    let all = (common + entries.map { ($0.tag, $0.type, $0.value) }).sorted { $0.0 < $1.0 }
    let table = all.flatMap { number($0.0, 2) + number($0.1, 2) + number(1, 4) + number($0.2, 4) }
    let head = Array("II*\0".utf8) + number(8, 4) + number(all.count, 2) + table + [0, 0, 0, 0]
    return Data(head + [UInt8](repeating: 0, count: 200 - head.count)) + data
  }

  @Test func aTIFFThatIsTakenForBlack() throws {
    let white = Data(repeating: 255, count: 64 * 48)
    let strips = [(tag: 273, type: 4, value: 200), (278, 3, 48), (279, 4, white.count), (259, 3, 1)]
    #expect(try find(tiff(strips, white), "strips.tif").damage == nil)
    let tiles = [(tag: 322, type: 3, value: 64), (323, 3, 48), (324, 4, 200), (325, 4, white.count), (259, 3, 1)]
    let jpeg = try picture("a.jpg", "-pix_fmt", "gray")
    let coded = [(tag: 273, type: 4, value: 200), (278, 3, 48), (279, 4, jpeg.count), (259, 3, 7)]
    for (bytes, word) in [(tiff(tiles, white), "in tiles"), (tiff(coded, jpeg), "compressed as JPEG")] {
      try bytes.write(to: URL(filePath: folder.path("a.tif")))
      guard case .unreadable(let why) = MediaProbe.probe(path: folder.path("a.tif"), depth: .precise) else {
        Issue.record("it is read")
        continue
      }
      #expect(why.contains(word), "\(why)")
    }
  }

  @Test(arguments: [
    (1, Orientation(quarterTurns: 0)), (4, Orientation(quarterTurns: 2, isMirrored: true)),
    (6, Orientation(quarterTurns: 1)), (8, Orientation(quarterTurns: 3)), (9, .upright),
  ])
  func theOrientationOfATIFF(number: Int, orientation: Orientation) throws {
    let white = Data(repeating: 255, count: 64 * 48)
    let strips = [(tag: 273, type: 4, value: 200), (278, 3, 48), (279, 4, white.count), (259, 3, 1), (274, 3, number)]
    #expect(try find(tiff(strips, white), "a.tif").video?.orientation == orientation)
  }

  /// BigTIFF, which libavformat does not know.
  @Test func aKindThatIsNotRead() throws {
    try Data(Array("II+\0".utf8) + [8, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 500))
      .write(to: URL(filePath: folder.path("a.tif")))
    guard case .unreadable(let why) = MediaProbe.probe(path: folder.path("a.tif"), depth: .precise) else {
      Issue.record("it is read")
      return
    }
    #expect(why.contains("no picture of a kind that is read"), "\(why)")
  }

  @Test func aTIFFWhoseChecksumIsWrong() throws {
    let pixels = (0..<64 * 48).map { UInt8($0 % 251) }
    let (low, high) = pixels.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65521
      return (low, (sums.1 + low) % 65521)
    }
    // One block that is stored as it is (RFC 1950 and 1951).
    let (count, checksum) = (UInt16(pixels.count), UInt32(high << 16 | low))
    var stream = Data([0x78, 0x01, 0x01])
    for number in [count, ~count] { withUnsafeBytes(of: number.littleEndian) { stream.append(contentsOf: $0) } }
    stream += pixels
    withUnsafeBytes(of: checksum.bigEndian) { stream.append(contentsOf: $0) }
    let strips = [(tag: 273, type: 4, value: 200), (278, 3, 48), (279, 4, stream.count), (259, 3, 8)]
    #expect(try find(tiff(strips, stream), "whole.tif").damage == nil)
    stream[500] ^= 1
    #expect(try find(tiff(strips, stream), "b.tif").damage == .zero)
  }
}
