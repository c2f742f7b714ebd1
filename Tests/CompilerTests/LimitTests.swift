import Compiler
import Diagnostics
import Testing
import TimelineModel

/// What a short text can stand for is bounded, and what is too much is said at its place.
@Suite struct LimitTests {
  private func errors(_ text: String) -> [Diagnostic] {
    let source = SourceFile(name: "edit.yaml", text: text)
    return Compilation(ParsedDocument(source), catalog: MediaCatalog()).diagnostics.filter { $0.severity == .error }
  }

  private let head = "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\n"
  private let tracks = "tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]\n"

  private func expect(_ text: String, at mark: String, _ message: String) throws {
    let found = try #require(errors(text).first)
    let offset = try #require(text.firstRange(of: mark)).lowerBound.utf16Offset(in: text)
    #expect(found.id.name == "limit-exceeded" && found.message.contains(message), "\(found)")
    #expect(found.span?.start == offset, "\(found)")
  }

  @Test(arguments: [("[", "]"), ("{ a: ", " }")]) func nestingIsBounded(opening: String, closing: String) throws {
    for depth in [250, 100_000] {
      let deep = String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
      let found = try #require(errors(head + "x-a: " + deep + "\n" + tracks).first)
      #expect(["limit-exceeded", "syntax-error"].contains(found.id.name), "\(found)")
    }
    let well = String(repeating: opening, count: 190) + "1" + String(repeating: closing, count: 190)
    #expect(errors(head + "x-a: " + well + "\n" + tracks).isEmpty)
  }

  /// A loop of a moment is a stretch for each time that it is played.
  @Test func passesOfLoopsAreBounded() throws {
    func segments(_ passes: Int, loops: Int) -> String {
      let loop = "{ clip: a.mov, source: 0s..1/\(passes)s, loop: true, duration: 1s }"
      return "tracks: [ { kind: video, segments: [ \(Array(repeating: loop, count: loops).joined(separator: ", ")) ] } ]\n"
    }
    for (passes, loops) in [(998_244_353, 1), (100_001, 1), (60_000, 2)] {
      let found = errors(head + segments(passes, loops: loops)).filter { $0.id.name == "limit-exceeded" }
      #expect(found.count == 1 && found[0].message.contains("more than 100000 times"), "\(found)")
    }
    #expect(!errors(head + segments(50_000, loops: 2)).contains { $0.id.name == "limit-exceeded" })
  }

  /// A short part of an asset with many chapters may play again and again.
  @Test func chaptersOfAssetsAreBounded() throws {
    var facts = MediaFacts(
      container: "mov", video: VideoFacts(
        stream: 0, codec: "h264", codedSize: PixelSize(width: 64, height: 64), pixelAspect: .one,
        timing: .regular(FrameRate(25), count: 10_000)))
    facts.chapters = (0..<10_000).map {
      ChapterFacts(start: Rational($0, 25), end: Rational($0 + 1, 25), title: "\($0)")
    }
    let catalog = MediaCatalog(media: [MediaReference("a.mov"): .found(facts)])
    func text(_ passes: Int) -> String {
      let loop = "{ clip: a.mov, source: 0s..400s, loop: true, duration: \(passes * 400)s }"
      return head + "tracks: [ { kind: video, segments: [ \(loop) ] } ]\nchapters: [ { import: a.mov } ]\n"
    }
    let found = compile(text(11), catalog: catalog).diagnostics.filter { $0.severity == .error }
    #expect(found.count == 1 && found[0].message.contains("more than 100000 chapters"), "\(found)")
    let played = compile(text(10), catalog: catalog).composition
    #expect(played?.chapters.count == 100_000)
  }

  @Test func defaultsThatMultiplyAreBounded() throws {
    func text(_ count: Int) -> String {
      let effects = Array(repeating: "{ exposure: 1 }", count: count).joined(separator: ", ")
      let segments = Array(repeating: "{ clip: { color: red }, duration: 1s }", count: count).joined(separator: ", ")
      return head + "defaults: { segment: { effects: [ \(effects) ] } }\ntracks: [ { kind: video, segments: [ \(segments) ] } ]\n"
    }
    try expect(text(1000), at: "{ segment:", "more than a million values")
    #expect(errors(text(100)).isEmpty)
  }

  @Test func titlesOverOneAnotherAreBounded() throws {
    func text(_ count: Int) -> String {
      let titles = (0..<count).map { "{ rectangle: [5, 5], over: \($0)f..\(4000 - $0)f }" }.joined(separator: ", ")
      return head + "tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 160s } ] } ]\ntitles: [ \(titles) ]\n"
    }
    try expect(text(1500), at: "{ rectangle:", "more than a million layers")
    #expect(errors(text(900)).isEmpty)
  }

