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

  /// Two descriptions of the samples of one track in MP4: which packets have which is told by the chunks.
  @Test func severalDescriptionsOfSound() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a.m4a")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "sine=300:r=48000:d=2", "-c:a", "aac", path)
    #expect(try facts(path).audio?.hasSeveralHeaders == nil)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func place(of name: String) throws -> Int { try #require(bytes.firstRange(of: Array(name.utf8))).lowerBound - 4 }
    func number(at place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func set(_ number: Int, at place: Int) {
      for index in 0..<4 { bytes[place + index] = UInt8(number >> (24 - 8 * index) & 0xFF) }
    }
    let table = try place(of: "stsd")
    let description = Array(bytes[(table + 16)..<(table + number(at: table))])
    let names = ["moov", "trak", "mdia", "minf", "stbl", "stsd"]
    #expect(try place(of: "moov") > place(of: "mdat"))
    for name in names { try set(number(at: place(of: name)) + description.count, at: place(of: name)) }
    set(2, at: table + 12)
    bytes.insert(contentsOf: description, at: table + 16 + description.count)
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try facts(path).audio?.hasSeveralHeaders == true)
  }
}
