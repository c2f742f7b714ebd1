import Compiler
import CutlistKit
import Foundation
import Media
import Planner
import Renderer
import TestSupport
import Testing
import TimelineModel

/// The frames that a difference names against those that are drawn.
@Suite struct EditDifferenceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (number, name) in ["a.mp4", "b.mp4"].enumerated() {
      var movie = BarcodeMovie()
      movie.firstNumber = number * 1000
      try movie.write(to: folder.path(name))
    }
  }

  private static let document = """
    timeline: 1
    canvas: { size: 160x90, rate: 25 }
    tracks:
      - kind: video
        segments:
          - { clip: b.mp4, source: 0s..1s, at: 1s, scale: 0.3, position: [20%, 30%] }
      - id: main
        kind: video
        segments:
          - { clip: a.mp4, source: 0s..1s }
          - { clip: a.mp4, source: 2s..3s, transition: { dissolve: 200ms } }
          - { clip: { color: navy }, duration: 1s }
    titles:
      - { text: Hello, over: 500ms..1500ms, style: { size: 20% }, fade: 200ms }

    """

  private static let edits: [(String, String)] = [
    (
      "1s }\n      - { clip: a.mp4, source: 2s..3s",
      "1s }\n      - { clip: b.mp4, source: 1s..2s }\n      - { clip: a.mp4, source: 2s..3s"
    ),
    ("text: Hello", "text: Hullo"), ("fade: 200ms", "fade: 400ms"), ("source: 2s..3s", "source: 2200ms..3s"),
    ("dissolve: 200ms", "dissolve: 400ms"), ("at: 1s, scale", "at: 1200ms, scale"), ("navy", "maroon"),
    ("scale: 0.3", "scale: { from: 0.3, to: 0.6 }"), ("clip: a.mp4, source: 0s..1s", "clip: b.mp4, source: 0s..1s"),
    ("duration: 1s", "duration: 2s"),
  ]

  private func loaded(_ text: String, _ name: String) throws -> (LoadedDocument, frames: [[UInt8]]) {
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    let document = try DocumentLoader().load(folder.path(name))
    let composition = try #require(document.compilation.composition)
    try #require(!document.compilation.hasErrors)
    let plan = PicturePlan(
      composition, catalog: document.catalog, target: RenderTarget(composition), level: .full)
    let renderer = FrameRenderer(plan, folder: document.mediaFolder)
    return (document, try (0..<composition.frameCount).map { try PictureWriter.png(renderer.frame($0)) })
  }

  /// What is said to be the same is the same, to the pixel; so all that differs is named.
  @Test(arguments: Self.edits.indices) func whatIsNotNamedIsTheSame(index: Int) throws {
    let (old, new) = Self.edits[index]
    let changed = Self.document.replacing(old, with: new)
    try #require(changed != Self.document)
    let (before, framesBefore) = try loaded(Self.document, "old.yaml")
    let (after, framesAfter) = try loaded(changed, "new.yaml")
    let difference = try EditDifference(from: before, to: after)
    let picture = try #require(difference.picture)
    #expect(!picture.isEmpty && !difference.isEmpty)
    var (left, right) = (0, 0)
    for hunk in picture.hunks + [.init(end: (framesBefore.count, framesAfter.count))] {
      try #require(Int(hunk.before.lowerBound) - left == Int(hunk.after.lowerBound) - right)
      while left < Int(hunk.before.lowerBound) {
        #expect(framesBefore[left] == framesAfter[right], "frames \(left) and \(right) after \(new)")
        (left, right) = (left + 1, right + 1)
      }
      (left, right) = (Int(hunk.before.upperBound), Int(hunk.after.upperBound))
    }
    // Nor is more named than has anything to do with it: in each of these edits something stays.
    #expect(picture.changedCount < framesAfter.count)
  }

  @Test func anEditIsItself() throws {
    let (document, frames) = try loaded(Self.document, "old.yaml")
    let difference = try EditDifference(from: document, to: document)
    #expect(difference.isEmpty && difference.picture?.counts.after == Int64(frames.count))
  }
}

extension StretchDifference.Hunk {
  fileprivate init(end: (Int, Int)) {
    self.init(before: Int64(end.0)..<Int64(end.0), after: Int64(end.1)..<Int64(end.1))
  }
}
