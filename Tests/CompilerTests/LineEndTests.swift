import Compiler
import CutlistKit
import Diagnostics
import Syntax
import Testing

/// Files as Windows writes them: with a byte order mark, with CR and LF.
@Suite struct LineEndTests {
  private let lines = [
    "timeline:   1", "canvas: { size: 320x180, rate: 25 }",
    "tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 4s } ] } ]", "titles:", "  - text: |",
    "      One", "      Two", "    over: 0s..1s", "    style: { size: 5% }", "",
  ]

  @Test(arguments: ["\n", "\r\n"], [false, true]) func aLayoutKeepsThem(lineBreak: String, hasMark: Bool) {
    func text(_ lines: [String]) -> String { (hasMark ? "\u{FEFF}" : "") + lines.joined(separator: lineBreak) }
    let outcome = formatted(SourceFile(name: "edit.yaml", text: text(lines)))
    #expect(outcome.diagnostics.isEmpty)
    #expect(outcome.value == text(["timeline: 1"] + lines.dropFirst()))
  }

  @Test(arguments: ["\n", "\r\n"], [false, true]) func fixesKeepThem(lineBreak: String, hasMark: Bool) throws {
    func text(_ lines: [String]) -> String { (hasMark ? "\u{FEFF}" : "") + lines.joined(separator: lineBreak) }
    let source = SourceFile(name: "edit.yaml", text: text(Array(lines.dropFirst())))
    let missing = try #require(compile(source.text).diagnostics.first)
    #expect(missing.id.name == "missing-key")
    #expect(missing.span.map { source.position(of: $0.start).column } == 1)
    let mended = source.applying(missing.fixIts.flatMap(\.edits))
    #expect(mended.text == text(["timeline: 1"] + lines.dropFirst()))
    #expect(compile(mended.text).diagnostics.isEmpty)
  }
}
