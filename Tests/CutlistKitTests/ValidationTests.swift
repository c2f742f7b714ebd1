import CutlistKit
import Foundation
import TestSupport
import Testing

/// Problems come one after another, in the order of their times, until somebody has heard enough.
@Suite struct ValidationTests {
  /// Wrong at 6 s to 8 s, at 1 s to 2 s, at 4 s to 5 s and as a whole, in this order of the text.
  private let edit = Edit(
    text: """
      timeline: 1
      canvas: { size: 65x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 8s, opacity: 1 } ] } ]
      titles: [ { text: Late, over: 6s..8s, opacity: 2 } ]
      instructions:
        - { over: 0s..1s, layers: [ main ] }
        - { over: 2s..5s, layers: [ main ] }
        - { over: 4s..8s, layers: [ main ] }

      """)

  private final class Listener: ValidationDelegate {
    private(set) var heard: [Problem] = []
    private let patience: Int

    init(patience: Int = .max) { self.patience = patience }

    func edit(_ edit: Edit, shouldContinueValidatingAfter problem: Problem) -> Bool {
      heard.append(problem)
      return heard.count < patience
    }
  }

  /// Shows VID-28.
  @Test func theDelegateSeesProblemsInTheOrderOfTime() {
    let listener = Listener()
    #expect(!edit.validate(delegate: listener))
    #expect(
      listener.heard.map(\.rule) == ["render-size-odd", "instruction-gap", "instruction-overlap", "opacity-range"])
    #expect(
      listener.heard.map(\.timeRange) == [
        nil, TimeSpan(start: Time(1), end: Time(2)), TimeSpan(start: Time(4), end: Time(5)),
        TimeSpan(start: Time(6), end: Time(8)),
      ])
  }

  /// Shows VID-28.
  @Test func theDelegateEndsIt() {
    let listener = Listener(patience: 1)
    #expect(!edit.validate(delegate: listener))
    #expect(listener.heard.map(\.rule) == ["render-size-odd"])
    var heard = 0
    edit.validate { _ in
      heard += 1
      return heard < 3
    }
    #expect(heard == 3)
  }

  /// Shows VID-28.
  @Test func onlyTheStretchThatIsAskedForCounts() {
    let good = Edit(
      text: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 8s } ] } ]
        titles: [ { text: Late, over: 6s..8s, opacity: 2 } ]

        """)
    #expect(good.validate(range: TimeSpan(start: .zero, end: Time(6))) { _ in false })
    #expect(!good.validate(range: TimeSpan(start: .zero, end: Time(7))))
    #expect(!good.validate())
    #expect(!Edit(text: "nonsense: [").validate(range: TimeSpan(start: .zero, end: Time(1))))
  }

  @Test func whatIsSeenIsLookedAtOnlyIfThatIsAskedFor() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("edit.yaml")
    let cuts = (0..<20).map { "{ clip: { color: \($0 % 2 == 0 ? "white" : "black") }, duration: 2f }" }
    let text =
      "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\n"
      + "tracks: [ { kind: video, segments: [ \(cuts.joined(separator: ", ")) ] } ]\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try Edit(contentsOf: path, configuration: .none).problems.isEmpty)
    let problems = try Edit(contentsOf: path, configuration: .none, looksAtPicture: true).problems
    #expect(problems.map(\.rule) == ["flashing-picture"])
    #expect(problems.first?.timeRange == TimeSpan(start: Time(2, 25), end: Time(39, 25)))
  }
}
