import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct ProbeTests {
  /// Shows AST-04.
  @Test func tellsWhyAFileCannotBeRead() throws {
    let folder = try TemporaryFolder()
    #expect(MediaProbe.probe(path: folder.path("none.mp4"), depth: .header) == .missing)
    try Data("hello".utf8).write(to: folder.url.appending(path: "text.mp4"))
    guard case .unreadable = MediaProbe.probe(path: folder.path("text.mp4"), depth: .header) else {
      Issue.record("text was read")
      return
    }
    try Data().write(to: folder.url.appending(path: "empty.mov"))
    guard case .unreadable = MediaProbe.probe(path: folder.path("empty.mov"), depth: .precise) else {
      Issue.record("nothing was read")
      return
    }
    guard case .unreadable = MediaProbe.probe(path: folder.url.path, depth: .header) else {
      Issue.record("a folder was read")
      return
    }
    try Data("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nother.ts\n#EXT-X-ENDLIST\n".utf8)
      .write(to: folder.url.appending(path: "list.m3u8"))
    try BarcodeMovie().write(to: folder.path("other.mp4"))
    try CommandLineTool.ffmpeg("-i", folder.path("other.mp4"), "-c", "copy", folder.path("other.ts"))
    if case .found = MediaProbe.probe(path: folder.path("list.m3u8"), depth: .header) {
      Issue.record("a playlist led to another file")
    }
  }

  @Test func readsAHeaderAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mp4")
    var movie = BarcodeMovie()
    movie.sound = [TestSound.sweep(count: 192_000)]
    try movie.write(to: path)
    let (header, precise) = (try facts(path, depth: .header), try facts(path))
    #expect(header.video == precise.video)
    #expect(header.audio == precise.audio)
    #expect(precise.video?.codec == "h264")
    #expect(precise.video?.codedSize == PixelSize(width: 320, height: 180))
    #expect(precise.audio?.codec == "aac")
    #expect(precise.audio?.channels == 1)
    #expect(precise.audio?.layout == "mono")
    #expect(precise.streams.map(\.medium) == ["video", "audio"])
    #expect(precise.durationSource == .header)
  }

  /// Loud for two seconds and silent for eight: what the first bits promise is not what comes.
  /// Shows AST-08, AST-09.
  @Test func aGuessedLengthIsCounted() throws {
    let folder = try TemporaryFolder()
    for (name, options) in [("bare.mp3", ["-write_xing", "0"]), ("listed.mp3", []), ("indexed.m4a", [])] {
      try CommandLineTool.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "anoisesrc=d=2:c=white:r=48000,apad=whole_dur=10"]
          + (name.hasSuffix("mp3") ? ["-c:a", "libmp3lame", "-q:a", "5", "-id3v2_version", "0"] : []) + options
          + [folder.path(name)])
    }
    let (guessed, counted) = (try facts(folder.path("bare.mp3"), depth: .header), try facts(folder.path("bare.mp3")))
    #expect(guessed.durationSource == .estimated && !guessed.isDurationInHeader)
    #expect(counted.durationSource == .scanned && !counted.isDurationInHeader)
    let (guess, truth) = (try #require(guessed.audio?.duration), try #require(counted.audio?.duration))
    #expect(abs(truth.approximate - 10) < 0.1 && abs(guess.approximate - 10) > 0.5, "\(guess), \(truth)")
    for name in ["listed.mp3", "indexed.m4a"] { #expect(try facts(folder.path(name)).isDurationInHeader, "\(name)") }
  }

  @Test(arguments: [
    FrameRate(30000, 1001), FrameRate(25), FrameRate(24000, 1001), FrameRate(60), FrameRate(60000, 1001), FrameRate(24),
  ])
  func findsTheRateBehindMilliseconds(rate: FrameRate) throws {
    let folder = try TemporaryFolder()
    for frames in [1, 2, 10, 100] {
      let path = folder.path("\(frames).mkv")
      var movie = BarcodeMovie()
      movie.frames = frames
      movie.rate = rate
      movie.container = .mkv
      try movie.write(to: path)
      #expect(try facts(path).video?.timing == .regular(rate, count: Int64(frames)))
      // A copy has a finer clock, but still the rounded times. Over few frames one rate looks like another.
      guard frames == 100 else { continue }
      try CommandLineTool.ffmpeg("-i", path, "-c", "copy", folder.path("\(frames).mov"))
      let copy = try facts(folder.path("\(frames).mov")).video?.timing
      #expect(copy == .regular(rate, count: Int64(frames)))
    }
  }

  /// What each matrix does to a picture is worked out from its four numbers, independently of the reader.
  /// Shows VID-24.
  @Test(arguments: [0, 1, 2, 3], [false, true])
  func readsEveryOrientation(quarterTurns: Int, isMirrored: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mp4")
    var movie = BarcodeMovie()
    movie.frames = 2
    try movie.write(to: path)
    var file = try Data(contentsOf: URL(filePath: path))
    let header = try #require(file.range(of: Data("tkhd".utf8)))
    // Version 0: the matrix lies 40 bytes into the box's content.
    let matrix = header.upperBound + 40
    let (cosine, sine) = [(1, 0), (0, 1), (-1, 0), (0, -1)][quarterTurns]
    let flip = isMirrored ? -1 : 1
    let numbers = [flip * cosine, flip * sine, 0, -sine, cosine, 0]
    for (index, number) in numbers.enumerated() {
      let bytes = withUnsafeBytes(of: Int32(number * 65536).bigEndian) { Data($0) }
      file.replaceSubrange(matrix + 4 * index..<matrix + 4 * index + 4, with: bytes)
    }
    try file.write(to: URL(filePath: path))
    let video = try #require(try facts(path).video)
    #expect(video.orientation == Orientation(quarterTurns: quarterTurns, isMirrored: isMirrored))
    #expect(video.displaySize.width == (quarterTurns % 2 == 1 ? 180 : 320))
  }

  @Test func readsRotationAsTheToolsDo() throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    let path = folder.path("turned.mp4")
    try CommandLineTool.ffmpeg("-i", folder.path("movie.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", path)
    // Counted against the clock, as ffprobe prints it.
    let printed = try CommandLineTool.ffprobe(path, "-show_entries", "stream_side_data=rotation")
    #expect(printed.first == "90")
    #expect(try facts(path).video?.orientation == Orientation(quarterTurns: 3))
  }

  @Test(arguments: [
    (1, 0, false), (2, 0, true), (3, 2, false), (4, 2, true), (5, 3, true), (6, 1, false), (7, 1, true), (8, 3, false),
  ])
  func readsTheOrientationOfPhotographs(tag: UInt8, quarterTurns: Int, isMirrored: Bool) throws {
    let folder = try TemporaryFolder()
    try TestPicture.writePNG(
      Barcode.frame(5, size: PixelSize(width: 320, height: 180)), to: folder.path("a.png"))
    try CommandLineTool.ffmpeg("-i", folder.path("a.png"), folder.path("a.jpg"))
    var file = try Data(contentsOf: URL(filePath: folder.path("a.jpg")))
    // An EXIF segment with one directory of one entry: Orientation.
    let exif: [UInt8] =
      Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, tag, 0, 0, 0, 0, 0, 0, 0]
    file.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
    try file.write(to: URL(filePath: folder.path("b.jpg")))
    let found = try facts(folder.path("b.jpg"))
    #expect(found.isStill)
    let expected = Orientation(quarterTurns: quarterTurns, isMirrored: isMirrored)
    #expect(found.video?.orientation == expected)
    // PNG and WebP have a chunk for the same directory.
    for (kind, chunk) in [("png", "eXIf"), ("webp", "EXIF")] {
      let path = folder.path("a.\(kind)")
      if kind != "png" { try CommandLineTool.ffmpeg("-i", folder.path("a.png"), path) }
      var file = try Data(contentsOf: URL(filePath: path))
      let directory = Array(exif.dropFirst(6))
      if kind == "png" {
        let sum = crc32(Array(chunk.utf8) + directory)
        file.insert(contentsOf: [0, 0, 0, UInt8(directory.count)] + Array(chunk.utf8) + directory + sum, at: 33)
      } else {
        file += Array(chunk.utf8) + [UInt8(directory.count), 0, 0, 0] + directory
        let size = UInt32(file.count - 8)
        withUnsafeBytes(of: size.littleEndian) { file.replaceSubrange(4..<8, with: $0) }
      }
      try file.write(to: URL(filePath: path))
      let other = try facts(path)
      #expect(other.video?.orientation == expected && other.damage == nil, "\(kind)")
    }
  }

  /// The checksum of PNG, in its four bytes.
  private func crc32(_ bytes: [UInt8]) -> [UInt8] {
    let sum = bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return withUnsafeBytes(of: (~sum).bigEndian) { Array($0) }
  }

  @Test func readsPixelAspect() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("dv.mp4")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc=s=360x288:d=0.2:r=25", "-vf", "setsar=64/45", "-c:v", "libx264", path)
    let video = try #require(try facts(path).video)
    #expect(video.pixelAspect == Rational(64, 45))
    #expect(video.displaySize == PixelSize(width: 512, height: 288))
  }

  /// Shows MET-02.
  @Test func leavesCoverImagesOut() throws {
    let folder = try TemporaryFolder()
    try TestSound.write([TestSound.sweep(count: 48000)], to: folder.path("a.wav"))
    try TestPicture.writePNG(Barcode.frame(1, size: PixelSize(width: 320, height: 180)), to: folder.path("a.png"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("a.wav"), "-i", folder.path("a.png"), "-map", "0", "-map", "1", "-c:v", "copy",
      "-disposition:v", "attached_pic", folder.path("a.mp3"))
    let facts = try facts(folder.path("a.mp3"))
    #expect(facts.video == nil)
    #expect(facts.audio != nil)
    #expect(facts.streams.contains { $0.isAttachedPicture })
    #expect(!facts.isStill)
  }

  @Test(arguments: ["png", "jpg", "webp", "bmp", "tiff", "gif", "tga", "sgi", "pcx", "ppm", "pam", "fits"])
  func knowsStills(kind: String) throws {
    let folder = try TemporaryFolder()
    let png = folder.path("a.png")
    try TestPicture.writePNG(Barcode.frame(77, size: PixelSize(width: 320, height: 180)), to: png)
    let path = folder.path("b.\(kind)")
    try CommandLineTool.ffmpeg("-i", png, path)
    let facts = try facts(path)
    #expect(facts.isStill)
    let reader = try FrameReader(path: path, facts: #require(facts.video))
    #expect(Barcode.read(try reader.frame(0)) == 77)
  }

  /// A drawing without `<?xml` may look a little like a transport stream, which a letter `G` is enough for.
  @Test func aSmallDrawingIsOne() throws {
    let folder = try TemporaryFolder()
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><defs><filter id="f">\
      <feGaussianBlur stdDeviation="3"/></filter></defs><rect width="20" height="20" fill="red" filter="url(#f)"/></svg>
      """
    for spaces in 0..<12 {
      let path = folder.path("\(spaces).svg")
      try (drawing + String(repeating: " ", count: spaces)).write(toFile: path, atomically: true, encoding: .utf8)
      #expect(try facts(path).isStill, "\(spaces)")
    }
  }

  /// By its beginning a stream of JPEGs is a picture.
  @Test func aStreamOfPicturesIsNoStill() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mjpeg")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=0.4", "-f", "mjpeg", path)
    let facts = try facts(path)
    #expect(!facts.isStill && facts.video?.timing == .regular(FrameRate(25), count: 10))
  }

  /// Shows AST-09.
  @Test(arguments: ["a.mp3", "vbr.mp3", "a.aac", "a.flac", "a.ogg", "a.mka", "a.m4a", "a.wav", "a.opus"])
  func countsSoundToTheSample(name: String) throws {
    let folder = try TemporaryFolder()
    let count = 480_123
    try TestSound.write([TestSound.sweep(count: count)], to: folder.path("source.wav"))
    let path = folder.path(name)
    var arguments = ["-v", "error", "-i", folder.path("source.wav")]
    if name == "vbr.mp3" { arguments += ["-q:a", "3", "-write_xing", "0"] }
    if name == "a.mka" { arguments += ["-c:a", "libvorbis"] }
    try CommandLineTool.run("ffmpeg", arguments + [path])
    let audio = try #require(try facts(path).audio)
    #expect((audio.duration * Rational(audio.sampleRate)).isWhole)
    let frames = try CommandLineTool.ffprobe(path, "-select_streams", "a", "-show_entries", "frame=nb_samples")
    let samples = frames.compactMap { Int64($0) }.reduce(0, +)
    let found = (audio.duration * Rational(audio.sampleRate)).floor ?? 0
    if name == "a.m4a" {
      // The tool writes the edit list in milliseconds.
      #expect(found <= Int64(count) && found > Int64(count) - 48)
    } else {
      #expect(found == samples, "\(name)")
    }
  }

  /// Shows MET-02.
  @Test func readsMetadata() throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    let path = folder.path("named.mkv")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mp4"), "-c", "copy", "-metadata", "title=Name", "-metadata:s:v", "language=deu",
      "-metadata:s:v", "title=Bild", path)
    let facts = try facts(path)
    #expect(facts.metadata["title"] == "Name")
    #expect(facts.streams[0].language == "ger" || facts.streams[0].language == "deu")
    #expect(facts.streams[0].title == "Bild")
    #expect(facts.streams[0].isDefault)
  }

  @Test func seesAlpha() throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.frames = 3
    movie.container = .mov
    movie.video = VideoSettings(encoder: "prores_ks", pixelFormat: "yuva444p10le", options: ["profile": "4"])
    try movie.write(to: folder.path("movie.mov"))
    #expect(try facts(folder.path("movie.mov")).video?.hasAlpha == true)
  }

  @Test func keepsTheOffsetOfSoundToPicture() throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.sound = [TestSound.sweep(count: 192_000)]
    try movie.write(to: folder.path("movie.mp4"))
    let path = folder.path("late.mp4")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mp4"), "-itsoffset", "0.5", "-i", folder.path("movie.mp4"), "-map", "0:v", "-map",
      "1:a", "-c", "copy", path)
    let facts = try facts(path)
    #expect(facts.videoStart == .zero)
    // A track that is shifted so loses the mark on its priming, and begins that much earlier.
    #expect((facts.audioStart - Rational(1, 2)).magnitude <= Rational(22, 1000))
  }

  /// Decoders of codecs that take any bytes would make noise of it.
  @Test(arguments: [("a.mov", "pcm_s16le"), ("a.mp4", "aac")]) func encryptedTracks(name: String, codec: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=1", "-c:a", codec, "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
      "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8", path)
    expectEncrypted(path)
  }

  @Test func encryptedTracksOfMatroska() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=1", "-c:a", "pcm_s16le", "-metadata:s:a", "title=abcdefghij", path)
    #expect(throws: Never.self) { try facts(path) }
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // A name of ten bytes makes room for an encoding of the kind that encrypts, and for three bytes of nothing.
    let name = try #require(bytes.firstRange(of: [0x53, 0x6E, 0x8A] + Array("abcdefghij".utf8)))
    bytes.replaceSubrange(
      name, with: [0x6D, 0x80, 0x87, 0x62, 0x40, 0x84, 0x50, 0x33, 0x81, 0x01, 0xEC, 0x81, 0x00])
    try Data(bytes).write(to: URL(filePath: path))
    expectEncrypted(path)
  }

  private func expectEncrypted(_ path: String) {
    guard case .unreadable(let why) = MediaProbe.probe(path: path, depth: .precise) else {
      Issue.record("it is read")
      return
    }
    #expect(why == "it is encrypted")
  }
}
