import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct FrameReaderTests {
  /// Reads every frame in random order, then all of them forward.
  private func expectEveryFrame(of path: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let reader = try reader(path)
    #expect(reader.facts.timing.frameCount == Int64(count), sourceLocation: sourceLocation)
    var dice = Dice()
    for number in (0..<count).shuffled(using: &dice) {
      #expect(Barcode.read(try reader.frame(Int64(number))) == number, sourceLocation: sourceLocation)
    }
    let forward = try self.reader(path)
    for number in 0..<count {
      #expect(Barcode.read(try forward.frame(Int64(number))) == number, sourceLocation: sourceLocation)
    }
    #expect(forward.seeks == 0, sourceLocation: sourceLocation)
  }

  private func reader(_ path: String) throws -> FrameReader {
    try FrameReader(path: path, facts: #require(try facts(path).video))
  }

  @Test(
    arguments: [OutputSettings.Container.mp4, .mkv],
    [FrameRate(25), FrameRate(30000, 1001), FrameRate(24000, 1001), FrameRate(60)])
  func readsAnyFrameOfARegularMovie(container: OutputSettings.Container, rate: FrameRate) throws {
    let folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.container = container
    movie.rate = rate
    let path = folder.path("movie.\(container)")
    try movie.write(to: path)
    let video = try #require(try facts(path).video)
    #expect(video.timing == .regular(rate, count: 100))
    #expect(video.start == .zero)
    try expectEveryFrame(of: path, count: 100)
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mkv])
  func readsAnyFrameAtUnevenTimes(container: OutputSettings.Container) throws {
    let folder = try TemporaryFolder()
    var dice = Dice()
    var ticks: [Int64] = [0]
    for _ in 1..<90 { ticks.append(ticks.last! + Int64.random(in: 11...120, using: &dice)) }
    var movie = BarcodeMovie()
    movie.frames = 90
    movie.container = container
    movie.rate = FrameRate(1000)
    movie.ticks = ticks
    let path = folder.path("movie.\(container)")
    try movie.write(to: path)
    let video = try #require(try facts(path).video)
    guard case .irregular(let times, _) = video.timing else {
      Issue.record("\(video.timing)")
      return
    }
    #expect(times == ticks.map { Rational($0, 1000) })
    try expectEveryFrame(of: path, count: 90)
    let reader = try reader(path)
    #expect(Barcode.read(try reader.frame(at: Rational(ticks[40] + 5, 1000))) == 40)
    #expect(Barcode.read(try reader.frame(at: Rational(ticks[40], 1000) - Rational(1, 10000))) == 39)
  }

  @Test func readsMoviesThatDoNotBeginAtZero() throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    for (name, format) in [("movie.ts", "mpegts"), ("late.mkv", "matroska")] {
      let path = folder.path(name)
      try CommandLineTool.ffmpeg(
        "-i", folder.path("movie.mp4"), "-c", "copy", "-output_ts_offset", "3.7", "-f", format, path)
      let video = try #require(try facts(path).video)
      #expect(video.start >= Rational(3))
      #expect(video.timing == .regular(FrameRate(25), count: 100))
      try expectEveryFrame(of: path, count: 100)
    }
  }

  /// Where a container has no index, a seek may land between key frames.
  @Test(arguments: ["libx264", "libx265"])
  func readsStreamsWithoutAnIndex(encoder: String) throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    let path = folder.path("movie.ts")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mp4"), "-c:v", encoder, "-g", "30", "-x265-params", "log-level=error", path)
    try expectEveryFrame(of: path, count: 100)
  }

  @Test func readsOnlyWhatAnEditListShows() throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    let path = folder.path("cut.mp4")
    try CommandLineTool.ffmpeg("-ss", "0.4", "-i", folder.path("movie.mp4"), "-t", "2", "-c", "copy", path)
    let reader = try reader(path)
    let shown = try (0..<#require(reader.facts.timing.frameCount)).map { Barcode.read(try reader.frame($0)) }
    // Past the end that was asked for, the copy holds frames whose neighbours it left out.
    #expect(Array(shown.prefix(50)) == Array(10..<60))
    let seen = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "frame=pict_type").count
    #expect(shown.count == seen)
  }

  @Test func readsOpenGroupsOfPictures() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("open.mp4")
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mp4"), "-c:v", "libx264", "-x264-params",
      "open-gop=1:keyint=12:min-keyint=12:bframes=3:b-adapt=0:scenecut=0", path)
    try expectEveryFrame(of: path, count: 100)
  }

  @Test(arguments: ["libvpx", "libvpx-vp9", "libx265", "mjpeg", "ffv1"])
  func readsOtherCodecs(encoder: String) throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("movie.mp4"))
    let path = folder.path("movie.mkv")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("movie.mp4"), "-c:v", encoder, "-g", "30", "-b:v", "600k", "-pix_fmt",
      encoder == "mjpeg" ? "yuvj420p" : "yuv420p", "-x265-params", "log-level=error", "-auto-alt-ref", "1",
      "-lag-in-frames", "16", path)
    try expectEveryFrame(of: path, count: 100)
  }

  @Test(arguments: ["libx264", "libx265", "libvpx-vp9", "mpeg2video", "mpeg4"])
  func leavingOutFramesChangesNoOther(encoder: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mkv")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4,noise=alls=12:allf=t", "-c:v", encoder, "-g", "48", "-b:v",
      "900k", "-pix_fmt", "yuv420p", "-bf", "3", "-x265-params", "log-level=error", path)
    func pixels(_ frame: VideoFrame) -> [[UInt8]] { MediaTests.pixels(frame, 320, 180) }
    let forward = try reader(path)
    let whole = try (0..<100).map { pixels(try forward.frame(Int64($0))) }
    #expect(forward.framesDecoded == 100)
    var dice = Dice()
    let random = try reader(path)
    for number in (0..<100).shuffled(using: &dice) {
      #expect(pixels(try random.frame(Int64(number))) == whole[number], "frame \(number)")
    }
    let sparse = try reader(path)
    for number in stride(from: 3, to: 100, by: 5) {
      #expect(pixels(try sparse.frame(Int64(number))) == whole[number], "frame \(number)")
    }
    if encoder == "libx264" { #expect(sparse.framesDecoded < 75) }
  }

  @Test func saysWhichFrameIsDamaged() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mp4")
    try BarcodeMovie().write(to: path)
    var video = try #require(try facts(path).video)
    video.timing = .regular(FrameRate(25), count: 200)
    let reader = try FrameReader(path: path, facts: video)
    let error = #expect(throws: LibAVError.self) { try reader.frame(150) }
    #expect(error?.text == "there is no picture at 6 s")
    #expect(Barcode.read(try reader.frame(99)) == 99)
  }

  @Test func decodesOnSeveralThreads() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mp4")
    try BarcodeMovie().write(to: path)
    let reader = try FrameReader(path: path, facts: #require(try facts(path).video), threads: 3)
    var dice = Dice()
    for number in (0..<100).shuffled(using: &dice) {
      #expect(Barcode.read(try reader.frame(Int64(number))) == number)
    }
  }

  @Test func seeksOnlyWhereThatIsCheaper() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mp4")
    try BarcodeMovie().write(to: path)
    let reader = try reader(path)
    _ = try reader.frame(40)
    #expect(reader.seeks <= 1)
    let decoded = reader.framesDecoded
    _ = try reader.frame(97)
    #expect(reader.framesDecoded - decoded <= 4)
  }

  @Test func keepsAStill() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("still%03d.png")
    try TestPicture.writePNG(Barcode.frame(1234, size: PixelSize(width: 320, height: 180)), to: path)
    let found = try facts(path)
    #expect(found.isStill)
    let reader = try FrameReader(path: path, facts: #require(found.video))
    #expect(Barcode.read(try reader.frame(0)) == 1234)
    #expect(Barcode.read(try reader.frame(at: Rational(1000))) == 1234)
    #expect(reader.framesDecoded == 1)
  }
  /// Without its list of key frames a QuickTime file calls every packet one.
  @Test(arguments: ["h263", "mpeg4", "mpeg2video", "libx265", "ffv1"])
  func packetsThatArePredictedAreNoKeyFrames(encoder: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("movie.mov")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=352x288:r=25:d=4", "-c:v", encoder, "-g", "40", "-b:v", "900k", path)
    var file = try Data(contentsOf: URL(filePath: path))
    let list = try #require(file.range(of: Data("stss".utf8)))
    file.replaceSubrange(list, with: Data("free".utf8))
    try file.write(to: URL(filePath: path))
    let forward = try reader(path)
    let whole = try (0..<100).map { pixels(try forward.frame(Int64($0)), 352, 288) }
    let jumping = try reader(path)
    for number in [39, 60, 79, 99, 20, 61] {
      #expect(pixels(try reader(path).frame(Int64(number)), 352, 288) == whole[number], "frame \(number)")
      #expect(pixels(try jumping.frame(Int64(number)), 352, 288) == whole[number], "frame \(number)")
    }
  }

  /// Pictures that are shown before the one that is said to lack another may be made of what the decoder made up.
  @Test func picturesBeforeTheOneThatLacksAnother() throws {
    let folder = try TemporaryFolder()
    let (path, whole) = (folder.path("a.mkv"), folder.path("whole.mkv"))
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx265", "-g", "100", "-bf", "7",
      "-x265-params", "log-level=none:b-adapt=0:scenecut=0", whole)
    // The first packet in coding order behind which others are shown before it.
    let packets = try CommandLineTool.ffprobe(whole, "-select_streams", "v", "-show_entries", "packet=pts,pos")
      .map { $0.split(separator: ",").compactMap { Int($0) } }
    let number = try #require((28..<90).first { packets[$0][0] > packets[$0 + 1][0] })
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: whole)))
    // A block becomes a void.
    let block = try #require((packets[number][1] - 13...packets[number][1]).last { bytes[$0] == 0xA3 })
    bytes[block] = 0xEC
    try Data(bytes).write(to: URL(filePath: path))
    let (cut, uncut) = (try reader(path), try reader(whole))
    var (good, bad) = (0, 0)
    for frame in (0..<99).map(Int64.init) {
      guard let seen = try? cut.frame(frame) else {
        bad += 1
        continue
      }
      let number = frame < packets[number][0] / 40 ? frame : frame + 1
      #expect(pixels(seen, 320, 240) == pixels(try uncut.frame(number), 320, 240), "frame \(frame)")
      good += 1
    }
    #expect(good > 20 && bad > 3)
  }

  /// A way to flag all pictures of a file as keyframes.
  enum KeyForgery: CaseIterable {
    case byTheEncoder, inTagsOfFLV, inAnIndexOfAVI, inATableOfQuickTime, withoutTypes
  }

  @Test(arguments: KeyForgery.allCases) func keysThatAreNone(forgery: KeyForgery) throws {
    let folder = try TemporaryFolder()
    let (name, codec) =
      switch forgery {
      case .byTheEncoder: ("a.mov", "rpza")
      case .inTagsOfFLV: ("a.flv", "flv")
      case .inAnIndexOfAVI: ("a.avi", "msmpeg4")
      case .inATableOfQuickTime: ("a.mov", "qtrle")
      case .withoutTypes: ("a.avi", "h261")
      }
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=2", "-c:v", codec, "-g", "50", "-bf", "0", path)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    switch forgery {
    case .inTagsOfFLV:
      for tag in flashTags(in: bytes) where bytes[tag.lowerBound] == 9 {
        bytes[tag.lowerBound + 11] = bytes[tag.lowerBound + 11] & 15 | 0x10
      }
    case .inAnIndexOfAVI:
      let index = try #require(bytes.firstRange(of: Array("idx1".utf8))).upperBound + 4
      for place in stride(from: index, to: bytes.count - 15, by: 16) { bytes[place + 4] |= 0x10 }
    case .inATableOfQuickTime:
      bytes.replaceSubrange(try #require(bytes.firstRange(of: Array("stss".utf8))), with: Array("free".utf8))
    case .byTheEncoder, .withoutTypes: break
    }
    try Data(bytes).write(to: URL(filePath: path))
    let played = try reader(path)
    let frames = try (0..<50).map { number in try picture(played.frame(Int64(number))) }
    for number in [25, 49, 12] { #expect(try picture(reader(path).frame(Int64(number))) == frames[number], "\(number)") }
    // What has been read is not read anew for each step on.
    let stepping = try reader(path)
    for number in [10, 25, 45] { #expect(try picture(stepping.frame(Int64(number))) == frames[number], "\(number)") }
    #expect(stepping.seeks <= 1 || [.inTagsOfFLV, .inAnIndexOfAVI].contains(forgery))
  }

  /// The segments of a JPEG that all pictures but the first lack.
  @Test(arguments: [0xDB, 0xC4] as [UInt8], ["a.mov", "a.avi"])
  func picturesThatTakeTheTablesOfOthers(marker: UInt8, name: String) throws {
    let folder = try TemporaryFolder()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=2", "-pix_fmt", "yuvj420p", "-c:v", "mjpeg", "-q:v", "4", "-huffman",
      "default", folder.path("whole.mjpeg"))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path("whole.mjpeg"))))
    var (kept, place): ([UInt8], Int) = ([], 0)
    while place + 4 <= bytes.count {
      let (length, isEntropy) = (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]), bytes[place] != 0xFF)
      let step = isEntropy || bytes[place + 1] == 0 ? 1 : [0xD8, 0xD9].contains(bytes[place + 1]) ? 2 : 2 + length
      if kept.count < 2000 || step <= 2 || bytes[place + 1] != marker { kept += bytes[place..<place + step] }
      place += step
    }
    try Data(kept + bytes[place...]).write(to: URL(filePath: folder.path("some.mjpeg")))
    #expect(kept.count < bytes.count - 49 * 60)
    let path = folder.path(name)
    try CommandLineTool.ffmpeg("-r", "25", "-f", "mjpeg", "-i", folder.path("some.mjpeg"), "-c", "copy", path)
    let forward = try reader(path)
    let frames = try (0..<50).map { number in try picture(forward.frame(Int64(number))) }
    for number in [25, 49, 12] { #expect(try picture(reader(path).frame(Int64(number))) == frames[number], "\(number)") }
    let video = try #require(try facts(path).video)
    let run = try #require(PacketIndexer(path: path, facts: video).index(of: [0..<50]).runs.first)
    #expect(run.packets.count { $0.isCopyable } <= 1)
  }

  /// Old versions of x264 coded 4:4:4 in a way of their own, and say in the first packet which they are.
  @Test func picturesThatNeedTheMarkOfTheirEncoder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mp4")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=176x144:r=25:d=3", "-pix_fmt", "yuv444p", "-c:v", "libx264", "-g", "25", "-qp", "10",
      path)
    #expect(try facts(path).video?.needsFirstPacket == nil)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let mark = try #require(bytes.range(of: Data("x264 - core 1".utf8)))
    bytes.replaceSubrange(mark.upperBound..<mark.upperBound + 2, with: Data("48".utf8))
    try bytes.write(to: URL(filePath: path))
    let video = try #require(try facts(path).video)
    #expect(video.needsFirstPacket == true)
    // By the mark these pictures, which a new version coded, are something else, wherever reading begins.
    for number in [0, 60, 30] { #expect(throws: LibAVError.self) { try reader(path).frame(Int64(number)) } }
    let run = try #require(PacketIndexer(path: path, facts: video).index(of: [0..<75]).runs.first)
    #expect(!run.packets.contains { $0.isCopyable })
  }

  /// A way in which the index of an AVI file differs from its parts.
  enum IndexDamage: CaseIterable { case bit, sector, cut }

  /// After a seek, libavformat numbers frames and sound as the index does.
  @Test(arguments: IndexDamage.allCases, [["mpeg4", "pcm_s16le"], ["libx264", "libmp3lame"], ["mjpeg", "ac3"]])
  func indexesThatAreWrong(damage: IndexDamage, codecs: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.avi")
    try BarcodeMovie().write(to: folder.path("source.mp4"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("source.mp4"), "-f", "lavfi", "-i", "aevalsrc=sin((200+300*t)*t*6):s=44100:d=4", "-map", "0:v",
      "-map", "1:a", "-c:v", codecs[0], "-q:v", "3", "-g", "10", "-bf", "0", "-c:a", codecs[1], path)
    let whole = try sound(path)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let start = try #require(bytes.firstRange(of: Array("idx1".utf8))).upperBound + 4
    let entries = stride(from: start, to: start + Int(bytes[start - 4]) + Int(bytes[start - 3]) << 8, by: 16)
    let middle = start + 16 * (entries.underestimatedCount / 2)
    switch damage {
    case .bit:
      let entry = try #require(entries.first { $0 >= middle && bytes[$0 + 1] == 0x30 })
      bytes[entry] ^= 1
    case .sector: for index in middle..<middle + 160 { bytes[index] = 0 }
    case .cut: for index in middle..<middle + 320 { bytes[index] = bytes[index + 320] }
    }
    #expect(entries.underestimatedCount > 100)
    try Data(bytes).write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.video?.hasWrongIndex == true && found.damage == nil)
    try expectFrames([90, 60, 20, 99], in: path, #require(found.video))
    // AC-3's decoder adds noise of its own.
    for (found, expected) in zip(try sound(path), whole) {
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.01 })
    }
  }

  /// Without an index, as where a file breaks off, libavformat guesses the places of MXF and numbers packets from there.
  @Test(arguments: [true, false], [["mpeg2video", "0"], ["mpeg2video", "2"]])
  func anIndexThatIsMissing(breaksOff: Bool, coding: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mxf")
    try BarcodeMovie().write(to: folder.path("source.mp4"))
    try CommandLineTool.ffmpeg(
      "-i", folder.path("source.mp4"), "-f", "lavfi", "-i", "aevalsrc=sin((200+300*t)*t*6):s=48000:d=4", "-map", "0:v",
      "-map", "1:a", "-c:v", coding[0], "-q:v", "3", "-g", "10", "-bf", coding[1], "-c:a", "pcm_s16le", path)
    let whole = try facts(path)
    #expect(whole.video?.hasWrongIndex == nil && whole.audio?.hasWrongIndex == nil)
    let heard = try sound(path)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    if breaksOff {
      bytes.removeLast(bytes.count / 20)
    } else {
      // The key of an index table (SMPTE ST 377-1, 11.1).
      let key = Array("\u{6}\u{E}+4\u{2}S\u{1}\u{1}\r\u{1}\u{2}\u{1}\u{1}\u{10}\u{1}".utf8)
      while let place = bytes.firstRange(of: key) { bytes[place.lowerBound + 13] = 0x7F }
    }
    try Data(bytes).write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.video?.hasWrongIndex == true && found.audio?.hasWrongIndex == true)
    #expect((found.breaksOff != nil) == breaksOff)
    try expectFrames([85, 60, 20, 88], in: path, #require(found.video))
    #expect(try sound(path) == heard)
  }

  /// Expects the frames of these numbers, each read after a seek.
  private func expectFrames(_ numbers: [Int64], in path: String, _ video: VideoFacts) throws {
    for number in numbers {
      #expect(Barcode.read(try FrameReader(path: path, facts: video).frame(number)) == Int(number))
    }
  }

  /// Returns stretches of a file's sound, each read after a seek.
  private func sound(_ path: String) throws -> [[Float]] {
    let audio = try #require(try facts(path).audio)
    return try [150_000, 60_000, 120_000].map { place in
      try SoundReader(path: path, facts: audio, sampleRate: 44100, channels: 1).read(from: place, count: 2000)[0]
    }
  }

  private func picture(_ frame: VideoFrame) throws -> [UInt8] { try DisplayedPicture(frame).rgb }
}
