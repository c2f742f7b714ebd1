import Foundation
import Media
import Platform
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Damaged files are named with the time of the damage, or made up for by the last good frame and silence.
@Suite struct DamageTests {
  enum Kind: String, CaseIterable, Sendable {
    case h264, hevc, mpeg2, vp9, prores

    var file: String {
      self == .prores ? "a.mov" : "a.mp4"
    }

    var arguments: [String] {
      switch self {
      case .h264: ["-c:v", "libx264", "-x264-params", "keyint=20:min-keyint=20:scenecut=0:bframes=0"]
      case .hevc: ["-c:v", "libx265", "-x265-params", "keyint=20:min-keyint=20:scenecut=0:bframes=0:log-level=error"]
      case .mpeg2: ["-c:v", "mpeg2video", "-g", "20", "-bf", "0", "-sc_threshold", "1000000000", "-q:v", "3"]
      case .vp9: ["-c:v", "libvpx-vp9", "-g", "20", "-auto-alt-ref", "0", "-lag-in-frames", "0", "-b:v", "800k"]
      case .prores: ["-c:v", "prores_ks", "-profile:v", "0"]
      }
    }

    /// How long a damaged frame is felt: until the next that refers to nothing.
    var isIntra: Bool { self == .prores }
  }

  /// A movie of 60 frames, the bytes of whose packet number 27 are wrong.
  private func damagedMovie(_ kind: Kind) throws -> Studio {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path(kind.file)
    try CommandLineTool.run(
      "ffmpeg", ["-v", "error", "-i", studio.folder.path("source.mp4"), "-frames:v", "60"] + kind.arguments + [path])
    // HEVC's decoder makes something of any bits, so here it is what says how many there are.
    try Self.overwrite(packet: 27, stream: "v:0", in: path, isFromStart: kind == .hevc)
    studio.add(kind.file)
    return studio
  }

  private static func overwrite(packet: Int, stream: String, in path: String, isFromStart: Bool) throws {
    let packets = try CommandLineTool.ffprobe(path, "-select_streams", stream, "-show_entries", "packet=pos,size")
    let numbers = packets[packet].split(separator: ",").compactMap { Int($0) }
    let (size, position) = (numbers[0], numbers[1])
    var file = try Data(contentsOf: URL(filePath: path))
    // Matroska's position is that of the block around the payload.
    let start = position + (path.hasSuffix("mp4") || path.hasSuffix("mov") ? 0 : 16)
    for index in start + (isFromStart ? 0 : size / 4)..<start + size - 8 {
      file[index] = UInt8(truncatingIfNeeded: index &* 89 &+ 31)
    }
    try file.write(to: URL(filePath: path))
  }

