import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct PacketCopierTests {
  private func copier(_ source: CopySource, in folder: TemporaryFolder) throws -> (PacketCopier, JoinPlan) {
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let copier = try PacketCopier(path: path, facts: #require(try facts(path).video))
    return (copier, try JoinPlan(sources: [copier.sourceParameters], encodes: false))
  }

  private func packets(
    _ copier: PacketCopier, _ frames: Range<Int64>, _ plan: JoinPlan
  ) throws(LibAVError) -> [EncodedPacket] {
    try copier.begin(frames, plan: plan)
    var packets: [EncodedPacket] = []
    while let packet = try copier.next() { packets.append(packet) }
    return packets
  }

  @Test(arguments: ["mp4", "mkv", "ts"])
  func readsOnWithoutSeeking(container: String) throws {
    let folder = try TemporaryFolder()
    let (copier, plan) = try copier(.plain.kept(in: container), in: folder)
    let whole = try packets(copier, 0..<72, plan)
    #expect(copier.seeks == 0)
    #expect(whole.filter(\.isKey).map(\.pts) == [0, 12, 24, 36, 48, 60])
    var parts: [EncodedPacket] = []
    for start in stride(from: Int64(0), to: 72, by: 12) {
      parts += try packets(copier, start..<start + 12, plan).map { packet in
        var packet = packet
        packet.pts += start
        packet.dts += start
        return packet
      }
    }
    #expect(copier.seeks == 1)
    #expect(parts == whole)
    #expect(
      try packets(copier, 48..<49, plan)
        == [whole[48]].map { packet in
          var packet = packet
          (packet.pts, packet.dts) = (0, 0)
          return packet
        })
    #expect(copier.seeks == 2)
  }

  @Test func refusesWhatTheFileDoesNotHold() throws {
    let folder = try TemporaryFolder()
    let (copier, plan) = try copier(.plain, in: folder)
    // Not an access point; not closed in decoding order; past the end.
    for frames in [Int64(5)..<12, 12..<18, 60..<80] {
      #expect(throws: LibAVError.self) { try packets(copier, frames, plan) }
    }
    #expect(try packets(copier, 12..<17, plan).count == 5)
    #expect(try packets(copier, 12..<12, plan).isEmpty)
  }

  /// A delimiter before each picture, and filler behind it.
  @Test func leavesOutPadding() throws {
    let folder = try TemporaryFolder()
    var source = CopySource.plain.kept(in: "ts")
    source.arguments[source.arguments.count - 1] += ":aud=1:nal-hrd=cbr:bitrate=300:vbv-maxrate=300:vbv-bufsize=300"
    let (copier, plan) = try copier(source, in: folder)
    for packet in try packets(copier, 0..<72, plan) {
      let types = try #require(units(packet.bytes)).map { $0[0] & 0x1F }
      #expect(types.filter { [7, 8, 9, 12].contains($0) }.isEmpty)
      #expect(types.contains(packet.isKey ? 5 : 1))
    }
  }

  /// A run that begins where leading pictures are left out says so; further ones in it keep theirs.
  @Test func breaksTheLinkToWhatIsLeftOut() throws {
    let folder = try TemporaryFolder()
    let (copier, plan) = try copier(CopySource.hevc[1], in: folder)
    let packets = try packets(copier, 12..<72, plan)
    let types = try packets.filter(\.isKey).map { packet in
      try #require(units(packet.bytes)).map { $0[0] >> 1 & 0x3F }.filter { $0 < 32 }
    }
    #expect(types.map(Set.init) == [[16], [21], [21], [21], [21]])
  }

  /// The units behind their four bytes of length.
  private func units(_ bytes: [UInt8]) -> [[UInt8]]? {
    var (units, rest) = ([[UInt8]](), bytes[...])
    while rest.count >= 4 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 4 + length, length > 0 else { return nil }
      units.append(Array(rest.dropFirst(4).prefix(length)))
      rest = rest.dropFirst(4 + length)
    }
    return rest.isEmpty ? units : nil
  }

  @Test(arguments: [1, 2, 4])
  func takesLengthsOfAnySize(size: Int) throws {
    let folder = try TemporaryFolder()
    var parameters = try copier(.plain, in: folder).0.sourceParameters
    parameters.extradata[4] = 0xFC | UInt8(size - 1)
    let plan = try JoinPlan(sources: [parameters], encodes: false)
    let formatter = try plan.formatter(for: parameters)
    let unit: [UInt8] = [0x65, 0x88, 0x80, 0x40]
    let packet = EncodedPacket(
      bytes: [UInt8](repeating: 0, count: size - 1) + [4] + unit + [UInt8](repeating: 0, count: size - 1) + [4] + unit,
      pts: 0, dts: 0, duration: 1, isKey: true)
    #expect(try formatter.format(packet).bytes == [0, 0, 0, 4] + unit + [0, 0, 0, 4] + unit)
    #expect(try plan.parameters().extradata[4] == 0xFF)
    var damaged = packet
    damaged.bytes.removeLast()
    #expect(throws: LibAVError.self) { try formatter.format(damaged) }
  }

  /// A broadcast may change its parameter sets on the way. What follows is left to decoders that have read so far.
  @Test func noticesParameterSetsThatChange() throws {
    let folder = try TemporaryFolder()
    var joined = Data()
    for (index, source) in [CopySource.h264[0], CopySource.h264[0], CopySource.h264[0]].enumerated() {
      var source = source
      source.firstNumber = 72 * index
      if index == 1 { source.arguments[source.arguments.count - 1] += ":ref=1:level=40" }
      try source.write(to: folder.path("\(index).mp4"))
      try CommandLineTool.ffmpeg("-i", folder.path("\(index).mp4"), "-c", "copy", folder.path("\(index).h264"))
      joined += try Data(contentsOf: URL(filePath: folder.path("\(index).h264")))
    }
    try joined.write(to: URL(filePath: folder.path("joined.h264")))
    let path = folder.path("joined.ts")
    try CommandLineTool.ffmpeg("-r", "25", "-i", folder.path("joined.h264"), "-c", "copy", path)
    let video = try #require(try facts(path).video)
    #expect(video.timing.frameCount == 216)
    let run = try #require(try PacketIndexer(path: path, facts: video).index(of: [0..<216]).runs.first)
    for packet in run.packets {
      let frame = try #require(packet.frame)
      let expected: PacketFacts.Access = frame % 12 > 0 ? .none : (72..<144).contains(frame) ? .claimed : .clean
      #expect(packet.access == expected, "frame \(frame)")
    }
    let copier = try PacketCopier(path: path, facts: video)
    let plan = try JoinPlan(sources: [copier.sourceParameters], encodes: true)
    #expect(throws: LibAVError.self) { try packets(copier, 84..<96, plan) }
    #expect(throws: LibAVError.self) { try packets(copier, 60..<84, plan) }
    #expect(try packets(copier, 156..<168, plan).count == 12)
  }

  @Test func refusesPartsThatCannotStandTogether() throws {
    let folder = try TemporaryFolder()
    let h264 = try copier(.plain, in: folder).0.sourceParameters
    let hevc = try copier(CopySource.hevc[0], in: folder).0.sourceParameters
    #expect(throws: LibAVError.self) { try JoinPlan(sources: [], encodes: true) }
    #expect(throws: LibAVError.self) { try JoinPlan(sources: [h264, hevc], encodes: true) }
    var bare = h264
    bare.extradata = []
    #expect(throws: LibAVError.self) { try JoinPlan(sources: [bare], encodes: true) }
    var cut = h264
    cut.extradata.removeLast(10)
    #expect(throws: LibAVError.self) { try JoinPlan(sources: [cut], encodes: true) }
    let ffv1 = try copier(.ffv1("ffv1", interval: 1), in: folder).0.sourceParameters
    var other = ffv1
    other.extradata[0] ^= 1
    #expect(throws: LibAVError.self) { try JoinPlan(sources: [ffv1, other], encodes: false) }
    // An encoder that did not take the number that it was given.
    let plan = try JoinPlan(sources: [h264], encodes: true)
    var level = h264
    level.extradata[9] ^= 1
    #expect(throws: LibAVError.self) { try plan.parameters(joining: [level]) }
  }

  @Test func canBeStored() throws {
    let folder = try TemporaryFolder()
    let (copier, plan) = try copier(CopySource.hevc[1], in: folder)
    let parameters = copier.sourceParameters
    let stored = try JSONEncoder().encode(parameters)
    #expect(try JSONDecoder().decode(StreamParameters.self, from: stored) == parameters)
    #expect(try JSONDecoder().decode(JoinPlan.self, from: JSONEncoder().encode(plan)) == plan)
  }

  /// The difference between the second sample description of a track and the first.
  enum DescriptionChange: CaseIterable { case nothing, header, codec }

  /// Which packets have which description is told by chunks.
  @Test(arguments: [true, false], DescriptionChange.allCases)
  func severalDescriptions(isPicture: Bool, change: DescriptionChange) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mp4")
    let source = isPicture ? ["testsrc2=s=64x64:d=1", "-c:v", "libx264"] : ["sine=300:r=48000:d=2", "-c:a", "aac"]
    try CommandLineTool.ffmpeg(["-f", "lavfi", "-i"] + source + [path])
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func place(of name: String) throws -> Int { try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound - 4 }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func set(_ number: Int, at place: Int) {
      for index in 0..<4 { bytes[place + index] = UInt8(number >> (24 - 8 * index) & 0xFF) }
    }
    let table = try place(of: "stsd")
    var description = Array(bytes[(table + 16)..<(table + number(at: table))])
    switch change {
    case .nothing: break
    // The last bytes are of headers, or of bit rates.
    case .header: description[description.count - 1] ^= 1
    case .codec: description.replaceSubrange(4..<8, with: Array((isPicture ? "mp4v" : "ac-3").utf8))
    }
    #expect(try place(of: "moov") > place(of: "mdat"))
    for name in ["moov", "trak", "mdia", "minf", "stbl", "stsd"] {
      try set(number(at: place(of: name)) + description.count, at: place(of: name))
    }
    set(2, at: table + 12)
    bytes.insert(contentsOf: description, at: table + 16 + description.count)
    try Data(bytes).write(to: URL(filePath: path))
    if change == .codec {
      guard case .unreadable(let why) = MediaProbe.probe(path: path, depth: .precise) else {
        Issue.record("it is read")
        return
      }
      #expect(why.contains("of which only the first would be read"))
      return
    }
    let facts = try facts(path)
    let expected = change == .nothing ? nil : true
    #expect((isPicture ? facts.video?.hasSeveralHeaders : facts.audio?.hasSeveralHeaders) == expected)
    guard isPicture else { return }
    let video = try #require(facts.video)
    let run = try #require(PacketIndexer(path: path, facts: video).index(of: [0..<25]).runs.first)
    #expect(run.packets.allSatisfy { $0.isCopyable == (expected == nil) })
  }

  /// An excerpt that was cut between two frames begins with the later one, which is shown when the file says.
  @Test(arguments: [(10, 31, Rational(461, 5120), 0), (25, 31, Rational(1, 100), 2)])
  func anEditListThatBeginsWithinAFrame(rate: Int, cut: Int, delay: Rational, bFrames: Int) throws {
    let folder = try TemporaryFolder()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x64:r=\(rate):d=4", "-f", "lavfi", "-i", "sine=r=48000:d=4", "-c:v", "libx264", "-g",
      "\(rate)", "-bf", "\(bFrames)", "-c:a", "aac", folder.path("a.mp4"))
    let path = folder.path("cut.mp4")
    try CommandLineTool.ffmpeg("-ss", "1.\(cut)", "-i", folder.path("a.mp4"), "-t", "2", "-c", "copy", path)
    let video = try #require(try facts(path).video)
    #expect(video.start == delay && video.delay == delay)
    // The sound before that is left out.
    let whole = try facts(path)
    #expect(whole.videoStart == .zero && whole.audioStart == -delay)
    // Which packet holds which frame stays as it is.
    func numbers(_ video: VideoFacts) throws -> [Int64?] {
      try PacketIndexer(path: path, facts: video).index(of: [0..<Int64(rate)]).runs.flatMap(\.packets).map(\.frame)
    }
    var early = video
    (early.start, early.delay) = (.zero, nil)
    #expect(try numbers(video) == numbers(early) && numbers(video).compactMap { $0 }.count >= rate - 1)
    let uncut = try #require(try facts(folder.path("a.mp4")).video)
    #expect(uncut.start == .zero && uncut.delay == nil)
  }

  /// A picture that begins a copied part and is to discard what has not been shown yet would discard the end of the part
  /// before it.
  @Test func nothingIsDiscardedBeforeACopiedPart() throws {
    let folder = try TemporaryFolder()
    let raw = folder.path("a.hevc")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=256x256:r=25:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx265", "-x265-params",
      "log-level=none:keyint=25:min-keyint=25:scenecut=0:bframes=4:open-gop=0", raw)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: raw)))
    var patched = 0
    for place in bytes.indices.dropFirst(3).dropLast(3) where bytes[place - 3..<place] == [0, 0, 1] {
      guard (16...21).contains(bytes[place] >> 1 & 0x3F) else { continue }
      bytes[place + 2] |= 0x40
      patched += 1
    }
    #expect(patched >= 2)
    try Data(bytes).write(to: URL(filePath: raw))
    let path = folder.path("a.mkv")
    try CommandLineTool.ffmpeg("-framerate", "25", "-i", raw, "-c", "copy", "-bsf:v", "setts=ts=N*48000", path)
    let copier = try PacketCopier(path: path, facts: #require(facts(path).video))
    try copier.begin(0..<25, plan: JoinPlan(sources: [copier.sourceParameters], encodes: true))
    let packet = try #require(try copier.next()).bytes
    var place = 0
    var pictures = 0
    while place + 4 < packet.count {
      let length = packet[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if (16...21).contains(packet[place + 4] >> 1 & 0x3F) {
        #expect(packet[place + 6] & 0xC0 == 0x80)
        pictures += 1
      }
      place += 4 + length
    }
    #expect(pictures == 1)
  }

  /// Frames of codecs of which nothing is known but that they stand alone may have another size each.
  @Test(arguments: [("tiff", false), ("jpegls", false), ("huffyuv", true), ("utvideo", true), ("rawvideo", true)])
  func framesThatStandAlone(codec: String, isCopyable: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-pix_fmt", codec == "jpegls" ? "gray" : "yuv422p", "-c:v", codec,
      path)
    let video = try #require(try facts(path).video)
    let run = try #require(PacketIndexer(path: path, facts: video).index(of: [0..<25]).runs.first)
    #expect(run.packets.count == 25 && run.packets.allSatisfy { $0.isCopyable && ($0.access == .clean) == isCopyable })
  }

  /// Every slice of a picture may refer to a parameter set of its own, which may come once and hold for the rest; one that
  /// no slice refers to is in nobody's headers either.
  @Test(arguments: [true, false]) func parameterSetsOfLaterSlices(areUsed: Bool) throws {
    let folder = try TemporaryFolder()
    let raw = folder.path("a.264")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-x264-params",
      "cabac=0:slices=2:keyint=10:min-keyint=10:scenecut=0:bframes=0", raw)
    let units = try StartCodes.units(of: [UInt8](Data(contentsOf: URL(filePath: raw))))
    var (written, frame, second): ([[UInt8]], Int, [UInt8]) = ([], -1, [])
    for unit in units {
      var unit = unit
      switch unit[0] & 0x1F {
      // The number of the set is the first code of it: 1 for 0, and 010 for 1.
      case 8: second = BitEdit.replacing(0, with: [0, 1, 0], in: unit)
      case 1, 5:
        let first = BitEdit.code(0, in: unit)
        if first == 0 { frame += 1 }
        if first == 0, frame >= 20, areUsed ? frame == 20 : frame % 10 == 0 { written.append(second) }
        // First macroblock, kind of slice, number of the set.
        if first != 0, frame >= 20, areUsed { unit = BitEdit.replacing(2, with: [0, 1, 0], in: unit) }
      default: break
      }
      written.append(unit)
    }
    try Data(written.flatMap { [0, 0, 0, 1] + $0 }).write(to: URL(filePath: raw))
    let path = folder.path("a.mp4")
    try CommandLineTool.ffmpeg("-framerate", "25", "-i", raw, "-c", "copy", path)
    try CommandLineTool.ffmpeg("-xerror", "-err_detect", "explode", "-i", path, "-f", "null", "-")
    let video = try #require(try facts(path).video)
    for wanted in [[0..<50], [Int64(30)..<40]] as [[Range<Int64>]] {
      for packet in try #require(PacketIndexer(path: path, facts: video).index(of: wanted).runs.first).packets {
        guard let frame = packet.frame else { continue }
        let isCopyable = frame < 20 || !areUsed && frame % 10 != 0
        #expect(packet.isCopyable == isCopyable && (isCopyable || !areUsed || packet.access != .clean), "\(frame)")
      }
    }
  }

  /// Key frames that say something else of their picture than the first one does not stand in one track with it.
  @Test(arguments: [
    ("libvpx-vp9", "webm", ["-deadline", "realtime", "-cpu-used", "8"]), ("libsvtav1", "mkv", ["-preset", "12"]),
    ("mjpeg", "mkv", []), ("prores_ks", "mov", []), ("jpeg2000", "mkv", []), ("jpeg2000", "mkv", ["-format", "j2k"]),
    ("magicyuv", "mkv", ["-pix_fmt", "yuv420p"]),
  ])
  func picturesThatChange(codec: String, container: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    for size in ["128x96", "96x64"] {
      try CommandLineTool.ffmpeg(
        ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=1", "-c:v", codec] + options + ["-g", "10", folder.path("\(size).\(container)")])
    }
    try "file 128x96.\(container)\nfile 96x64.\(container)\nfile 128x96.\(container)\n".write(
      toFile: folder.path("list"), atomically: true, encoding: .utf8)
    let path = folder.path("a.mkv")
    try CommandLineTool.ffmpeg("-f", "concat", "-i", folder.path("list"), "-c", "copy", path)
    let video = try #require(try facts(path).video)
    for wanted in [[0..<75], [Int64(30)..<40], [55..<75]] as [[Range<Int64>]] {
      let run = try #require(PacketIndexer(path: path, facts: video).index(of: wanted).runs.first)
      for packet in run.packets {
        guard let frame = packet.frame else { continue }
        #expect(packet.isCopyable == !(25..<50).contains(frame), "\(frame)")
      }
    }
  }
}

