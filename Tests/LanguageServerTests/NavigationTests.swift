import Foundation
import LanguageServer
import TestSupport
import Testing

/// Where things are, what they are called, and when they are seen.
@Suite struct NavigationTests {
  static let text = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    parameters: { credit: Anna }
    assets:
      sky: { color: blue }
      # the ground
      # is green
      earth: { color: green }
    tracks:
      - id: main
        kind: video
        segments:
          - { id: opening, clip: sky, duration: 2s }
          - clip: earth
            duration: 3s
            opacity: { from: 1, to: 0.25, over: 1s..2s }
      - id: "over-lay"
        kind: video
        segments: [ { clip: sky, at: opening.end + 1s, duration: 1s } ]
    instructions:
      - { over: 0s..5s, layers: [ over-lay, main ] }
    styles: { big: { size: 8% } }
    titles:
      - { text: "by ${credit} Å", over: opening.start + 1s..main.end, style: big }
    chapters: [ { title: 👩‍🚀, at: main.start } ]

    """

  private func opened(_ text: String = text) throws -> Editor {
    let editor = try Editor()
    editor.open(text)
    return editor
  }

  /// Where a word stands: line, start and end.
  private func place(_ word: String, _ number: Int = 0, in text: String = text) -> JSONValue {
    var found: [JSONValue] = []
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      var rest = line[...]
      while let range = rest.range(of: word) {
        let start = line[..<range.lowerBound].utf16.count
        found.append(.range(index, start, index, start + word.utf16.count))
        rest = rest[range.upperBound...]
      }
    }
    return found[number]
  }

  @Test func theOutlineHasTimes() throws {
    let symbols = try opened().ask("documentSymbol").list
    #expect(
      symbols.map { $0["name"]?.text } == [
        "timeline", "canvas", "parameters", "assets", "tracks", "instructions", "styles", "titles",
        "chapters",
      ])
    let tracks = try #require(symbols[4]["children"]?.list)
    #expect(tracks.map { $0["name"] } == ["main", "over-lay"])
    #expect(tracks.map { $0["detail"] } == ["video, 0 s – 5 s", "video, 0 s – 4 s"])
    let segments = try #require(tracks[0]["children"]?.list)
    #expect(segments.map { $0["name"] } == ["opening", "earth"])
    #expect(segments.map { $0["detail"] } == ["0 s – 2 s", "2 s – 5 s"])
    #expect(segments[1]["range"] == .range(13, 8, 15, 52))
    #expect(symbols[7]["children"]?[0]?["detail"] == "1 s – 5 s")
  }

  @Test func whatSpansLinesFolds() throws {
    let ranges = try opened().ask("foldingRange").list
    func has(_ start: Int, _ end: Int, _ kind: String? = nil) -> Bool {
      ranges.contains {
        $0["startLine"] == .integer(start) && $0["endLine"] == .integer(end) && $0["kind"]?.text == kind
      }
    }
    #expect(has(3, 7) && has(8, 18) && has(9, 15) && has(11, 15) && has(13, 15))
    #expect(has(5, 6, "comment"))
    #expect(!ranges.contains { $0["startLine"] == 1 })
  }

  @Test func segmentsAreToldWhenTheyBegin() throws {
    let editor = try opened()
    let hints = editor.ask("inlayHint", range: .range(0, 0, 99, 0)).list
    #expect(hints.map { $0["label"] } == ["0 s", "2 s", "3 s"])
    #expect(hints.map { $0["position"] } == [.position(12, 8), .position(13, 8), .position(18, 16)])
    #expect(editor.ask("inlayHint", range: .range(13, 0, 14, 0)).list.map { $0["label"] } == ["2 s"])
  }

  @Test func namesLeadToWhereTheyAreGiven() throws {
    let editor = try opened()
    for (use, name) in [
      (place("sky", 1), place("sky")), (place("opening", 1), place("opening")), (place("main", 1), place("main")),
      (place("over-lay", 1), place("over-lay")), (place("credit", 1), place("credit")), (place("big", 1), place("big")),
    ] {
      let found = editor.ask("definition", at: use["start"]).list
      #expect(found.map { $0["range"] } == [name])
    }
    #expect(editor.ask("definition", at: .position(1, 12)) == [])
  }

  @Test func aTimelineWithinIsGoneTo() throws {
    let editor = try Editor()
    try SessionTests.good.write(toFile: editor.folder.path("inner.yaml"), atomically: true, encoding: .utf8)
    editor.open("timeline: 1\ntracks:\n  - { kind: video, segments: [ inner.yaml ] }\n")
    let found = editor.ask("definition", at: .position(2, 34)).list
    #expect(found.first?["uri"]?.text?.hasSuffix("/inner.yaml") == true)
  }

  @Test func everyUseOfANameIsFound() throws {
    let editor = try opened()
    let all = editor.ask("references", at: place("sky")["start"], with: ["context": ["includeDeclaration": true]]).list
    #expect(all.map { $0["range"] } == [place("sky"), place("sky", 1), place("sky", 2)])
    let uses = editor.ask("references", at: place("sky", 2)["end"], with: ["context": ["includeDeclaration": false]])
      .list
    #expect(uses.count == 2)
    let marks = editor.ask("documentHighlight", at: place("opening")["start"]).list
    #expect(marks.map { $0["kind"] } == [3, 2, 2])
  }

  @Test(arguments: [
    ("sky", "himmel blå", "clip: himmel blå"), ("opening", "start-1", "at: start-1.end + 1s"),
    ("main", "första", "over: opening.start + 1s..första.end"), ("over-lay", "lay", "layers: [ lay, main ]"),
    ("credit", "who", "by ${who} Å"), ("big", "huge", "style: huge"),
  ])
  func aNameIsChangedEverywhere(name: String, new: String, written: String) throws {
    let editor = try opened()
    let start = place(name)["start"]
    #expect(editor.ask("prepareRename", at: start)["placeholder"] == .string(name))
    let edit = editor.ask("rename", at: start, with: ["newName": .string(new)])
    let edits = try #require(edit["documentChanges"]?[0]?["edits"]?.list)
    var document = DocumentText(Self.text)
    for edit in edits.reversed() {
      document.apply([try JSONValue.change(edit)], .utf16)
    }
    let renamed = String(decoding: document.bytes, as: UTF8.self)
    #expect(renamed.contains(written), "\(renamed)")
    // Nothing has the old name, and all is as well as it was.
    editor.change([["text": .string(renamed)]])
    #expect(editor.published()["edit.yaml"] == [])
    #expect(!renamed.contains(name))
  }

  /// Edits that overlap are applied by no editor, or wrongly.
  @Test(arguments: ["sea.start..sea.end - 1s", "'sea.start..sea.end'", "\"sea.start + 1s..sea.end\"", "sea.start..+2s"])
  func aNameThatIsTwiceInAValueIsChangedAtEachPlace(range: String) throws {
    let text = """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      tracks:
        - kind: video
          segments:
            - { id: sea, clip: { color: blue }, duration: 4s }
      titles:
        - { text: The film, over: \(range) }