  /// Shows VID-32.
  @Test(arguments: Kind.allCases) func isNamed(kind: Kind) throws {
    let studio = try damagedMovie(kind)
    let renderer = studio.renderer(composition([movie(kind.file, 0.s, seconds(60, 25))]))
    for frame in Int64(0)..<27 { #expect(Barcode.read(try renderer.frame(frame)) == Int(frame)) }
    let failure = #expect(throws: RenderFailure.self) { try renderer.frame(27) }
    #expect(failure?.time == TimelineTime(27, 25))
    #expect(failure?.detail?.contains("1.08 s") == true, "\(failure as Any)")
    #expect(Barcode.read(try renderer.frame(40)) == 40)
    // The same where the way leads there at once.
    let other = studio.renderer(composition([movie(kind.file, 0.s, seconds(60, 25))]))
    #expect(throws: RenderFailure.self) { try other.frame(27) }
    #expect(Barcode.read(try other.frame(26)) == 26)
  }

  @Test(arguments: Kind.allCases) func isConcealed(kind: Kind) throws {
    let studio = try damagedMovie(kind)
    let segment = composition([movie(kind.file, 0.s, seconds(60, 25))])
    let harmed: Range<Int64> = kind.isIntra ? 27..<28 : 27..<40
    func expected(_ frame: Int64) -> Int { harmed.contains(frame) ? 26 : Int(frame) }
    let log = DamageLog()
    let forward = studio.renderer(segment, damage: log)
    for frame in Int64(0)..<60 { #expect(Barcode.read(try forward.frame(frame)) == expected(frame), "frame \(frame)") }
    let entry = try #require(log.entries.first)
    #expect(entry.media == MediaReference(kind.file) && entry.medium == .picture)
    #expect(entry.first == seconds(27, 25) && entry.count == harmed.count, "\(entry.count), \(entry.first)")
    for frame in [39, 27, 30, 59, 28, 12, 40] as [Int64] {
      let alone = studio.renderer(segment, damage: DamageLog())
      #expect(Barcode.read(try alone.frame(frame)) == expected(frame), "frame \(frame) at once")
    }
  }

  @Test func aFileThatBreaksOff() throws {
    let studio = try Studio()
    var barcodes = BarcodeMovie()
    barcodes.video = BarcodeMovie.h264(bFrames: 0)
    try barcodes.write(to: studio.folder.path("whole.mp4"))
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("whole.mp4"), "-c", "copy", "-movflags", "+faststart", studio.folder.path("a.mp4"))
    let url = studio.folder.url.appending(path: "a.mp4")
    let bytes = try Data(contentsOf: url)
    try bytes.prefix(bytes.count * 2 / 3).write(to: url)
    studio.add("a.mp4")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mp4")))
    let end = try #require(facts.breaksOff)
    #expect(end > 1.s && end < 4.s)
    #expect(try (#require(facts.videoEnd) - end).magnitude < seconds(1, 2))
    #expect(facts.asListed.videoEnd == 4.s)
    let segment = composition([movie("a.mp4", 0.s, 4.s)])
    studio.expectAllThatIsListed()
    let strict = studio.renderer(segment)
    #expect(throws: RenderFailure.self) { _ = try strict.frame(99) }
    let log = DamageLog()
    let lenient = studio.renderer(segment, damage: log)
    let seen = try (0..<100).map { Barcode.read(try lenient.frame($0)) }
    let last = try #require(seen.last ?? nil)
    #expect(seen == (0..<100).map { min($0, last) })
    #expect(abs(Double(last) / 25 - end.approximate) < 0.3)
    #expect(log.entries.map(\.count) == [99 - last])
  }

  /// The length is that of the pictures that are whole, wherever a file ends.
  @Test(arguments: [0, 2], ["+faststart", "frag_keyframe+empty_moov+default_base_moof"])
  func filesThatEndWithinAPicture(bFrames: Int, flags: String) throws {
    let studio = try Studio()
    var barcodes = BarcodeMovie()
    barcodes.video = BarcodeMovie.h264(bFrames: bFrames)
    try barcodes.write(to: studio.folder.path("whole.mp4"))
    let path = studio.folder.path("a.mp4")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("whole.mp4"), "-c", "copy", "-movflags", flags, path)
    let packets = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "packet=pos,size")
      .map { $0.split(separator: ",").compactMap { Int($0) } }
    let whole = try Data(contentsOf: URL(filePath: path))
    for packet in stride(from: 30, to: 100, by: 9).map({ packets[$0] }) {
      try whole.prefix(packet[1] + packet[0] / 2).write(to: URL(filePath: path))
      studio.add("a.mp4")
      let facts = try #require(studio.catalog.facts(for: MediaReference("a.mp4")))
      #expect(facts.breaksOff != nil || facts.damage != nil)
      let video = try #require(facts.video)
      let reader = try FrameReader(path: ConfinedPath(anywhere: path), facts: video)
      let count = try #require(video.timing.frameCount)
      let seen = try (0..<count).map { Barcode.read(try reader.frame($0)) }
      #expect(seen == (0..<Int(count)).map { $0 } && count > 20, "\(packet): \(seen)")
    }
  }

  /// Matroska's header gives the end of the whole, on a clock on which the picture may begin later than the sound.
  @Test func matroskaThatBreaksOff() throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      "-itsoffset", "0.04", "-i", studio.folder.path("source.mp4"), "-f", "lavfi", "-i", "sine=duration=3.9:r=48000",
      "-map", "0:v", "-map", "1:a", "-c:v", "libx264", "-g", "10", "-cluster_time_limit", "400", "-c:a", "flac", path)
    studio.add("a.mkv")
    let whole = try #require(studio.catalog.facts(for: MediaReference("a.mkv")))
    #expect(whole.breaksOff == nil && whole.video?.timing.frameCount == 100 && whole.videoStart > .zero)
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: path))
    studio.add("a.mkv")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mkv")))
    #expect(facts.breaksOff != nil)
    #expect(facts.asListed.videoEnd == whole.videoEnd)
  }

  /// Frames that are shown before others may be stored behind them. Of what is left, the frames up to the first that is
  /// missing count, and with `conceal` all that are there show.
  @Test(arguments: [50, 70, 90, 97]) func matroskaWithBFramesThatBreaksOff(percent: Int) throws {
    let studio = try Studio()
    var barcodes = BarcodeMovie()
    barcodes.container = .mkv
    let path = studio.folder.path("a.mkv")
    try barcodes.write(to: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(bytes.count * percent / 100).write(to: URL(filePath: path))
    studio.add("a.mkv")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mkv")))
    let count = try #require(facts.video?.timing.frameCount)
    #expect(facts.video?.timing == .regular(FrameRate(25), count: count) && count < 100)
    #expect(facts.breaksOff == facts.videoEnd)
    #expect(facts.asListed.videoEnd == 4.s)
    studio.expectAllThatIsListed()
    let log = DamageLog()
    let renderer = studio.renderer(composition([movie("a.mkv", 0.s, 4.s)]), damage: log)
    var last = 0
    for frame in 0..<100 {
      let seen = try #require(Barcode.read(try renderer.frame(Int64(frame))))
      #expect(seen == frame || frame >= count && seen == last, "frame \(frame) shows \(seen)")
      last = seen
    }
    #expect(!log.entries.isEmpty)
  }

  /// A frame that lacks is noticed, and an index that lacks does no harm.
  @Test(arguments: ["none", "aac", "flac", "libopus"]) func matroskaThatLacksLittle(sound: String) throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.mkv")
    try CommandLineTool.run(
      "ffmpeg",
      ["-v", "error", "-i", studio.folder.path("source.mp4")]
        + (sound == "none" ? [] : ["-f", "lavfi", "-i", "sine=duration=4.2:r=48000", "-c:a", sound])
        + ["-c:v", "libx264", path])
    studio.add("a.mkv")
    let whole = try #require(studio.catalog.facts(for: MediaReference("a.mkv")))
    #expect(whole.breaksOff == nil)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var (complete, broken) = (0, 0)
    for missing in stride(from: 8, through: 2500, by: 89) {
      try bytes.dropLast(missing).write(to: URL(filePath: path))
      studio.add("a.mkv")
      let facts = try #require(studio.catalog.facts(for: MediaReference("a.mkv")))
      let isWhole = facts.video == whole.video && facts.audio == whole.audio
      #expect((facts.breaksOff == nil) == isWhole, "\(missing) bytes")
      if isWhole { complete += 1 } else { broken += 1 }
    }
    #expect(complete > 0 && broken > 0)
  }

  /// What is gone between two clusters of a Matroska file is named, and is no pause. Shows VID-32.
  @Test(arguments: ["header", "stray", "size", "bytes"]) func aHoleInMatroska(kind: String) throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("source.mp4"), "-c:v", "libx264", "-x264-params", "keyint=5:scenecut=0:bframes=0",
      "-cluster_time_limit", "400", path)
    var file = try Data(contentsOf: URL(filePath: path))
    let cluster = Data([0x1F, 0x43, 0xB6, 0x75])
    var starts: [Int] = []
    while let next = file.range(of: cluster, in: (starts.last.map { $0 + 4 } ?? 0)..<file.count) {
      starts.append(next.lowerBound)
    }
    #expect(starts.count > 6)
    let start = starts[3]
    switch kind {
    case "header", "stray":
      if kind == "stray" {
        // The last block before it has a time that no frame of this rate has.
        let last = try #require(file.range(of: Data([0x81, 0x01, 0x40]), in: starts[2]..<start)).lowerBound
        file[last + 2] += 7
      }
      for index in start..<start + 12 { file[index] = 0x55 }
    case "size":
      // A block that claims to be longer than its cluster.
      let block = try #require(file.range(of: Data([0xA3]), in: start + 12..<start + 40)).lowerBound
      file.replaceSubrange(block + 1..<block + 4, with: [0x2F, 0xFF, 0xFF])
    default: file.removeSubrange(start + 8..<starts[4] + 30)
    }
    try file.write(to: URL(filePath: path))
    studio.add("a.mkv")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mkv")))
    let time = try #require(facts.damage)
    #expect(facts.video?.timing == .regular(FrameRate(25), count: 100))
    let segment = composition([movie("a.mkv", 0.s, 4.s)])
    let strict = studio.renderer(segment)
    let first = Int64((time.approximate * 25).rounded()) + 1
    #expect(Barcode.read(try strict.frame(first - 1)) == Int(first - 1))
    let failure = #expect(throws: RenderFailure.self) { try strict.frame(first) }
    let named = Rational(first, 25)
    #expect(failure?.detail?.contains("\(named.decimal ?? "") s") == true, "\(failure as Any)")
    let log = DamageLog()
    let lenient = studio.renderer(segment, damage: log)
    let seen = try (0..<100).map { Barcode.read(try lenient.frame($0)) }
    let missing = try #require(log.entries.first).count
    let end = Int(first) + missing
    #expect(missing > 3 && missing < 40, "\(missing)")
    #expect(seen == (0..<100).map { (Int(first)..<end).contains($0) ? Int(first) - 1 : $0 })
  }

  /// HEVC's decoder makes something of any bits; a stream that brings hashes of its pictures gives the damage away.
  @Test func hashesOfPicturesAreLookedAt() throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.mp4")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("source.mp4"), "-frames:v", "60", "-c:v", "libx265", "-x265-params",
      "keyint=20:min-keyint=20:scenecut=0:bframes=0:log-level=error:hash=1", path)
    let packets = try CommandLineTool.ffprobe(path, "-select_streams", "v:0", "-show_entries", "packet=pos,size")
    let numbers = packets[27].split(separator: ",").compactMap { Int($0) }
    var file = try Data(contentsOf: URL(filePath: path))
    // Within the slice, which comes before the hash.
    for index in numbers[1] + numbers[0] / 2..<numbers[1] + numbers[0] / 2 + 6 { file[index] ^= 0x5A }
    try file.write(to: URL(filePath: path))
    studio.add("a.mp4")
    let renderer = studio.renderer(composition([movie("a.mp4", 0.s, seconds(60, 25))]))
    #expect(Barcode.read(try renderer.frame(26)) == 26)
    let failure = #expect(throws: RenderFailure.self) { try renderer.frame(27) }
    #expect(failure?.detail?.contains("1.08 s") == true, "\(failure as Any)")
    #expect(Barcode.read(try renderer.frame(40)) == 40)
  }

  /// Some codecs bring a sum of each frame, by which wrong bits are known that can be decoded. Shows VID-32.
  @Test(arguments: [
    ("a.flac", "flac"), ("a.mkv", "flac"), ("a.ac3", "ac3"), ("a.mkv", "eac3"), ("a.wv", "wavpack"), ("a.tta", "tta"),
  ]) func wrongBitsOfSoundAreFound(name: String, codec: String) throws {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 192_000)], to: studio.folder.path("a.wav"))
    let path = studio.folder.path(name)
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-c:a", codec, path)
    studio.add(name)
    let whole = try #require(studio.catalog.facts(for: MediaReference(name))?.audio)
    let count = 190_000
    let good = try SoundReader(path: path, facts: whole).read(from: 0, count: count)[0]
    #expect(good.contains { $0 != 0 })
    var file = try Data(contentsOf: URL(filePath: path))
    for index in file.count / 2..<file.count / 2 + 30 { file[index] = UInt8(truncatingIfNeeded: index &* 89 &+ 31) }
    try file.write(to: URL(filePath: path))
    studio.add(name)
    #expect(studio.catalog.facts(for: MediaReference(name))?.audio?.duration == whole.duration)
    let error = #expect(throws: LibAVError.self) {
      try SoundReader(path: path, facts: whole).read(from: 0, count: count)
    }
    #expect(error?.text.contains("the sound is damaged at") == true, "\(error as Any)")
    let log = DamageLog()
    let report = log.report(about: MediaReference(name))
    let mended = try SoundReader(path: path, facts: whole, report: report).read(from: 0, count: count)[0]
    #expect(log.entries.map(\.medium) == [.sound])
    let place = try #require(log.entries.first.flatMap { ($0.first * 48000.s).floor })
    #expect(abs(place - 96_000) < 60_000, "\(place)")
    // Nothing for a frame, and then as it was; one of TTA lasts a second.
    #expect(mended[Int(place)..<Int(place) + 1500].allSatisfy { $0 == 0 })
    let rest = Int(place) + 60_000
    #expect(zip(mended[rest...], good[rest...]).allSatisfy { abs($0 - $1) < 0.02 })
    #expect(zip(mended[..<(Int(place) - 2048)], good[..<(Int(place) - 2048)]).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  /// AAC has no sums; a decoder that complains and gives some sound all the same has not given what was coded.
  @Test(arguments: ["a.aac", "a.m4a", "a.mkv"]) func soundThatIsDecodedInPartIsDamaged(name: String) throws {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 192_000)], to: studio.folder.path("a.wav"))
    let path = studio.folder.path(name)
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-c:a", "aac", path)
    studio.add(name)
    let whole = try #require(studio.catalog.facts(for: MediaReference(name))?.audio)
    let good = try SoundReader(path: path, facts: whole).read(from: 0, count: 190_000)[0]
    #expect(good.contains { $0 != 0 })
    let packets = try CommandLineTool.ffprobe(path, "-show_entries", "packet=pos,size")
      .map { $0.split(separator: ",").compactMap { Int($0) } }.filter { $0.count == 2 }
    let file = try Data(contentsOf: URL(filePath: path))
    var told = 0
    for packet in stride(from: 20, to: 120, by: 5).map({ packets[$0] }) {
      var damaged = file
      for index in packet[1] + 8..<packet[1] + 24 { damaged[index] ^= 0xFF }
      try damaged.write(to: URL(filePath: path))
      let isDecoded = (try? CommandLineTool.ffmpeg("-xerror", "-i", path, "-f", "null", "-")) != nil
      let result = Result { try SoundReader(path: path, facts: whole).read(from: 0, count: 190_000)[0] }
      if case .success = result { #expect(isDecoded, "\(packet)") } else { told += 1 }
    }
    #expect(told > 5)
  }

  /// Neither does the first packet's damage have the rest begin earlier, nor the last one's the sound end there.
  @Test(arguments: ["flac", "ac3"], [true, false]) func soundThatIsDamagedAtAnEndFails(codec: String, isFirst: Bool)
    throws
  {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 96_000)], to: studio.folder.path("a.wav"))
    let path = studio.folder.path("a.mkv")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-c:a", codec, path)
    studio.add("a.mkv")
    let whole = try #require(studio.catalog.facts(for: MediaReference("a.mkv"))?.audio)
    let packets = try CommandLineTool.ffprobe(path, "-show_entries", "packet=pos,size")
      .map { $0.split(separator: ",").compactMap { Int($0) } }.filter { $0.count == 2 }
    let numbers = try #require(isFirst ? packets.first : packets.last)
    var file = try Data(contentsOf: URL(filePath: path))
    let start = numbers[1] + numbers[0] / 2 + 8
    for index in start..<min(start + 24, numbers[1] + numbers[0]) { file[index] ^= 0x5A }
    try file.write(to: URL(filePath: path))
    studio.add("a.mkv")
    let damaged = try #require(studio.catalog.facts(for: MediaReference("a.mkv"))?.audio)
    #expect(damaged.start == whole.start)
    #expect((damaged.duration - whole.duration).magnitude < Rational(1, 10))
    let error = #expect(throws: LibAVError.self) {
      try SoundReader(path: path, facts: damaged).read(from: 0, count: 96_000)
    }
    #expect(error?.text.contains("the sound is damaged at") == true, "\(error as Any)")
  }

  @Test func damagedSoundIsSilent() throws {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 96000)], to: studio.folder.path("a.wav"))
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-b:a", "96k", studio.folder.path("a.m4a"))
    studio.add("a.m4a")
    let whole = try #require(studio.catalog.facts(for: MediaReference("a.m4a"))?.audio)
    let good = try SoundReader(path: studio.folder.path("a.m4a"), facts: whole).read(from: 0, count: 90000)[0]
    // What an AAC packet says first is what is in it; nothing is of all ones.
    let path = studio.folder.path("a.m4a")
    let packets = try CommandLineTool.ffprobe(path, "-show_entries", "packet=pos,size")
    let numbers = packets[40].split(separator: ",").compactMap { Int($0) }
    var file = try Data(contentsOf: URL(filePath: path))
    for index in numbers[1]..<numbers[1] + numbers[0] { file[index] = 0xAA }
    try file.write(to: URL(filePath: path))
    #expect(throws: LibAVError.self) {
      try SoundReader(path: path, facts: whole).read(from: 0, count: 90000)
    }
    let log = DamageLog()
    let report = log.report(about: MediaReference("a.m4a"))
    let mended = try SoundReader(path: path, facts: whole, report: report).read(from: 0, count: 90000)[0]
    #expect(log.entries.map(\.medium) == [.sound])
    let first = try #require(log.entries.first?.first)
    #expect(first == Rational(40 * 1024 - 1024, 48000))
    // A packet's sound reaches into the next one's.
    let place = 39 * 1024
    #expect(mended[place..<place + 1024].allSatisfy { $0 == 0 })
    #expect(zip(mended[0..<place - 1024], good[0..<place - 1024]).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(zip(mended[(place + 3072)...], good[(place + 3072)...]).allSatisfy { abs($0 - $1) < 1e-4 })
  }
}
