import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// Every fix that is offered mends what it is offered for, and nothing comes of it that was not wrong before.
@Suite struct FixTests {
  /// A document that something is wrong with, and what is known of its media.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var catalog: MediaCatalog
    var testDescription: String { name }

    var compilation: Compilation { compile(text) }

    func compile(_ text: String) -> Compilation {
      Compilation(ParsedDocument(SourceFile(name: "edit.yaml", text: text)), catalog: catalog)
    }
  }

  static let pages: [Mistake] = compilerPages.flatMap { page in
    page.bad.map { Mistake(name: page.id.name, text: Marked($0).text, catalog: PageTests.catalog(for: page)) }
  }

  static let cases: [Mistake] = CaseFile.all.flatMap { url -> [Mistake] in
    guard let file = try? CaseFile(url) else { return [] }
    var media = ""
    return file.blocks.compactMap { block in
      if block.kind == "media" { media = file.text(of: block) }
      guard ["yaml", "json"].contains(block.kind) else { return nil }
      return Mistake(
        name: "\(url.lastPathComponent): \(block.heading)", text: file.text(of: block) + "\n",
        catalog: MediaCatalog(lines: media))
    }
  }

  /// That names are left over can be said only once everything can be read.
  static let lastWords: Set<String> = ["unused-asset", "unused-style"]

  /// What a fix may bring to light, by the rule that is mended: that a time lies between two frames can be said only once
  /// the rate is known, and where an instruction ends only once it does; and only what can be read as allowed can be found
  /// to be of no use.
  static let followers: [String: Set<String>] = [
    "rounded-rate": ["time-not-on-frame"], "instruction-gap": ["time-not-on-frame"],
    "unknown-rule": ["unused-allow"], "unreadable-comment": ["unused-allow"],
  ]

  /// An alias stands where it is used, and an anchor is no part of its value: nothing else is written over.
  @Test(arguments: [
    (
      "x-a: &u time-not-on-frame\nallow: [*u, unused-style]\nduration: 2s\n",
      "x-a: &u time-not-on-frame\nallow: [*u]\nduration: 2s\n"
    ),
    (
      "x-a: &c { at: 9s, title: late }\nchapters: [ { at: 0s, title: a }, *c ]\n",
      "x-a: &c { at: 9s, title: late }\nchapters: [ { at: 0s, title: a } ]\n"
    ),
    ("duration: &d 00:00:01\nx-b: *d\n", "duration: &d 00:00:01.0\nx-b: *d\n"),
    ("x-b: &d 00:00:01\nduration: *d\n", "x-b: &d 00:00:01\nduration: 00:00:01.0\n"),
  ])
  func anchorsAndAliasesStayWhatTheyAre(text: String, fixed: String) {
    let start = """
      timeline: 1
      canvas: { size: 64x48, rate: 30000/1001 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 60f } ] } ]

      """
    let before = Mistake(name: "", text: start + text, catalog: MediaCatalog()).compilation
    let texts = before.diagnostics.flatMap(\.fixIts).filter { !$0.edits.isEmpty }.map {
      before.source.applying($0.edits).text
    }
    #expect(texts.allSatisfy { $0.hasPrefix(start) }, "\(texts)")
    #expect(texts.contains(start + fixed), "\(texts)")
    // A part that an alias elsewhere stands for is not taken away.
    #expect(!texts.contains { $0.contains("*") && !$0.contains("&") })
  }

  /// A value behind an alias is written where it is used: a fix takes one line of it, and nothing of its neighbours.
  @Test(arguments: [
    ("{ clip: *red, duration: *long, duration: *long }", "{ clip: *red, duration: *long }"),
    ("{ clip: *red, clip: *red, duration: 1s }", "{ clip: *red, duration: 1s }"),
    ("{ clip: *red, duration: 1s, transition: *fade }", "{ clip: *red, duration: 1s }"),
    ("{ clip: *red }", "{ clip: *red, duration: 5s }"),
  ])
  func aFixBehindAnAliasKeepsItsNeighbours(segment: String, mended: String) {
    func text(_ segment: String) -> String {
      """
      timeline: 1
      canvas: { size: 64x48, rate: 25 }
      x-lens: [ &long 4s, &red { color: red }, &fade { dissolve: 400ms } ]
      metadata: { title: Keep me }
      tracks:
        - kind: video
          segments:
            - \(segment)
            - { clip: { color: blue }, duration: *long, transition: *fade } # and me
      titles:
        - { text: Hello, over: 0s..1s, style: { size: 8% } }

      """
    }
    #expect(fixed(text(segment)) == text(mended))
  }

  /// A fix does not remove an anchor that has an alias elsewhere; an alias with a longer name is not an alias of it.
  @Test(arguments: [("a1", "*a1", false), ("a1", "*a10", true), ("a1", "[ *a1]", false)])
  func whatIsUsedElsewhereStays(anchor: String, alias: String, isOffered: Bool) {
    let text = """
      timeline: 1
      canvas: { size: 64x48, rate: 25 }
      x-b: &a10 blue
      metadata: { title: red, title: &\(anchor) green }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 60f } ] } ]
      x-a: \(alias)

      """
    let compilation = Mistake(name: "", text: text, catalog: MediaCatalog()).compilation
    let repeated = compilation.diagnostics.filter { $0.id.name == "duplicate-key" }
    #expect(repeated.map { $0.fixIts.map(\.edits.isEmpty) } == [[!isOffered]])
  }

  @Test(arguments: pages + cases) func mendsWhatItIsOfferedFor(mistake: Mistake) {
    let before = mistake.compilation
    for diagnostic in before.diagnostics {
      for fix in diagnostic.fixIts where !fix.edits.isEmpty {
        let fixed = before.source.applying(fix.edits)
        let after = mistake.compile(fixed.text)
        let context =
          "\(diagnostic.id), \(fix.title):\n\(fixed.text)\n\(after.diagnostics.map { "\($0.id): \($0.message)" })"
        #expect(after.count(like: diagnostic) < before.count(like: diagnostic), "\(context)")
        let known = Set(before.diagnostics.map(\.id.name)).union(Self.followers[diagnostic.id.name] ?? [])
          .union(diagnostic.severity == .error ? Self.lastWords : [])
        let new = after.diagnostics.filter { !known.contains($0.id.name) }
        #expect(new.isEmpty, "\(context)")
      }
    }
  }

  @Test(arguments: pages + cases, [FixIt.Safety.safe, .unsafe]) func comesToAnEnd(
    mistake: Mistake, limit: FixIt.Safety
  ) {
    var text = mistake.text
    var rounds = 0
    while rounds < 20 {
      let compilation = mistake.compile(text)
      let edits = FixSelection(compilation.diagnostics, upTo: limit, in: FileID(0)).edits
      guard !edits.isEmpty else { break }
      text = compilation.source.applying(edits).text
      rounds += 1
    }
    #expect(rounds < 20, "\(text)")
    let left = mistake.compile(text).diagnostics.flatMap(\.fixIts).filter { !$0.edits.isEmpty && $0.safety <= limit }
    #expect(left.isEmpty, "\(text)\n\(left)")
  }

  @Test func thereAreFixesOfBothKinds() {
    let fixes = (Self.pages + Self.cases).flatMap(\.compilation.diagnostics).flatMap(\.fixIts).filter {
      !$0.edits.isEmpty
    }
    #expect(fixes.count { $0.safety == .safe } >= 10)
    #expect(fixes.count { $0.safety == .unsafe } >= 30)
  }

  private func fixed(_ text: String, _ limit: FixIt.Safety = .unsafe) -> String {
    let compilation = compile(text)
    return compilation.source.applying(FixSelection(compilation.diagnostics, upTo: limit, in: FileID(0)).edits).text
  }

  /// What becomes of the bad example of a page, by what is replaced in it.
  static let mended: [(id: String, old: String, new: String)] = [
    ("black-lead-in", "at: 2s, ", ""),
    ("black-stretch", "at: 4.2s, ", ""),
    ("silent-stretch", "at: 4.1s, ", ""),
    ("unused-asset", ", sand: { color: yellow }", ""),
    ("unused-style", "styles: { loud: { size: 20 } }\n", ""),
    ("unused-parameter", "parameters: { name: { default: Anna } }\n", ""),
    ("float-time", "0.333s", "10f"),
    ("sound-missing", "2s..9s", "2s..7s"),
    ("mix-may-clip", "volume: 4", "volume: 3"),
  ]

  @Test(arguments: mended) func isMendedAsItsPageSays(id: String, old: String, new: String) throws {
    let mistake = try #require(Self.pages.first { $0.name == id })
    let found = mistake.compilation
    #expect(FixSelection(found.diagnostics, upTo: .safe, in: FileID(0)).edits.isEmpty, "it is not for sure")
    let edits = FixSelection(found.diagnostics, upTo: .unsafe, in: FileID(0)).edits
    let text = found.source.applying(edits).text
    #expect(text == mistake.text.replacing(old, with: new))
    #expect(mistake.compile(text).diagnostics.isEmpty)
  }

  /// Nothing is left of a section of which nothing is used, and the rest of one of which something is.
  @Test func namesThatAreLeftOverGo() {
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets:
        sea: { color: blue } # the one
        # That of the second day.
        sand: { color: yellow }
        sky: { color: aqua }
      styles:
        loud: { size: 20 }
        quiet: { size: 5 }
      tracks: [ { kind: video, segments: [ { clip: sea, duration: 1s } ] } ]

      """
    let mended = fixed(text)
    #expect(compile(mended).diagnostics.isEmpty, "\(mended)")
    #expect(mended.contains("  sea: { color: blue } # the one\n") && !mended.contains("styles"), "\(mended)")
    #expect(fixed(text, .safe) == text)
  }

  @Test func whatIsHiddenComesToTheFront() {
    let (front, behind) = (
      "  - { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }",
      "  - { kind: video, segments: [ { clip: { color: blue }, at: 1s, duration: 2s } ] }"
    )
    let head = "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks:\n"
    #expect(fixed(head + front + "\n" + behind + "\n") == head + behind + "\n" + front + "\n")
    // Where it would hide the others, the document stays.
    let same = head + front + "\n" + front + "\n"
    #expect(compile(same).diagnostics.map(\.id) == ["segment-hidden"] && fixed(same) == same)
  }

  @Test(arguments: [("[50%, 96%]", "[50%, 92.3%]"), ("[4px, 180px]", "[12.5%, 50%]")])
  func textsMoveInward(position: String, safe: String) throws {
    let page = try #require(compilerPages.first { $0.id == "text-outside-safe" })
    let text = """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
      titles: [ { text: Harbour, over: 0s..4s, position: \(position), style: { size: 24 } } ]

      """
    let mistake = Mistake(name: "", text: text, catalog: PageTests.catalog(for: page))
    let found = mistake.compilation
    let mended = found.source.applying(FixSelection(found.diagnostics, upTo: .unsafe, in: FileID(0)).edits).text
    #expect(mended == text.replacing(position, with: safe))
    #expect(mistake.compile(mended).diagnostics.isEmpty)
  }

  @Test func layoutAndCommentsSurvive() {
    let text = """
      # An edit
      timeline: 1
      canvas: {size: 64x64,   rate: 29.97}  # television
      tracks:
        - kind: 'vidoe' # not sound

          segments:
          - {clip: {color: red}, duration: "10"}

      """
    #expect(
      fixed(text)
        == text.replacing("29.97", with: "30000/1001").replacing("vidoe", with: "video").replacing(
          "\"10\"", with: "\"10s\""))
  }

  /// Fixes that have to do with one another do not undo one another.
  @Test func instructionsInDisorderAreMended() {
    var text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { id: main, kind: video, segments: [ { clip: { color: red }, duration: 11s } ] } ]
      instructions:
        - over: 2s..3s
          layers: [ main ]
        - over: 0s..1s
          layers: [ main ] # the beginning

      """
    for _ in 0..<5 { text = fixed(text) }
    #expect(compile(text).diagnostics.isEmpty, "\(text)")
  }

  @Test func jsonStaysJSON() throws {
    let text = """
      {
        "timeline": 1, "timeline": 1,
        "canvas": { "size": "64x64", "rate": 29.97 },
        "tracks": [ { "kind": "video", "segments": [ { "clip": { "color": "red" }, "duration": "300f" }, { "clip": { "color": "red" } } ] } ]
      }

      """
    let fixed = fixed(text)
    let json = try JSONSerialization.jsonObject(with: Data(fixed.utf8)) as? [String: Any]
    #expect((json?["canvas"] as? [String: Any])?["rate"] as? String == "30000/1001")
    #expect(fixed.contains("\"duration\": \"5s\" }"), "\(fixed)")
    #expect(!compile(fixed).hasErrors, "\(fixed)")
  }

  /// A parameter that stands where a wrong value comes from is not overwritten by a right one.
  @Test func parametersStay() {
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { length: { default: "10" } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: "${length}" } ] } ]

      """
    #expect(compile(text).diagnostics.map(\.id) == ["bad-time"])
    #expect(fixed(text) == text)
  }

  /// Quotation marks part a text from the rest, and are no part of it.
  @Test(arguments: [
    ("text:\"Hi\"", "text: \"Hi\""), ("text:'Hi'", "text: 'Hi'"), ("text:Hi", "text: Hi"),
    ("text:'Hello, world'", "text:'Hello, world'"), ("text:\u{A0}\"Hi\"", "text: \"Hi\""),
  ])
  func aMissingSpaceKeepsTheText(entry: String, mended: String) {
    func text(_ entry: String) -> String {
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { \(entry), over: 0s..1s } ]

      """
    }
    #expect(fixed(text(entry), .safe) == text(mended))
  }

  /// A segment whose dash is missing looks as if keys of the one before it were written twice.
  @Test func aSegmentWithoutItsDashStays() {
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - clip: { color: red }
              duration: 1s
              opacity: 50%
              clip: { color: blue }
              duration: 1s
              opacity: 50%

      """
    #expect(fixed(text, .safe) == text && fixed(text) == text)
    #expect(compile(text).diagnostics.flatMap(\.fixIts).contains { $0.title.contains("begin it with a `-`") })
  }

  /// An unused parameter is not reported beside an error, since the wrong value may be meant to use it.
  @Test(arguments: ["${ len }", "${lem}", "$len", "{{len}}"]) func aParameterStaysBesideErrors(use: String) {
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { len: { type: time, default: 2s } }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: "\(use)" } ] } ]

      """
    let found = compile(text).diagnostics
    #expect(found.hasErrors && !found.contains { $0.id.name == "unused-parameter" })
    #expect(fixed(text).contains("default: 2s"))
  }

  /// Marks that other programs put around texts are not letters of them, and words of other languages are no texts.
  @Test(arguments: [
    ("“Hello”", "\"Hello\""), ("`Hello`", "\"Hello\""), ("«Hello»", "\"Hello\""), ("Hello", "\"Hello\""),
    ("undefined", "undefined"), ("NaN", "NaN"),
  ])
  func quotationMarksInJSON(written: String, mended: String) {
    func text(_ value: String) -> String {
      """
      { "timeline": 1, "canvas": { "size": "64x64", "rate": 25 },
        "tracks": [ { "kind": "video", "segments": [ { "clip": { "color": "red" }, "duration": "1s" } ] } ],
        "titles": [ { "text": \(value), "over": "0s..1s" } ] }

      """
    }
    let found = Compilation(
      ParsedDocument(SourceFile(name: "edit.json", text: text(written))), catalog: MediaCatalog())
    let edits = FixSelection(found.diagnostics, upTo: .safe, in: FileID(0)).edits
    #expect(found.source.applying(edits).text == text(mended))
  }

  @Test func aPartOfASumKeepsTheRest() {
    for (before, after) in [("1 + 2s", "1s + 2s"), ("\"1s + 2\"", "\"1s + 2s\""), ("'2 - 1s'", "'2s - 1s'")] {
      let text =
        "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: { color: red }, duration: \(before) } ] } ]\n"
      #expect(fixed(text) == text.replacing(before, with: after))
    }
  }
}

extension Compilation {
  fileprivate func count(like other: Diagnostic) -> Int {
    diagnostics.count { $0.id == other.id && $0.message == other.message }
  }
}
