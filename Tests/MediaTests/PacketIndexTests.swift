import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct PacketIndexTests {
  static let sources =
    CopySource.h264 + [CopySource.h264Open] + CopySource.hevc + [CopySource.vp9, CopySource.av1] + CopySource.intra
    + [CopySource.ffv1("ffv1-groups", interval: 12)]

  private func index(_ path: String, _ frames: [Range<Int64>]) throws -> PacketIndex {
    try PacketIndexer(path: path, facts: #require(try facts(path).video)).index(of: frames)
  }

  /// The number of each packet's frame and whether its container flags it, as `ffprobe` finds them.
  private func probed(_ path: String, start: Double) throws -> [(frame: Int64, isKey: Bool)] {
    try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "packet=pts_time,flags").map { line in
      let columns = line.split(separator: ",")
      let seconds = try #require(Double(columns[0]))
      return (Int64(((seconds - start) * 25).rounded()), columns[1].contains("K"))
    }
  }

  @Test(
    arguments: sources
      + (CopySource.h264 + [CopySource.h264Open] + CopySource.hevc).flatMap { [$0.kept(in: "ts"), $0.kept(in: "mkv")] }
      + [CopySource.vp9, .av1].map { $0.kept(in: "mkv") })
  func knowsEveryPacket(of source: CopySource) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let video = try #require(try facts(path).video)
    let index = try PacketIndexer(path: path, facts: video).index(of: [0..<Int64(source.frames)])
    let run = try #require(index.runs.first)
    #expect(index.runs.count == 1)
    #expect(run.reachesEnd)
    let probed = try probed(path, start: video.start.approximate)
    #expect(run.packets.map(\.frame) == probed.map(\.frame))
    let expected = probed.map { packet -> PacketFacts.Access in
      packet.isKey ? (packet.frame == 0 ? .clean : source.access) : .none
    }
    #expect(run.packets.map(\.access) == expected)
    #expect(probed.count(where: \.isKey) >= source.frames / 13)
  }

  @Test(arguments: ["mp4", "mkv", "ts"])
  func readsNoMoreThanItIsAskedFor(container: String) throws {
    let folder = try TemporaryFolder()
    var source = CopySource.plain.kept(in: container)
    source.frames = 1000
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let video = try #require(try facts(path).video)
    let whole = try #require(try index(path, [0..<1000]).runs.first).packets
    let wanted: [Range<Int64>] = [830..<900, 20..<40, 30..<33, 500..<501, 505..<520]
    let index = try PacketIndexer(path: path, facts: video).index(of: wanted)
    #expect(index.runs.count == 3)
    for run in index.runs {
      let first = try #require(run.packets.first)
      #expect(first.access == .clean)
      let start = try #require(whole.firstIndex { $0.frame == first.frame })
      #expect(run.packets[...] == whole[start..<start + run.packets.count])
      #expect(!run.reachesEnd)
    }
    for range in wanted {
      let run = try #require(index.runs.first { $0.packets.contains { $0.frame == range.lowerBound } })
      #expect(Set(range).isSubset(of: run.packets.compactMap(\.frame)))
      #expect(try #require(run.packets.first?.frame) <= range.lowerBound)
      #expect(try #require(run.packets.last?.frame) >= range.upperBound)
    }
    #expect(index.runs.map(\.packets.count).reduce(0, +) < 200)
  }

  /// Where a key frame comes later in time than frames that follow it, decoding has to begin before.
  @Test(arguments: ["mp4", "mkv", "ts"])
  func goesBackForLeadingPictures(container: String) throws {
    let folder = try TemporaryFolder()
    let source = CopySource.hevc[1].kept(in: container)
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    for frame in Int64(0)..<72 {
      let run = try #require(try index(path, [frame..<frame + 1]).runs.first)
      let first = try #require(run.packets.first)
      #expect(first.access != .none)
      #expect(try #require(first.frame) <= frame)
      #expect(run.packets.contains { $0.frame == frame })
    }
  }

  /// What an edit list leaves out is decoded and has no number.
  @Test func leavesOutWhatAnEditListHides() throws {
    let folder = try TemporaryFolder()
    try CopySource.plain.write(to: folder.path("movie.mp4"))
    let path = folder.path("cut.mp4")
    try CommandLineTool.ffmpeg("-ss", "0.6", "-i", folder.path("movie.mp4"), "-c", "copy", path)
    let run = try #require(try index(path, [0..<40]).runs.first)
    #expect(run.packets[0] == PacketFacts(frame: nil, access: .clean, size: run.packets[0].size))
    #expect(run.packets.compactMap(\.frame).min() == 0)
    #expect(run.packets.first { $0.frame == 9 }?.access == .clean)
  }

  @Test func countsWhatComesBeforeItsTurn() {
    func run(_ frames: [Int64?], access: PacketFacts.Access = .clean) -> PacketRun {
      PacketRun(
        packets: frames.enumerated().map {
          PacketFacts(frame: $0.element, access: $0.offset == 0 ? access : .none, size: 1)
        }, reachesEnd: true)
    }
    #expect(run([3, 4, 5]).reorderDepth(of: 3..<6) == 0)
    #expect(run([3, 6, 5, 4, 7]).reorderDepth(of: 3..<7) == 2)
    #expect(run([3, 6, 5, 4, 7]).reorderDepth(of: 3..<6) == nil)
    #expect(run([3, 2, 1, 4, 6, 5]).reorderDepth(of: 3..<7) == 1)
    #expect(run([3, nil, 4]).reorderDepth(of: 3..<5) == nil)
    #expect(run([3, 4], access: .claimed).reorderDepth(of: 3..<5) == nil)
    #expect(run([3, 4], access: .trailing).reorderDepth(of: 3..<5) == 0)
    #expect(run([3, 4]).reorderDepth(of: 4..<5) == nil)
    #expect(run([3, 4]).reorderDepth(of: 3..<6) == nil)
  }

  /// A decoder uses the last parameter set of each number, be it in the headers or among the packets.
  @Test(arguments: [false, true]) func parameterSetsOfOneNumber(isInHeaders: Bool) throws {
    let folder = try TemporaryFolder()
    let groups = try ["0", "8"].map { offset in try H264Groups(chromaOffset: offset, in: folder) }
    let (a, b) = (groups[0], groups[1])
    var stream: [[UInt8]] = []
    func add(_ sets: [[UInt8]], _ group: Int, of source: H264Groups) { stream += sets + source.groups[group] }
    if isInHeaders {
      add([a.sequence, a.picture, b.picture], 0, of: b)
      for group in 1..<6 { add([a.sequence, a.picture], group, of: a) }
    } else {
      add([a.sequence, b.picture], 0, of: b)
      add([a.sequence, a.picture], 1, of: a)
      // Its picture parameter set stays in force.
      for group in 2..<5 { add([a.sequence], group, of: a) }
      add([a.sequence, b.picture], 5, of: b)
    }
    let raw = folder.path("joined.h264")
    try Data(stream.flatMap { [0, 0, 0, 1] + $0 }).write(to: URL(filePath: raw))
    let path = folder.path("joined.mp4")
    try CommandLineTool.ffmpeg("-framerate", "25", "-i", raw, "-c", "copy", "-bsf:v", "setts=ts=N*48000", path)
    let run = try #require(try index(path, [0..<60]).runs.first)
    let copyable = run.packets.map(\.isCopyable)
    #expect(copyable == (0..<60).map { !isInHeaders && ($0 < 10 || $0 >= 50) })
    #expect(run.packets.enumerated().allSatisfy { !$1.isCopyable ? $1.access != .clean : $0 % 10 != 0 || $1.access == .clean })
  }
}

/// The units of a stream of H.264 with a key frame every ten frames.
private struct H264Groups {
  let sequence: [UInt8]
  let picture: [UInt8]
  /// Slices.
  let groups: [[[UInt8]]]

  init(chromaOffset: String, in folder: TemporaryFolder) throws {
    let path = folder.path("\(chromaOffset).h264")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2.4", "-c:v", "libx264", "-bf", "0", "-x264-params",
      "keyint=10:min-keyint=10:scenecut=0:repeat-headers=1:slices=1:chroma-qp-offset=\(chromaOffset)", path)
    let units = [UInt8](try Data(contentsOf: URL(filePath: path))).split(separator: [0, 0, 1]).map { unit in
      Array(unit.reversed().drop { $0 == 0 }.reversed())
    }
    func first(_ type: UInt8) throws -> [UInt8] { try #require(units.first { $0.first.map { $0 & 0x1F } == type }) }
    (sequence, picture) = try (first(7), first(8))
    groups = units.filter { $0.first.map { [1, 5].contains($0 & 0x1F) } ?? false }.reduce(into: []) { groups, unit in
      if unit[0] & 0x1F == 5 { groups.append([]) }
      groups[groups.count - 1].append(unit)
    }
  }
}
