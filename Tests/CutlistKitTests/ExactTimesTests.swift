import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Media
import Planner
import TestSupport
import Testing
import TimelineModel

/// Times of any number of digits choose frames exactly, or are refused.
@Suite struct ExactTimesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "color=gray:s=64x48:r=10:d=4", "-c:v", "ffv1", folder.path("n.mkv"))
  }

  private func load(_ rate: String, _ segments: [String]) throws -> LoadedDocument {
    try """
    timeline: 1
    canvas: { size: 64x48, rate: \(rate) }
    tracks: [ { kind: video, segments: [
    \(segments.joined(separator: ",\n"))
    ] } ]
    """.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    var loader = DocumentLoader()
    loader.configuration = .nowhere
    return try loader.load(folder.path("edit.yaml"))
  }

  /// The frame of the source that shows at each frame of the programme.
  private func shown(_ document: LoadedDocument) throws -> [Int64?] {
    let composition = try #require(document.compilation.composition)
    return (0..<composition.frameCount).map { frame in
      let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
      guard let segment = composition.videoTracks[0].segment(at: time), case .movie(let media, let mapping) = segment.content
      else { return nil }
      return document.catalog.facts(for: media)?.frame(at: time, in: mapping)
    }
  }

  private func rules(_ document: LoadedDocument) -> [String] {
    document.compilation.diagnostics.filter { $0.severity == .error }.map(\.id.name)
  }

  /// The frames that fractions of unbounded size choose.
  static let chosen: [(rate: String, segments: [String], frames: [Int64])] = [
    (
      "30000/1001", ["{ clip: n.mkv, source: 1.0123456789s..2s, duration: 0.7123456789s }"],
      [10, 10, 11, 11, 11, 12, 12, 13, 13, 14, 14, 15, 15, 16, 16, 17, 17, 17, 18, 18, 19, 19]
    ),
    (
      "25", ["{ clip: n.mkv, source: 1.0123456789012345s..2s, duration: 0.7123456789012345s }"],
      [10, 10, 11, 11, 12, 12, 13, 14, 14, 15, 15, 16, 16, 17, 17, 18, 18, 19]
    ),
    (
      "30000/1001",
      [
        "{ clip: n.mkv, source: 1.0123456789012345s..3.12345678901234567s, duration: 0.7123456789012345s }",
        "{ clip: n.mkv, source: 0.30000000000000004s..3.1234567890123456s, duration: 1.7123456789012345s }",
      ],
      [
        10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 3, 3, 4, 5, 5, 6, 6, 7, 7,
        8, 8, 9, 9, 10, 11, 11, 12, 12, 13, 13, 14, 14, 15, 16, 16, 17, 17, 18, 18, 19, 19, 20, 20, 21, 22, 22, 23, 23, 24,
        24, 25, 25, 26, 27, 27, 28, 28, 29, 29, 30, 30,
      ]
    ),
  ]

  @Test(arguments: chosen.indices) func longDecimalsChooseFramesExactly(index: Int) throws {
    let (rate, segments, frames) = Self.chosen[index]
    let document = try load(rate, segments)
    #expect(rules(document).isEmpty)
    #expect(try shown(document) == frames)
  }

  /// Speeds that share nothing divide the time ever more finely.
  @Test func speedsAddUp() throws {
    let speeds = [997, 991, 983, 977, 971, 967, 953, 947, 941, 937, 929, 919, 911, 907, 887, 883]
    func segments(_ count: Int) -> [String] {
      speeds.prefix(count).map { "{ clip: n.mkv, source: 5f..10f, speed: 0.\($0) }" }
    }
    let few = try load("30000/1001", segments(8))
    #expect(rules(few).isEmpty)
    let frames = try shown(few)
    #expect(frames.allSatisfy { (5..<10).contains($0 ?? 0) } && frames.count == 124)
    let many = try load("30000/1001", segments(16))
    #expect(rules(many) == ["time-overflow"])
  }

  /// Each number fits, and what is calculated of them does not.
  @Test(arguments: [
    "{ clip: n.mkv, source: 41607/999999999999999989s..1.6491086442469125s, duration: 0.904s }",
    "{ clip: n.mkv, source: 50559720059001/999999999999999989s..3.001670183246432s, duration: 0.8099s, reverse: true }",
  ])
  func momentsThatAreTooFineAreSaid(segment: String) throws {
    let document = try load("25", ["{ clip: { color: red }, duration: 1.2787789185589873s }", segment])
    #expect(rules(document) == ["time-overflow"])
  }

  @Test func weightsOfLongFractionsAreNumbers() throws {
    let fraction = "700000000000000003/999999999999999989s"
    let document = try load(
      "10",
      [
        "{ clip: { color: navy }, duration: 1s }",
        "{ clip: { color: white }, duration: 1s, transition: { dissolve: \(fraction) } }",
      ])
    #expect(rules(document).isEmpty)
    let composition = try #require(document.compilation.composition)
    let track = try #require(composition.videoTracks.last)
    for frame in 0..<composition.frameCount {
      let time = TimelineTime(composition.canvas.rate.seconds(ofFrame: frame))
      guard let segment = track.segment(at: time) else { continue }
      #expect((0...1).contains(segment.opacity.value(at: time) * segment.fade.value(at: time, in: segment.range)))
    }
  }

  /// Each end has room, and the length between them has none.
  @Test func rangesThatAreTooFineAreSaid() throws {
    try """
    timeline: 1
    canvas: { size: 64x48, rate: 10 }
    tracks:
      - kind: video
        segments:
          - { clip: n.mkv, source: 5f..10f, speed: 0.997 }
          - { id: s, clip: n.mkv, source: 5f..10f, speed: 0.991 }
          - { clip: { color: red }, duration: 2s }
    titles:
      - text: A
        over: s.end + 1/999999999999999877s .. s.end + 700000000000000003/999999999999999989s
    """.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    #expect(rules(try DocumentLoader().load(folder.path("edit.yaml"))) == ["time-overflow"])
  }

  /// A weight needs no exact fraction.
  @Test func sharesOfLongFractionsAreNumbers() {
    let prime = Rational(1, 999_999_999_999_999_877) * Rational(1, 997 * 991)
    let other = Rational(700_000_000_000_000_003, 999_999_999_999_999_989) * Rational(1, 983 * 977)
    let range = TimelineRange(TimelineTime(prime), TimelineTime(.one + other))
    #expect(!range.duration.isFinite)
    for tenth in 1...9 {
      let share = range.share(before: TimelineTime(Rational(Int64(tenth), 10)))
      #expect(abs(share - Double(tenth) / 10) < 1e-5)
    }
  }
}
