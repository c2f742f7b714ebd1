import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// A file that breaks off is told of wherever its header or its last packets tell of it, and a whole one is not.
@Suite struct BreakOffTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ name: String, _ arguments: [String] = []) throws -> String {
    let (path, wave) = (folder.path(name), folder.path("source.wav"))
    if !FileManager.default.fileExists(atPath: wave) { try TestSound.write([TestSound.sweep(count: 144_000)], to: wave) }
    try CommandLineTool.ffmpeg(["-i", wave] + arguments + [path])
    return path
  }

  private func cut(_ path: String, to share: Double) throws {
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(Int(Double(bytes.count) * share)).write(to: URL(filePath: path))
  }

  @Test(arguments: [
    ("a.wav", []), ("a.w64", []), ("a.aiff", []), ("a.caf", []), ("a.au", []), ("a.flac", []),
    ("a.wv", []), ("a.tta", []), ("a.mp3", []), ("a.mka", ["-c:a", "flac"]), ("a.ogg", ["-c:a", "libvorbis"]),
    ("a.opus", []), ("a.oga", ["-c:a", "flac"]), ("a.nut", ["-c:a", "pcm_s16le"]), ("b.nut", ["-c:a", "flac"]),
  ])
  func sound(name: String, arguments: [String]) throws {
    let path = try make(name, arguments)
    let whole = try facts(path)
    #expect(whole.breaksOff == nil && whole.damage == nil)
    try cut(path, to: 0.7)
    let part = try facts(path)
    let end = try #require(part.breaksOff)
    let left = try #require(part.audioEnd)
    #expect((end - left).magnitude < Rational(1, 50) && left > .one && left < Rational(5, 2), "\(end), \(left)")
  }

  /// A picture that is refreshed bit by bit gives no frame for some time behind what stands for a key frame.
  @Test(arguments: ["a.flv", "a.h264", "a.mpg"]) func aPictureThatIsRefreshed(name: String) throws {
    try BarcodeMovie().write(to: folder.path("source.mp4"))
    let options = "intra-refresh=1:keyint=12:bframes=0:scenecut=0"
    try CommandLineTool.ffmpeg(
      "-i", folder.path("source.mp4"), "-an", "-c:v", "libx264", "-x264-params", options, folder.path(name))
    let whole = try facts(folder.path(name))
    #expect(whole.breaksOff == nil && whole.video?.timing.frameCount == 100)
  }

  /// The one has an index that comes last, the others have none.
  @Test(arguments: [
    ("a.mxf", ["-c:v", "mpeg2video", "-bf", "2"]), ("a.ts", ["-c:v", "mpeg2video", "-bf", "2"]),
    ("a.ts", ["-c:v", "libx264", "-x264-params", "keyint=24:bframes=3"]), ("a.y4m", []),
    ("a.nut", ["-c:v", "ffv1"]), ("b.nut", ["-c:v", "mpeg4"]),
  ])
  func picture(name: String, arguments: [String]) throws {
    try BarcodeMovie().write(to: folder.path("source.mp4"))
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(["-i", folder.path("source.mp4"), "-an"] + arguments + [path])
    #expect(try facts(path).breaksOff == nil)
    let bytes = try Data(contentsOf: URL(filePath: path))
    for share in stride(from: 0.4, to: 0.95, by: 0.05) {
      try bytes.prefix(Int(Double(bytes.count) * share)).write(to: URL(filePath: path))
      let part = try facts(path)
      let video = try #require(part.video)
      let count = try #require(video.timing.frameCount)
      // A transport stream may end behind a whole picture.
      let isTold = part.breaksOff != nil || part.damage != nil
      #expect(video.timing.rate == FrameRate(25) && (isTold || name == "a.ts"), "\(share)")
      let reader = try FrameReader(path: path, facts: video)
      for frame in 0..<count { #expect(Barcode.read(try reader.frame(frame)) == Int(frame), "\(share): \(frame) of \(count), \(part.breaksOff as Any)") }
    }
  }

  /// A file that says how many bytes it has, and has fewer, breaks off, however little of a second is missing.
  @Test(arguments: [
    ("a.avi", ["-c:v", "utvideo", "-c:a", "pcm_s16le"]), ("b.avi", ["-c:v", "mjpeg", "-c:a", "libmp3lame"]),
    ("a.flv", ["-c:v", "libx264", "-g", "10"]), ("a.asf", ["-c:v", "wmv2", "-c:a", "wmav2"]),
  ])
  func theSizeThatIsStated(name: String, arguments: [String]) throws {
    let path = try make(name, ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3"] + arguments)
    #expect(try facts(path).breaksOff == nil)
    try cut(path, to: 0.8)
    let part = try facts(path)
    let end = try #require(part.breaksOff, "\(name)")
    #expect(end > .one && end < Rational(3), "\(end)")
  }

  /// A picture that is damaged and followed by whole ones is no end.
  @Test(arguments: [
    ("a.flv", ["-c:v", "libx264", "-g", "12", "-bf", "0"]), ("b.flv", ["-c:v", "flashsv"]),
    ("a.h264", ["-c:v", "libx264", "-g", "12", "-bf", "0"]), ("a.m2v", ["-c:v", "mpeg2video", "-g", "12", "-bf", "2"]),
    ("a.mpg", ["-c:v", "mpeg2video", "-g", "12", "-bf", "2"]),
  ])
  func damageNearTheEnd(name: String, arguments: [String]) throws {
    let path = folder.path(name)
    try CommandLineTool.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=160x112:r=25:d=3", "-q:v", "3", "-pix_fmt"]
        + [name == "b.flv" ? "bgr24" : "yuv420p"] + arguments + [path])
    let whole = try facts(path)
    let count = try #require(whole.video?.timing.frameCount)
    let places = try lines(of: "pos", in: path).compactMap(Int.init)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let place = places[places.count - 8]
    let size = places[places.count - 7] - place
    for index in (place + size / 2)..<(place + size / 2 + min(24, size / 3)) { bytes[index] ^= 0x5A }
    try bytes.write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.breaksOff == nil && found.video?.timing.frameCount == count)
    let reader = try FrameReader(path: path, facts: try #require(found.video))
    #expect(throws: LibAVError.self) { for number in 0..<count { _ = try reader.frame(number) } }
  }

  /// Libavformat gives what there is of the packet within which the file ends.
  @Test(arguments: [0.31, 0.5, 0.73, 0.9], ["a.wma", "a.wmv"]) func windowsMediaThatBreaksOff(part: Double, name: String) throws {
    let path = folder.path(name)
    let picture = ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=4", "-c:v", "wmv2"]
    try CommandLineTool.ffmpeg(
      ["-f", "lavfi", "-i", "sine=440:d=4"] + (name == "a.wmv" ? picture : []) + ["-c:a", "wmav2", "-b:a", "128k", path])
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.prefix(Int(Double(bytes.count) * part)).write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.breaksOff != nil && found.damage == nil)
    if let video = found.video {
      let reader = try FrameReader(path: path, facts: video)
      for number in 0..<(video.timing.frameCount ?? 0) { _ = try reader.frame(number) }
    }
    let audio = try #require(found.audio)
    let count = Int((audio.duration * Rational(48_000)).floor ?? 0)
    _ = try SoundReader(path: path, facts: audio).read(from: 0, count: count - 1)
  }

  /// The decoder of JPEG-LS complains in nobody's name.
  @Test func aComplaintWithoutAnObject() throws {
    let path = folder.path("a.jls")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x240:d=1", "-frames:v", "1", "-c:v", "jpegls", path)
    #expect(try facts(path).damage == nil)
    var bytes = try Data(contentsOf: URL(filePath: path))
    for index in (bytes.count / 2)..<(bytes.count / 2 + 64) { bytes[index] = 0 }
    try bytes.write(to: URL(filePath: path))
    // A still is decoded to be looked at.
    guard case .found(let found) = MediaProbe.probe(path: path, depth: .precise), found.damage == nil else { return }
    let reader = try FrameReader(path: path, facts: try #require(found.video))
    #expect(throws: LibAVError.self) { try reader.frame(0) }
  }

  /// A page before the last one, which tells how long it is.
  @Test func aPageThatIsDamagedNearTheEnd() throws {
    let path = folder.path("a.ogv")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=2", "-c:v", "libtheora", "-g", "12", path)
    #expect(try facts(path).video?.timing.frameCount == 50)
    var bytes = try Data(contentsOf: URL(filePath: path))
    var pages: [Int] = []
    while let page = bytes[(pages.last.map { $0 + 4 } ?? 0)...].range(of: Data("OggS\0".utf8)) {
      pages.append(page.lowerBound)
    }
    let place = pages[pages.count - 2] + 200
    for index in place..<place + 20 { bytes[index] ^= 0xA5 }
    try bytes.write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.damage != nil && found.breaksOff == nil && found.video?.timing.frameCount == 50)
    let reader = try FrameReader(path: path, facts: try #require(found.video))
    #expect(throws: LibAVError.self) { for number in 0..<50 { _ = try reader.frame(Int64(number)) } }
  }

  /// The file has its end, so it is not cut.
  @Test func aLengthThatIsDamagedInAnAnimation() throws {
    let path = folder.path("a.apng")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x120:r=25:d=1", path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    var place = bytes.startIndex
    for _ in 0..<12 { place = try #require(bytes[place...].range(of: Data("fdAT".utf8))).upperBound }
    for index in (place - 8)..<(place - 4) { bytes[index] ^= 0x35 }
    try bytes.write(to: URL(filePath: path))
    let found = try facts(path)
    #expect(found.breaksOff == nil && found.damage != nil)
    let reader = try FrameReader(path: path, facts: try #require(found.video))
    let count = try #require(found.video?.timing.frameCount)
    #expect(throws: LibAVError.self) { for number in 0..<count { _ = try reader.frame(number) } }
  }

  /// A table of samples in the header of a movie, which lists fewer than the others or is lost.
  @Test(arguments: ["stsz", "stco"], [0, 1]) func tablesThatDoNotAgree(name: String, track: Int) throws {
    let path = try make(
      "a.mov", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-map", "1:v", "-map", "0:a", "-c:v", "libx264", "-bf", "0"])
    let whole = try Data(contentsOf: URL(filePath: path))
    #expect(try facts(path).breaksOff == nil)
    let first = try #require(whole.range(of: Data(name.utf8), options: .backwards))
    let table = track == 1 ? first : try #require(whole[..<first.lowerBound].range(of: Data(name.utf8), options: .backwards))
    // Behind the version; sizes have the one of all before.
    let place = table.upperBound + (name == "stsz" ? 8 : 4)
    let count = whole[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    var bytes = whole
    bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0, UInt8(count / 2)])
    try bytes.write(to: URL(filePath: path))
    // Where the runs of chunks are several, libavformat refuses those that begin behind the last chunk.
    if case .found(let part) = MediaProbe.probe(path: path, depth: .precise) {
      let end = try #require(part.breaksOff)
      #expect(end > .one && end < Rational(2), "\(end)")
    } else {
      #expect(name == "stco" && track == 1)
    }
    bytes = whole
    bytes[table.lowerBound] ^= 1
    try bytes.write(to: URL(filePath: path))
    guard case .unreadable = MediaProbe.probe(path: path, depth: .precise) else {
      Issue.record("a track without \(name) is read")
      return
    }
  }

  /// Fragments that an index lists, and samples that no fragment lists.
  @Test(arguments: ["sidx", "mfra", "trun", "last trun", "last moof"]) func fragmentsThatAreGone(part: String) throws {
    let path = try make(
      "a.mp4", [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=4", "-map", "1:v", "-c:v", "libx264", "-g", "25", "-bf", "0", "-movflags",
        part == "sidx" ? "+dash+global_sidx" : "+frag_keyframe+empty_moov", "-frag_duration", "1000000",
      ])
    var bytes = try Data(contentsOf: URL(filePath: path))
    let whole = try facts(path)
    #expect(whole.breaksOff == nil && whole.damage == nil && whole.video?.timing.frameCount == 100)
    var places: [Int] = []
    while let place = bytes[(places.last ?? 0)...].range(of: Data("moof".utf8)) { places.append(place.upperBound) }
    #expect(places.count == 4)
    let isEnd = part != "trun"
    switch part {
    case "sidx": bytes = bytes.prefix(places[3] - 8)
    case "mfra":
      let index = try #require(bytes.range(of: Data("mfra".utf8), options: .backwards)).lowerBound - 4
      bytes.removeSubrange((places[3] - 8)..<index)
    case "last moof": bytes[places[3] - 1] ^= 1
    default:
      let run = try #require(bytes[places[isEnd ? 3 : 1]...].range(of: Data("trun".utf8))).upperBound
      #expect(bytes[run + 7] == 25)
      bytes[run + 7] = 15
    }
    try bytes.write(to: URL(filePath: path))
    let found = try facts(path)
    #expect((found.breaksOff != nil) == isEnd && (found.damage != nil) == !isEnd, "\(found)")
    if isEnd { return }
    let reader = try FrameReader(path: path, facts: try #require(found.video))
    #expect(throws: LibAVError.self) { for number in 0..<100 { _ = try reader.frame(Int64(number)) } }
  }

  /// Less than a tenth of a second is missing.
  @Test(arguments: [
    ("a.mp3", []), ("b.mp3", ["-ac", "1", "-ar", "22050", "-id3v2_version", "4", "-metadata", "title=A"]),
    ("a.mxf", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=60:d=2", "-map", "1:v", "-c:v", "mpeg2video", "-g", "1"]),
  ])
  func littleThatIsMissing(name: String, arguments: [String]) throws {
    let path = try make(name, arguments)
    let whole = try facts(path)
    #expect(whole.breaksOff == nil)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let place = name == "a.mxf" ? try #require(Int(try lines(of: "pos", in: path).dropLast().last ?? "")) : bytes.count - 600
    try bytes.prefix(place).write(to: URL(filePath: path))
    let end = try #require(try facts(path).breaksOff)
    #expect(end < Rational(3) && end > Rational(3, 2), "\(end)")
  }

  private func lines(of entry: String, in path: String) throws -> [String] {
    try CommandLineTool.ffprobe(path, "-show_entries", "packet=\(entry)").map { $0.filter(\.isNumber) }
  }

  /// The last page of a stream says that it is the last.
  @Test(arguments: [1, 2]) func pagesThatAreGone(count: Int) throws {
    let path = try make("a.ogg", ["-c:a", "libvorbis"])
    let bytes = try Data(contentsOf: URL(filePath: path))
    var pages: [Int] = []
    var place = bytes.startIndex
    while let page = bytes[place...].range(of: Data("OggS\0".utf8)) {
      pages.append(page.lowerBound)
      place = page.upperBound
    }
    #expect(pages.count > 4)
    try bytes.prefix(pages[pages.count - count]).write(to: URL(filePath: path))
    let part = try facts(path)
    let end = try #require(part.breaksOff)
    #expect(end < Rational(3) && end > .one, "\(end)")
  }

  /// Parts of an AVI file that are gone have no times, so that all behind them would come too early.
  @Test(arguments: [0, 0x30, 0xFF] as [UInt8], [false, true])
  func partsThatAreMissing(byte: UInt8, isMoved: Bool) throws {
    let path = try make(
      "a.avi", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-c:v", "ffv1", "-c:a", "pcm_s16le"])
    #expect(try facts(path).damage == nil)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let hole = (bytes.count / 2)..<(bytes.count * 6 / 10)
    if isMoved { bytes.removeSubrange(hole) } else { bytes.replaceSubrange(hole, with: Data(repeating: byte, count: hole.count)) }
    try bytes.write(to: URL(filePath: path))
    let damaged = try facts(path)
    let place = try #require(damaged.damage)
    #expect(place > .one && place < Rational(2), "\(place)")
    #expect(damaged.video?.losses?.isEmpty == false)
  }

  /// The damage to a tag of an FLV file.
  enum TagDamage: CaseIterable { case type, size, zeros, gone }

  /// Tags of FLV that cannot be read are passed over by libavformat, picture and sound alike.
  @Test(arguments: [["-c:v", "libx264"], ["-c:v", "flv1", "-c:a", "libmp3lame"]], TagDamage.allCases)
  func tagsThatAreMissing(codecs: [String], damage: TagDamage) throws {
    for isPicture in [true, false] {
      let path = try make("a.flv", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3"] + codecs + ["-ar", "44100", "-y"])
      #expect(try facts(path).damage == nil)
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      let tags = flashTags(in: bytes).filter { bytes[$0.lowerBound] == (isPicture ? 9 : 8) }
      let tag = tags[tags.count / 2]
      switch damage {
      case .type: bytes[tag.lowerBound] = 18
      case .size: bytes[tag.lowerBound + 2] ^= 0x55
      case .zeros: for index in tag.prefix(40) { bytes[index] = 0 }
      case .gone: bytes.removeSubrange(tag.dropFirst(20))
      }
      try Data(bytes).write(to: URL(filePath: path))
      let damaged = try facts(path)
      let place = try #require(damaged.damage)
      #expect(place > .one && place < Rational(2), "\(place)")
      // It is shorter than it says, too.
      #expect((damaged.breaksOff == nil) == (damage != .gone))
      #expect(damaged.video?.losses?.isEmpty == false && damaged.audio?.losses?.isEmpty == false)
    }
  }

  /// Sizes behind tags that leave out the headers, as some programs write them, are no damage.
  @Test func sizesOfTagsWithoutHeaders() throws {
    let path = try make("a.flv", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-ar", "44100"])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for tag in flashTags(in: bytes) {
      bytes.replaceSubrange(tag.upperBound..<(tag.upperBound + 4), with: [0] + bytes[(tag.lowerBound + 1)..<(tag.lowerBound + 4)])
    }
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try facts(path).damage == nil)
  }

  /// A few frames that are missing in the middle of a short clip are not its end.
  @Test func framesThatAreMissingInAShortClip() throws {
    let path = try make("a.flv", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-c:v", "libx264", "-ar", "44100"])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let pictures = flashTags(in: bytes).filter { bytes[$0.lowerBound] == 9 }
    let tag = pictures[pictures.count - 20]
    bytes.removeSubrange(tag.lowerBound..<(tag.upperBound + 4))
    try Data(bytes).write(to: URL(filePath: path))
    let end = try #require(try facts(path).videoEnd)
    #expect(end > Rational(29, 10))
  }

  /// A demuxer that finds no packet where there should be one takes the file for ended.
  @Test func bytesThatAreMissingInTheMiddle() throws {
    try BarcodeMovie().write(to: folder.path("source.mp4"))
    let path = folder.path("a.y4m")
    try CommandLineTool.ffmpeg("-i", folder.path("source.mp4"), path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.removeSubrange(bytes.count / 2..<bytes.count / 2 + 400)
    try bytes.write(to: URL(filePath: path))
    let part = try facts(path)
    #expect(part.breaksOff == nil && part.damage != nil && part.damage == part.videoEnd)
    let video = try #require(part.video)
    let reader = try FrameReader(path: path, facts: video)
    let last = try #require(video.timing.frameCount) - 1
    _ = try reader.frame(last - 1)
    #expect(throws: LibAVError.self) { try reader.frame(last) }
  }

  /// If libavformat reads nothing after damage, the last frame before the damage cannot be read. With `--on-damage
  /// conceal`, the source is as long as its header lists.
  @Test func nothingCanBeReadBehindDamage() throws {
    let path = try make(
      "a.webm", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=3", "-c:v", "libvpx", "-b:v", "1M", "-c:a", "libvorbis"])
    #expect(try facts(path).damage == nil)
    var bytes = try Data(contentsOf: URL(filePath: path))
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..<middle + 2000, with: Data(count: 2000))
    try bytes.write(to: URL(filePath: path))
    let part = try facts(path)
    #expect(part.damage != nil && part.breaksOff == nil)
    let video = try #require(part.video)
    let last = try #require(video.timing.frameCount) - 1
    #expect(last > 20 && last < 60 && part.asListed.video?.timing.frameCount == 75)
    let reader = try FrameReader(path: path, facts: video)
    _ = try reader.frame(last - 1)
    #expect(throws: LibAVError.self) { try reader.frame(last) }
    let audio = try #require(part.audio)
    let sound = try SoundReader(path: path, facts: audio)
    #expect(throws: LibAVError.self) { try sound.read(from: 0, count: Int(sound.length)) }
  }

  /// Zeros behind the end, as in files whose room was made beforehand, are not a part of it that is damaged.
  @Test func zerosBehindTheEnd() throws {
    let path = try make("a.aac")
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.append(Data(repeating: 0, count: 40_000))
    try bytes.write(to: URL(filePath: path))
    #expect(try facts(path).damage == nil)
  }

  /// What a last packet does not fill, or fills only with what is left out, is no loss.
  @Test(arguments: [("a.caf", ["-c:a", "alac"]), ("a.mka", ["-c:a", "libopus"])])
  func whatLastPacketsDoNotFill(name: String, arguments: [String]) throws {
    for count in [48_000, 47_880, 48_648, 49_000] {
      try TestSound.write([TestSound.sweep(count: count)], to: folder.path("source.wav"))
      let path = try make(name, arguments)
      let measured = try facts(path)
      #expect(measured.breaksOff == nil && measured.damage == nil)
      let audio = try #require(measured.audio)
      _ = try SoundReader(path: path, facts: audio).read(from: 0, count: count - 1)
    }
  }

  /// Times at which ticks or samples can no longer be counted are an error, and no reason to stop.
  @Test(arguments: [UInt64.max / 2, UInt64.max / 2 + 1, UInt64.max / 2 + 2, 1 << 62, 3 << 62, 1 << 61])
  func timesThatCannotBeCounted(time: UInt64) throws {
    try BarcodeMovie().write(to: folder.path("source.mp4"))
    let path = folder.path("a.mp4")
    try CommandLineTool.ffmpeg(
      "-i", folder.path("source.mp4"), "-c", "copy", "-movflags", "frag_keyframe+empty_moov", path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    var places: [Int] = []
    while let next = bytes.range(of: Data("tfdt".utf8), in: (places.last ?? 0)..<bytes.count) { places.append(next.upperBound) }
    try #require(places.count > 2)
    for changed in [places, Array(places.prefix(1)), Array(places.suffix(1)), Array(places.dropFirst(2))] {
      var damaged = bytes
      for place in changed {
        #expect(damaged[place] == 1)
        for digit in 0..<8 { damaged[place + 4 + digit] = UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * digit)) }
      }
      try damaged.write(to: URL(filePath: path))
      let finding = MediaProbe.probe(path: path, depth: .precise)
      guard case .unreadable = finding else {
        Issue.record("\(time), \(changed.count): \(finding)")
        continue
      }
    }
  }
}