/// The units of H.264 behind start codes.
private enum StartCodes {
  static func units(of bytes: [UInt8]) -> [[UInt8]] {
    let starts = bytes.indices.dropLast(3).filter { bytes[$0..<$0 + 3] == [0, 0, 1] }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { start, end in
      var unit = bytes[start + 3..<end]
      while unit.last == 0 { unit.removeLast() }
      return Array(unit)
    }
  }
}

/// Changes exponential Golomb codes at the beginning of a unit of H.264.
private enum BitEdit {
  /// Returns the value of a code, counted from the first one.
  static func code(_ number: Int, in unit: [UInt8]) -> Int {
    let bits = bits(of: unit)
    let range = range(of: number, in: bits)
    return bits[range].reduce(0) { $0 << 1 | Int($1) } - 1
  }

  static func replacing(_ number: Int, with code: [UInt8], in unit: [UInt8]) -> [UInt8] {
    var bits = bits(of: unit)
    bits.replaceSubrange(range(of: number, in: bits), with: code)
    // The last one of them ends the unit.
    while bits.last == 0 { bits.removeLast() }
    while bits.count % 8 != 0 { bits.append(0) }
    let bytes = stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
    return unit[..<1] + escaped(bytes)
  }

  private static func range(of number: Int, in bits: [UInt8]) -> Range<Int> {
    var start = 0
    for _ in 0..<number { start += length(at: start, in: bits) }
    return start..<start + length(at: start, in: bits)
  }

  private static func length(at start: Int, in bits: [UInt8]) -> Int {
    bits[start...].prefix { $0 == 0 }.count * 2 + 1
  }

  private static func bits(of unit: [UInt8]) -> [UInt8] {
    var (plain, zeros): ([UInt8], Int) = ([], 0)
    for byte in unit.dropFirst() {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      plain.append(byte)
    }
    return plain.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
  }

  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var (escaped, zeros): ([UInt8], Int) = ([], 0)
    for byte in bytes {
      if zeros >= 2, byte <= 3 {
        escaped.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      escaped.append(byte)
    }
    return escaped
  }
}