  @Test func fontsOfAStyleAreBounded() throws {
    func text(_ count: Int) -> String {
      head + tracks + "titles: [ { text: a, style: { font: [ \(Array(repeating: "Sans", count: count).joined(separator: ", ")) ] } } ]\n"
    }
    try expect(text(101), at: "[ Sans", "at most 100 fonts")
    #expect(errors(text(100)).isEmpty)
  }

  /// Ten anchors, each of which holds the one before it ten times, are ten thousand million values.
  @Test func aliasesThatMultiplyAreBounded() throws {
    var text = head + "x-0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
    for level in 1..<20 {
      text += "x-\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ","))]\n"
    }
    let found = try #require(errors(text + tracks).first)
    #expect(found.id.name == "limit-exceeded" && found.message.contains("a million values"), "\(found)")
    #expect(SourceFile(name: "", text: text).position(of: found.span!.start).line == 8)
  }

  @Test func textsBehindAliasesCountByTheirLength() throws {
    let long = "x-a: &a \"\(String(repeating: "long ", count: 20_000))\"\n"
    let uses = Array(repeating: "*a", count: 2000).joined(separator: ", ")
    let found = try #require(errors(head + long + "x-b: [\(uses)]\n" + tracks).first)
    #expect(found.id.name == "limit-exceeded", "\(found)")
    #expect(errors(head + long + "x-b: [*a, *a, *a]\n" + tracks).isEmpty)
  }

  @Test func valuesOfParametersAreBounded() throws {
    let declared = head + "parameters: { long: \"\(String(repeating: "long ", count: 200_000))\" }\n"
    let uses = { Array(repeating: "\"${long}\"", count: $0).joined(separator: ", ") }
    func found(_ count: Int) -> [Diagnostic] {
      errors(declared + "metadata: { comment: [\(uses(count))] }\n" + tracks).filter { $0.id.name == "limit-exceeded" }
    }
    #expect(found(15).isEmpty)
    #expect(found(2000).count == 1 && found(2000).first?.message.contains("more than 16 MiB") == true)
  }

  @Test func variantsAreBounded() throws {
    func document(_ count: Int) -> String {
      let variants = (0..<count).map { "v\($0): { canvas: { size: \(64 + 2 * $0)x64 } }" }
      return head + "variants: { \(variants.joined(separator: ", ")) }\n" + tracks
    }
    #expect(errors(document(1000)).isEmpty)
    try expect(document(1001), at: "v1000", "may have 1000 variants, and it has 1001")
    // Of a long document fewer.
    let long = "# " + String(repeating: "long ", count: 200_000) + "\n"
    try expect(long + document(100), at: "v66", "may have 66 variants, and it has 100")
  }

  @Test func textsToBeDrawnAreBounded() throws {
    func document(_ count: Int) -> String {
      head + tracks + "titles: [ { text: \"\(String(repeating: "a", count: count))\" } ]\n"
    }
    #expect(errors(document(100_000)).isEmpty)
    try expect(document(100_001), at: "\"aaa", "at most 100,000 bytes; this one has 100001")
    let parts = Array(repeating: "\"\(String(repeating: "a", count: 30_000))\"", count: 4).joined(separator: ", ")
    try expect(head + tracks + "titles: [ { text: [\(parts)] } ]\n", at: "[\"aaa", "this one has 120000")
  }

  /// 2,000 tracks that begin one after another and go on are two million layers.
  @Test func layersOfManyTracksAreBounded() throws {
    func document(_ count: Int) -> String {
      let tracks = (0..<count).map {
        "{ kind: video, segments: [ { at: \($0)f, clip: { color: red }, duration: 1000s, scale: 0.5 } ] }"
      }
      return head + "tracks: [ \(tracks.joined(separator: ", ")) ]\n"
    }
    #expect(errors(document(900)).isEmpty)
    try expect(document(2000), at: "tracks", "more than a million layers")
  }

  /// Each waits for the next, which takes a part of the stack.
  @Test func timesThatWaitForOneAnotherAreBounded() throws {
    func document(_ count: Int) -> String {
      let titles = (0..<count).map {
        "{ id: a\($0), rectangle: [1, 1], over: \($0 + 1 < count ? "a\($0 + 1).start" : "0s")..+1s }"
      }
      return head + tracks + "titles: [ \(titles.joined(separator: ", ")) ]\n"
    }
    #expect(errors(document(200)).isEmpty)
    for count in [300, 20_000] {
      let found = errors(document(count))
      #expect(found.contains { $0.id.name == "limit-exceeded" && $0.message.contains("250 times in a row") })
    }
  }
}
