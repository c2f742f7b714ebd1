import Compiler
import Diagnostics
import Syntax
import Testing
import TimelineModel

/// What is faster for long texts comes to the same as the plain way.
@Suite struct LongTextTests {
  /// Pieces that are hard to count: marks, flags, families, Hangul, surrogates of JSON, damaged UTF-8.
  private static let pieces: [[UInt8]] = [
    "a", "é", "e\u{301}", "\u{1F1E9}\u{1F1EA}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "한", "\u{1100}\u{1161}", "字",
    "\u{915}\u{94D}\u{937}", "word, ", "\u{FE0F}", "\u{0600}", "\r",
  ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82], [0x80]]

  private func longLine(_ seed: UInt64, count: Int = 3000) -> [UInt8] {
    var generator = Seeded(state: seed)
    return (0..<count).flatMap { _ in Self.pieces.randomElement(using: &generator)! }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func columnsOfLongLinesAreCounted(seed: UInt64) {
    let line = longLine(seed)
    let source = SourceFile(name: "a", bytes: Array("first\n".utf8) + line + Array("\nlast".utf8))
    for offset in stride(from: 0, to: line.count, by: 97) {
      let before = String(decoding: line[..<offset], as: UTF8.self)
      let position = source.position(of: 6 + offset)
      #expect(position.line == 2 && position.column == before.count + 1, "\(offset)")
      #expect(source.codeUnitPosition(of: 6 + offset).column == before.utf16.count + 1, "\(offset)")
    }
  }

  /// What is tried to mend a text does not grow with the square of its length.
  @Test(arguments: ["x: [" + String(repeating: "a:", count: 300_000), String(repeating: ": ", count: 1_000_000)])
  func aLongTextThatCannotBeReadIsExplained(text: String) {
    let found = parse(SourceFile(name: "a.yaml", text: text)).diagnostics
    #expect(found.count == 1 && (found[0].span?.range.count ?? 0) < 1000, "\(found.count)")
  }

  @Test func aMistakeInALongLineIsShownWithWhatIsAroundIt() {
    let text = "x: [" + String(repeating: "word, ", count: 2000) + "wrong, " + String(repeating: "more, ", count: 2000) + "]"
    let source = SourceFile(name: "a.yaml", text: text)
    let start = 4 + 12_000
    let diagnostic = Diagnostic(
      .error, "some-rule", "it is wrong", at: SourceSpan(file: source.id, start..<start + 5))
    let printed = TerminalPrinter(SourceSet([source]), isColored: false).print(diagnostic)
    let lines = printed.split(separator: "\n").map(String.init)
    #expect(lines[0] == "a.yaml:1:12005: error: it is wrong [some-rule]")
    #expect(lines[1].hasPrefix(" 1 | …") && lines[1].hasSuffix("…") && lines[1].contains("word, wrong, more"))
    #expect(lines[1].count < 160)
    let mark = lines[2].prefix { $0 != "^" }.count
    #expect(lines[1].dropFirst(mark).hasPrefix("wrong") && lines[2].hasSuffix(" ^^^^^"))
  }

  /// Neither Latin letters nor those that take two columns reach beyond the terminal, and the mark stays under its word.
  @Test(arguments: [40, 72, 200], ["word ", "語り ", ""])
  func excerptsAreAsWideAsTheTerminal(columns: Int, filler: String) throws {
    let before = String(repeating: filler, count: 300)
    let source = SourceFile(name: "a.yaml", text: "x: " + before + "wrong " + before + String(repeating: "more ", count: 100))
    let start = 3 + before.utf8.count
    let diagnostic = Diagnostic(.error, "some-rule", "it is wrong", at: SourceSpan(file: source.id, start..<start + 5))
    let printed = TerminalPrinter(SourceSet([source]), isColored: false, columns: columns).print(diagnostic)
    let lines = printed.split(separator: "\n").map(String.init)
    func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + ($1.utf8.count > 2 && $1 != "…" ? 2 : 1) } }
    #expect((columns - 3...columns).contains(width(lines[1])), "\(width(lines[1]))")
    let word = try #require(lines[1].firstRange(of: "wrong"))
    #expect(width(lines[1][..<word.lowerBound]) == lines[2].prefix { $0 != "^" }.count && lines[2].hasSuffix("^^^^^"))
  }

  @Test func whatIsQuotedIsNotLongerThanAnybodyReads() {
    let long = String(repeating: "a", count: 1_000_000)
    let diagnostic = Diagnostic(
      .error, "some-rule", "`\(long)` is wrong", at: nil, notes: [Note("not \(long)")], fixIts: [FixIt("write \(long)")])
    for text in [diagnostic.message, diagnostic.notes[0].message, diagnostic.fixIts[0].title] {
      #expect(text.count < 2000 && text.contains(" … "))
    }
    #expect(diagnostic.message.hasPrefix("`aaa") && diagnostic.message.hasSuffix("aaa` is wrong"))
  }

  @Test func differencesOfLongTextsCanBeApplied() {
    var generator = Seeded(state: 7)
    let old = (0..<6000).map { "line \($0 % 50)\n" }
    var new = old
    for _ in 0..<2000 {
      let index = Int.random(in: 0..<new.count, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: new[index] = "changed\n"
      case 1: new.remove(at: index)
      default: new.insert("new\n", at: index)
      }
    }
    let diff = UnifiedDiff(of: Array(old.joined().utf8), and: Array(new.joined().utf8), name: "a").text
    #expect(Self.apply(diff, to: old) == new)
  }

  /// What `patch` would make of it.
  private static func apply(_ diff: String, to old: [String]) -> [String] {
    var result: [String] = []
    var next = 0
    for line in diff.split(separator: "\n", omittingEmptySubsequences: true).dropFirst(2) {
      let text = String(line.dropFirst()) + "\n"
      switch line.first {
      case "@":
        let start = Int(line.dropFirst(4).prefix { $0.isNumber })! - 1
        result += old[next..<max(next, start)]
        next = max(next, start)
      case "+": result.append(text)
      case "-":
        #expect(old[next] == text)
        next += 1
      default:
        #expect(old[next] == text)
        result.append(text)
        next += 1
      }
    }
    return result + old[next...]
  }

  @Test func nearNamesAreFoundInIndexesToo() {
    let names = (0..<500).map { "asset-\($0)" } + ["harbour", "harbor", "x", "ab"]
    var index = NameIndex(names)
    for name in ["asset-12x", "haarbour", "harbur", "HARBOUR", "y", "ax", "", "nothing like it", "aset-499", "asste-3"] {
      #expect(index.nearest(to: name) == nearestName(to: name, in: names), "\(name)")
    }
    #expect(nearestName(to: "harbuor", in: names) == "harbor")
    #expect(nearestName(to: String(repeating: "a", count: 100_000), in: [String(repeating: "a", count: 100_001)]) == nil)
    // Sooner or later nobody looks any more.
    for _ in 0..<20_000 { _ = index.nearest(to: "aset-1") }
    #expect(index.nearest(to: "aset-1") == nil)
  }

  @Test func allowancesOfManyMembersCountWhereTheyStand() {
    let titles = (0..<300).map {
      "  - { rectangle: [1, 1], over: 0s..2s }" + ($0 % 2 == 0 ? " # cutlist: allow title-past-end" : "")
    }
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles:
      \(titles.joined(separator: "\n"))
      """
    let page = compilerPages.first { $0.id.name == "title-past-end" }
    let found = Compilation(ParsedDocument(SourceFile(name: "a", text: text)), catalog: MediaCatalog()).diagnostics
    let ids = Set(found.map(\.id.name))
    if page == nil { return }
    #expect(ids == ["title-past-end"], "\(ids)")
    #expect(found.count == 150)
  }

  @Test func rangesAreInsertedAsTheyAreUnited() {
    var generator = Seeded(state: 3)
    var all: [TimelineRange] = []
    var grown = TimelineRanges()
    func time(_ value: Int) -> TimelineTime { TimelineTime(Rational(Int64(value))) }
    for _ in 0..<400 {
      let start = Int.random(in: 0..<500, using: &generator)
      let range = TimelineRange(time(start), time(start + Int.random(in: 0..<4, using: &generator)))
      all.append(range)
      grown.insert(range)
      #expect(grown == TimelineRanges(all))
      let asked = TimelineRange(time(start + 1), time(start + 2))
      #expect(grown.overlap(asked) == all.contains { !$0.isEmpty && $0.overlaps(asked) })
    }
  }

  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 33)
    }
  }
}