      """
    let editor = try Editor()
    editor.open(text)
    let edit = editor.ask("rename", at: .position(5, 14), with: ["newName": "ocean"])
    let edits = try #require(edit["documentChanges"]?[0]?["edits"]?.list)
    let count = text.components(separatedBy: "sea").count - 1
    #expect(edits.count == count)
    let places = edits.compactMap { $0["range"]?["start"]?["character"]?.number }
    #expect(places.count == count && zip(places.dropFirst(), places.dropFirst(2)).allSatisfy { $0 < $1 })
    var document = DocumentText(text)
    for edit in edits.reversed() { document.apply([try JSONValue.change(edit)], .utf16) }
    let written = text.replacing("sea", with: "ocean")
    #expect(String(decoding: document.bytes, as: UTF8.self) == written)
  }

  /// Wherever a name may stand: in mixtures of layers, mixes, mattes, ends and times.
  @Test func everyNameOfEveryExampleIsChangedEverywhere() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = package.appending(path: "Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
    var changed = 0
    for name in names.sorted() + [""] {
      let mixture = """
        timeline: 1
        canvas: { size: 64x48, rate: 10 }
        tracks:
          - { id: main, kind: video, segments: [ { clip: { color: blue }, duration: 4s } ] }
          - { id: b, kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
        instructions:
          - { over: 0s.., layers: [ { mix: [ main, { mix: [ b, { track: main } ] } ] } ] }
        """
      let text = name.isEmpty ? mixture : try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let editor = try Editor()
      editor.open(text)
      let before = editor.published()["edit.yaml"]?.compactMap { $0["code"]?.text }.sorted()
      for (number, line) in text.components(separatedBy: "\n").enumerated() {
        for match in line.matches(of: /\bid: ([\w-]+)/) {
          let start = line[..<match.output.1.startIndex].utf16.count
          let edit = editor.ask("rename", at: .position(number, start), with: ["newName": "another-name"])
          let edits = try #require(edit["documentChanges"]?[0]?["edits"]?.list, "\(name): \(match.output.0)")
          var document = DocumentText(text)
          for edit in edits.reversed() { document.apply([try JSONValue.change(edit)], .utf16) }
          editor.change([["text": .string(String(decoding: document.bytes, as: UTF8.self))]])
          let after = editor.published()["edit.yaml"]?.compactMap { $0["code"]?.text }.sorted()
          #expect(before == after, "\(name): \(match.output.0)")
          editor.change([["text": .string(text)]])
          changed += 1
        }
      }
    }
    #expect(changed > 40)
  }

  @Test func namesThatCannotBeAreRefused() throws {
    let editor = try opened()
    func message(_ word: String, _ new: String) -> String? {
      editor.ask("rename", at: place(word)["start"], with: ["newName": .string(new)])["message"]?.text
    }
    #expect(message("sky", "earth") == "another asset is called `earth` already")
    #expect(message("opening", "main")?.contains("already") == true)
    #expect(message("opening", "1st")?.contains("begins with no digit") == true)
    #expect(message("opening", "a b")?.contains("one word") == true)
    #expect(message("canvas", "x") == "there is no name here that the document gives")
    #expect(editor.ask("prepareRename", at: .position(1, 3)) == .null)
    editor.change([["text": .string(Self.text + "x: [")]])
    #expect(message("sky", "air")?.contains("mend its syntax first") == true)
  }

  @Test func aHalfWrittenDocumentHasItsOutline() throws {
    let text = Self.text.replacing("- clip: earth", with: "- { clip: sky, duration: \n      - clip: earth")
    let editor = try opened(text)
    #expect(editor.published()["edit.yaml"]?.map { $0["code"] } == ["syntax-error"])
    let tracks = try #require(editor.ask("documentSymbol").list.first { $0["name"] == "tracks" }?["children"]?.list)
    #expect(tracks.map { $0["name"] } == ["main", "over-lay"])
    #expect(tracks[0]["children"]?.list.map { $0["name"] } == ["opening", "sky", "earth"])
    #expect(editor.ask("definition", at: place("opening", 1, in: text)["start"]).list.isEmpty == false)
  }
}
