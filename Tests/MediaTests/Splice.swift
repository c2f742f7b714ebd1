import Media
import TestSupport
import Testing
import TimelineModel

/// Ranges of sources behind one another in one track: what can be copied is, and the rest is encoded.
struct Splice {
  struct Cut {
    var source: Int
    var frames: Range<Int64>
    init(_ frames: Range<Int64>, of source: Int = 0) {
      self.source = source
      self.frames = frames
    }
  }

  /// A frame of the track and where it comes from.
  struct Shown {
    var source: Int
    var frame: Int64
    var isCopied: Bool
  }

  private struct Opened {
    var source: CopySource
    var video: VideoFacts
    var copier: PacketCopier
    var indexer: PacketIndexer
    var reader: FrameReader
  }

  private let opened: [Opened]
  private(set) var shown: [Shown] = []
  private(set) var plan: JoinPlan?

  init(_ sources: [(source: CopySource, path: String)]) throws {
    opened = try sources.map { source, path in
      let video = try #require(try facts(path).video)
      return try Opened(
        source: source, video: video, copier: PacketCopier(path: path, facts: video),
        indexer: PacketIndexer(path: path, facts: video), reader: FrameReader(path: path, facts: video))
    }
  }

  mutating func write(_ cuts: [Cut], to path: String, container: OutputSettings.Container) throws {
    var pieces: [(cut: Cut, isCopied: Bool)] = []
    var depth = 0
    for cut in cuts {
      let run = try #require(try opened[cut.source].indexer.index(of: [cut.frames]).runs.first)
      let copied = Splice.longestCopy(in: run, of: cut.frames)
      depth = max(depth, copied.isEmpty ? 0 : try #require(run.reorderDepth(of: copied)))
      pieces += [
        (Cut(cut.frames.lowerBound..<copied.lowerBound, of: cut.source), false), (Cut(copied, of: cut.source), true),
        (Cut(copied.upperBound..<cut.frames.upperBound, of: cut.source), false),
      ].filter { !$0.0.frames.isEmpty }
    }
    let plan = try JoinPlan(
      sources: pieces.filter(\.isCopied).map { opened[$0.cut.source].copier.sourceParameters },
      encodes: pieces.contains { !$0.isCopied })
    self.plan = plan
    var packets: [EncodedPacket] = []
    var encoded: [StreamParameters] = []
    for piece in pieces {
      let first = Int64(packets.count)
      let made: [EncodedPacket]
      if piece.isCopied {
        made = try copy(piece.cut, plan)
      } else {
        let (parameters, encodedPackets) = try encode(piece.cut, plan)
        encoded.append(parameters)
        let formatter = try plan.formatter(for: parameters)
        made = try encodedPackets.map { try formatter.format($0) }
        depth = max(depth, made.enumerated().map { $0.offset - Int($0.element.pts) }.max() ?? 0)
      }
      #expect(made.map(\.pts).sorted() == Array(0..<Int64(piece.cut.frames.count)))
      #expect(made.first?.isKey == true && made.first?.pts == 0)
      for var packet in made {
        packet.pts += first
        packets.append(packet)
      }
      shown += piece.cut.frames.map { Shown(source: piece.cut.source, frame: $0, isCopied: piece.isCopied) }
    }
    var track = try plan.parameters(joining: encoded)
    guard case .video(var video) = track.medium else { return }
    video.reorderDepth = depth
    track.medium = .video(video)
    let muxer = try Muxer(path: path, container: container, streams: [track])
    for index in packets.indices {
      packets[index].dts = Int64(index - depth)
      try muxer.write(packets[index], stream: 0)
    }
    try muxer.finish()
  }

  private func copy(_ cut: Cut, _ plan: JoinPlan) throws -> [EncodedPacket] {
    let copier = opened[cut.source].copier
    try copier.begin(cut.frames, plan: plan)
    var packets: [EncodedPacket] = []
    while let packet = try copier.next() { packets.append(packet) }
    return packets
  }

  private func encode(_ cut: Cut, _ plan: JoinPlan) throws -> (StreamParameters, [EncodedPacket]) {
    let from = opened[cut.source]
    let encoder = try VideoEncoder(
      from.source.settings, size: from.video.codedSize, rate: from.source.rate, color: from.video.color,
      keyInterval: 50,
      parameterSetID: plan.parameterSetID)
    var packets: [EncodedPacket] = []
    for frame in cut.frames {
      packets += try encoder.encode(from.reader.frame(frame), index: frame - cut.frames.lowerBound)
    }
    return (encoder.parameters, try packets + encoder.finish())
  }

  /// The longest run of packets from the first access point on that shows frames without a gap, none behind the cut;
  /// an empty range at its start where there is none.
  private static func longestCopy(in run: PacketRun, of cut: Range<Int64>) -> Range<Int64> {
    let none = cut.lowerBound..<cut.lowerBound
    let points = run.packets.filter { $0.access == .clean || $0.access == .trailing }.compactMap(\.frame)
    guard let start = points.filter({ cut.contains($0) }).min() else { return none }
    return cut.lazy.reversed().prefix { $0 >= start }.map { start..<$0 + 1 }
      .first { run.reorderDepth(of: $0) != nil } ?? none
  }
}

extension Splice {
  /// Holds a track to what it is to show: every frame's number, read on and after seeks, the copied ones bit by bit,
  /// and not a word from the decoder.
  func expect(_ path: String, from paths: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let video = try #require(try facts(path).video, sourceLocation: sourceLocation)
    #expect(
      video.timing == .regular(opened[0].source.rate, count: Int64(shown.count)), sourceLocation: sourceLocation)
    let forward = try FrameReader(path: path, facts: video)
    let seeking = try FrameReader(path: path, facts: video)
    let numbers = shown.map { Int($0.frame) + opened[$0.source].source.firstNumber }
    #expect(
      try numbers.indices.map { Barcode.read(try forward.frame(Int64($0))) } == numbers, sourceLocation: sourceLocation)
    #expect(
      try numbers.indices.reversed().map { Barcode.read(try seeking.frame(Int64($0))) } == numbers.reversed(),
      sourceLocation: sourceLocation)

    let hashes = try Splice.hashes(path)
    let originals = try paths.map(Splice.hashes)
    #expect(hashes.count == shown.count, sourceLocation: sourceLocation)
    for (index, frame) in shown.enumerated() where frame.isCopied && index < hashes.count {
      #expect(hashes[index] == originals[frame.source][Int(frame.frame)], sourceLocation: sourceLocation)
    }
    let complaints = try CommandLineTool.run("sh", ["-c", "ffmpeg -v error -i \"$0\" -f null - 2>&1", path])
    #expect(complaints == "", sourceLocation: sourceLocation)
  }

  /// One for each frame's picture, as `ffmpeg` decodes them.
  private static func hashes(_ path: String) throws -> [Substring] {
    try CommandLineTool.ffmpeg("-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5", "-")
      .split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").last }
  }
}
