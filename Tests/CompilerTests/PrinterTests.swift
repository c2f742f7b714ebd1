import Compiler
import Diagnostics
import Testing

@Suite struct PrinterTests {
  private func printed(_ text: String) -> [Substring] {
    let compiled = compile(text)
    return TerminalPrinter(SourceSet([compiled.source]), isColored: false).print(compiled.diagnostics)
      .split(separator: "\n")
  }

  /// Wide characters take two columns, and a long line is cut around its mark.
  @Test func theMarkStandsUnderWhatItMarks() throws {
    let wide = String(repeating: "日本語🎬", count: 60)
    let lines = printed("timeline: 1\ntracks: []\ntitles: [ { text: \"\(wide)\", colr: red } ]\n")
    let source = try #require(lines.firstIndex { $0.contains("colr") && $0.hasPrefix(" 3 |") })
    let carets = lines[source + 1]
    #expect(carets.filter { $0 == "^" }.count == 4)
    let before = lines[source].prefix(upTo: try #require(lines[source].firstRange(of: "colr")).lowerBound)
    let columns = before.reduce(0) { $0 + ($1.isASCII || $1 == "…" ? 1 : 2) }
    #expect(carets.prefix { $0 != "^" }.count == columns)
  }

  @Test func controlCharactersDoNotReachTheTerminal() {
    let lines = printed("timeline: 1\ntracks: []\n\"\\e[31mred\": 1\n")
    #expect(!lines.joined().contains("\u{1B}"))
  }

  @Test func aTextThatIsNotUTF8IsSaid() {
    let source = SourceFile(name: "edit.yaml", bytes: Array("timeline: 1\n# ".utf8) + [0xFF, 0xFE, 0x0A])
    #expect(ParsedDocument(source).diagnostics.map(\.id) == ["syntax-error"])
  }
}
