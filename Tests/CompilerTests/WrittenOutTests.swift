import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// What may be left out, and what is taken as it is written.
@Suite struct WrittenOutTests {
  private static let catalog = MediaCatalog(lines: "a.mov  10 s  1280x720  25 fps  48000 Hz")

  private func composition(_ asset: String, _ segment: String) throws -> Composition {
    let document = """
      timeline: 1
      assets: { a: \(asset) }
      tracks: [ { id: main, kind: av, segments: [ \(segment) ] } ]
      """
    let compiled = compile(document, catalog: Self.catalog)
    #expect(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)")
    return try #require(compiled.composition)
  }

  /// Shows AST-20.
  @Test func whatIsLeftOutIsTheDefault() throws {
    let short = try composition("a.mov", "a")
    let long = try composition(
      "{ file: a.mov, expect: {} }",
      """
      { clip: a, source: start..end, speed: 1, reverse: false, loop: false, frames: nearest, fit: contain,
        crop: [0, 0, 100%, 100%], anchor: [50%, 50%], scale: 1, rotate: 0, opacity: 1, volume: 1, pitch: keep,
        blend: normal, effects: [] }
      """)
    #expect(short.expanded == long.expanded)
  }

  /// But for a line break at the very end, which nobody would see. Shows ANI-18.
  @Test func aTextComesThroughToTheLetter() throws {
    var numbers = CoverageTests.Numbers(state: 18)
    let characters = Array(#"%:;,'"\[]{}()<>&#@!|*-?`~^=/ $abÅß→字🙂"# + "\n")
    for _ in 0..<500 {
      let start = (0..<Int.random(in: 1...12, using: &numbers)).map { _ in
        characters.randomElement(using: &numbers)!
      }
      let text = String(start) + "."
      // The one thing that means something in a text is a parameter, which has a way to be meant literally.
      let written = try JSONEncoder().encode(text.replacing("${", with: "$${"))
      let document = """
        { "timeline": 1, "canvas": { "size": "64x64", "rate": 25 },
          "tracks": [ { "kind": "video", "segments": [ { "clip": { "color": "red" }, "duration": "1s" } ] } ],
          "titles": [ { "text": \(String(decoding: written, as: UTF8.self)) } ] }
        """
      let composition = try #require(compile(document).composition)
      #expect(composition.titles.map(\.layer.text) == [text])
      #expect(try #require(compile(composition.expanded).composition).titles.map(\.layer.text) == [text])
    }
  }
}

extension TitleLayer {
  fileprivate var text: String? { if case .text(let text) = content { text.string } else { nil } }
}
