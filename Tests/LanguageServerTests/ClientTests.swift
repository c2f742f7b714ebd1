import CutlistKit
import Foundation
import LanguageServer
import TestSupport
import Testing

/// What clients of different kinds ask for, and how they say it.
@Suite struct ClientTests {
  private let twoMistakes = SessionTests.good.replacing("kind: video", with: "kind: vidoe")
    .replacing("rate: 25", with: "rate: 29.97")

  private func titles(_ answer: JSONValue) -> [String] { answer.list.compactMap { $0["title"]?.text } }

  /// Kate asks with the whole document as range and one problem, and makes all that it gets.
  @Test func onlyTheProblemThatIsMeantIsMended() throws {
    let editor = try Editor()
    editor.open(twoMistakes)
    let shown = try #require(editor.published()["edit.yaml"])
    #expect(shown.count == 2)
    func ask(_ diagnostics: [JSONValue], only: [JSONValue]? = ["quickfix"]) -> [String] {
      var context: [String: JSONValue] = ["diagnostics": .array(diagnostics)]
      context["only"] = only.map { .array($0) }
      return titles(editor.ask("codeAction", range: .range(0, 0, 99, 0), with: ["context": .object(context)]))
    }
    let meant = try #require(shown.first { $0["code"] == "bad-value" && $0["message"]?.text?.contains("vidoe") == true })
    #expect(ask([meant]) == ["write `video`"])
    #expect(ask([]).count == 2 && ask([], only: nil).count == 3)
    #expect(ask([meant], only: nil) == ["write `video`"])
    let strange: JSONValue = ["range": .range(0, 0, 0, 5), "message": "indentation", "source": "yamllint"]
    #expect(ask([strange]).count == 2)
    #expect(ask([strange, meant]) == ["write `video`"])
  }

  /// Who asks about a line gets the alternatives, also if it gives columns back in its own count.
  @Test func alternativesAreOfferedWhereTheCursorIs() throws {
    let editor = try Editor()
    let text = SessionTests.good.replacing("duration: 2s", with: "duration: 2")
    editor.open(text)
    let shown = try #require(editor.published()["edit.yaml"]?.first)
    let moved: JSONValue = ["range": .range(6, 50, 6, 51), "message": shown["message"]!, "source": "cutlist"]
    for diagnostic in [shown, moved] {
      let context: [String: JSONValue] = ["context": ["diagnostics": [diagnostic]]]
      let titles = titles(editor.ask("codeAction", range: .range(6, 0, 6, 60), with: context))
      #expect(titles.starts(with: ["write `2s`", "write `2f`"]), "\(titles)")
      #expect(self.titles(editor.ask("codeAction", range: .range(0, 0, 99, 0), with: context)) == ["write `2s`"])
    }
  }

  /// What no parser reads is told in the document that it is.
  @Test func aControlCharacterIsToldAtItsPlace() throws {
    let editor = try Editor()
    editor.open("timeline: 1\nmetadata: { title: \"a\u{9F}b\" }\ntracks: []\n")
    let found = editor.published()["edit.yaml"] ?? []
    #expect(found.map { $0["range"]?["start"] } == [.position(1, 21)], "\(found)")
    editor.open("name: \"a\u{9F}b\"\n", "other.yaml")
    #expect(editor.published()["other.yaml"] ?? [] == [])
  }

  @Test func theEncodingThatTheClientLikesBest() throws {
    for (offered, chosen) in [
      (["utf-16", "utf-8"], "utf-16"), (["utf-8", "utf-16"], "utf-8"), (["utf-32", "utf-8"], "utf-32"),
      (["utf-7"], "utf-16"),
    ] {
      let editor = try Editor(encodings: offered)
      #expect(editor.capabilities["positionEncoding"] == .string(chosen))
      editor.open("timeline: 1\nmetadata: { title: \"𝄞\" }\ntracks: [ { kind: 𝄞𝄞, segments: [] } ]\n")
      let place = editor.published()["edit.yaml"]?.first?["range"]
      let units = ["utf-8": 4, "utf-16": 2, "utf-32": 1][chosen]!
      #expect(place == .range(2, 18, 2, 18 + 2 * units), "\(chosen): \(place as Any)")
    }
  }

  /// Editors that count UTF-16 may send half a character.
  @Test func halfACharacterIsAReplacementCharacter() throws {
    let editor = try Editor()
    let uri = editor.uri("edit.yaml")
    editor.receive(
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"\#(uri)","languageId":"yaml","#
        + #""version":1,"text":"timeline: 1\nmetadata: { title: \"a\ud834b \\\\ud834 \ud834\udd1e \udd1e\" }\ntracks: 1\n"}}}"#)
    let hover = editor.ask("documentSymbol").list
    #expect(hover.count == 3)
    #expect(editor.published()["edit.yaml"]?.first?["range"] == .range(2, 8, 2, 9))
    let detail = editor.ask("selectionRange", with: ["positions": [["line": 1, "character": 23]]])[0]?["range"]
    #expect(detail == .range(1, 19, 1, 37), "\(detail as Any)")
  }

  @Test func whatIsWrongIsToldToWhomAsks() throws {
    let editor = try Editor(asksForDiagnostics: true)
    #expect(editor.capabilities["diagnosticProvider"]?["workspaceDiagnostics"] == true)
    editor.open(twoMistakes)
    editor.open(SessionTests.good, "other.yaml")
    // A client that could ask may not.
    #expect(editor.published()["edit.yaml"]?.count == 2)
    let report = editor.ask("diagnostic")
    #expect(report["kind"] == "full" && report["items"]?.list.count == 2)
    #expect(editor.taken["edit.yaml"] == [])
    let all = editor.request("workspace/diagnostic", ["previousResultIds": []])["items"]?.list ?? []
    #expect(all.map { $0["items"]?.list.count } == [2, 0])
    // What it changes itself it asks about anyway; of other changes it is told.
    editor.change([["text": .string(SessionTests.good)]])
    #expect(editor.asked().isEmpty)
    editor.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(editor.asked() == ["workspace/diagnostic/refresh"])
    let told = try Editor()
    #expect(told.capabilities["diagnosticProvider"] == nil)
  }

  @Test func filesAreLinks() throws {
    let editor = try Editor()
    for name in ["a.mp4", "b c.png"] { try Data().write(to: editor.folder.url.appending(path: name)) }
    editor.open(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { sea: a.mp4, sky: { image: b c.png }, gone: no.mp4 }
      tracks: [ { kind: video, segments: [ sea, { clip: a.mp4 }, { clip: sky, duration: 1s } ] } ]

      """)
    let links = editor.ask("documentLink").list
    #expect(links.map { $0["target"]?.text?.split(separator: "/").last } == ["a.mp4", "b%20c.png", "a.mp4"])
    #expect(links.first?["range"] == .range(2, 15, 2, 20))
  }

  /// Media that other programs write are seen, whether the client watches or not.
  @Test func whatDocumentsNameIsWatched() throws {
    let editor = try Editor()
    editor.open("timeline: 1\nassets: { a: one.mp4, b: sub/two.png }\ntracks: [ { kind: video, segments: [ a ] } ]\n")
    editor.open("timeline: 1\ntracks: [ { kind: video, segments: [ ../out.mp4, part.yaml ] } ]\n", "b.yaml")
    _ = editor.published()
    #expect(editor.watchedNames.isSuperset(of: ["one.mp4", "part.yaml"]), "\(editor.watchedNames)")
    #expect(!editor.watchedNames.contains("out.mp4"))
    editor.close("b.yaml")
    editor.change([["text": "timeline: 1\ntracks: [ { kind: video, segments: [ three.mp4 ] } ]\n"]])
    _ = editor.published()
    #expect(editor.watchedNames == ["three.mp4"])
  }

  /// Between the look at a document and the watch over its files they are seen as well, once.
  @Test(arguments: [true, false]) func whatComesBeforeItIsWatchedIsSeen(comes: Bool) throws {
    let editor = try Editor()
    let luts = URL(filePath: editor.folder.path("a.cube"))
    let content = Data("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8)
    if !comes { try content.write(to: luts) }
    var count = 0
    editor.beforeFilesAreWatched {
      count += 1
      if comes { try? content.write(to: luts) } else { try? FileManager.default.removeItem(at: luts) }
    }
    editor.open(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: 1s, effects: [ { lut: a.cube } ] } ] } ]

      """)
    let codes = editor.published()["edit.yaml"]?.compactMap { $0["code"]?.text } ?? []
    #expect(codes.contains { $0.contains("missing") || $0.contains("file") } != comes, "\(codes)")
    #expect(count == 1)
  }

  /// Returns the open documents that change when files move, as they are then.
  private func texts(
    in editor: Editor, after moves: [(String, String)], _ documents: [String: String]
  ) throws -> [String: String] {
    // When a document moves, only what it names for sure is followed.
    for name in ["a.mp4", "cuts/b.mp4", "cuts/new/c.mp4", "a\u{fc}.mp4"] {
      let url = URL(filePath: editor.folder.path(name))
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    for (name, text) in documents { editor.open(text, name) }
    let files: [JSONValue] = moves.map {
      ["oldUri": .string(editor.uri($0.0)), "newUri": .string(editor.uri($0.1))]
    }
    let edit = editor.request("workspace/willRenameFiles", ["files": .array(files)])
    var changed: [String: String] = [:]
    for document in edit["documentChanges"]?.list ?? [] {
      let name = try #require(documents.keys.first { .string(editor.uri($0)) == document["textDocument"]?["uri"] })
      var text = DocumentText(documents[name]!)
      for edit in document["edits"]!.list.reversed() { text.apply([try JSONValue.change(edit)], .utf16) }
      changed[name] = String(decoding: text.bytes, as: UTF8.self)
    }
    return changed
  }

  /// Documents go on naming the files that they named when files, folders or they themselves move.
  @Test(arguments: [
    ([("a.mp4", "b/c d.mp4")], "{ one: a.mp4, two: \"./a.mp4\", three: aa.mp4, four: x/a.mp4 }",
      "{ one: b/c d.mp4, two: \"b/c d.mp4\", three: aa.mp4, four: x/a.mp4 }"),
    ([("a.mp4", "x: y.mp4")], "{ one: a.mp4 }", "{ one: \"x: y.mp4\" }"),
    ([("shots", "takes/day one")], "{ one: shots/a.mp4, two: { images: shots/*.png }, three: shots.mp4, four: '${p}/a.mp4' }",
      "{ one: takes/day one/a.mp4, two: { images: takes/day one/*.png }, three: shots.mp4, four: '${p}/a.mp4' }"),
    ([("a.mp4", "b.mp4"), ("b.mp4", "a.mp4")], "{ one: &it a.mp4, two: *it, three: b.mp4 }",
      "{ one: &it b.mp4, two: *it, three: a.mp4 }"),
    ([("edit.yaml", "cuts/new/edit.yaml")], "{ one: a.mp4, two: cuts/b.mp4, three: cuts/new/c.mp4 }",
      "{ one: ../../a.mp4, two: ../b.mp4, three: c.mp4 }"),
    ([("edit.yaml", "cuts/edit.yaml"), ("a.mp4", "cuts/a.mp4")], "{ one: a.mp4 }", nil),
    ([("e\u{301}.mp4", "f.mp4")], "{ one: \u{e9}.mp4, two: g.mp4 }", nil),
    ([("a.mp4", "b.mp4")], "{ one: c.mp4, two: 'https://example.org/a.mp4' }", nil),
  ] as [([(String, String)], String, String?)])
  func documentsFollowFilesThatMove(_ moves: [(String, String)], _ before: String, _ after: String?) throws {
    let editor = try Editor()
    #expect(
      editor.capabilities["workspace"]?["fileOperations"]?["willRename"]?["filters"]?[0]?["pattern"]?["glob"] == "**")
    func document(_ assets: String) -> String {
      "timeline: 1\nparameters: { p: x }\nassets: \(assets)\n"
        + "tracks: [ { kind: video, segments: [ { clip: one, duration: 1s } ] } ]\n"
    }
    let changed = try texts(in: editor, after: moves, ["edit.yaml": document(before)])
    #expect(changed == (after.map { ["edit.yaml": document($0)] } ?? [:]))
  }

  /// A text that was never saved, or that is on another machine, has no files that could move.
  @Test(arguments: ["untitled:Untitled-1", "file://other/a/b.yaml", "file:///"])
  func textsWithoutFoldersStay(_ uri: String) throws {
    let editor = try Editor()
    editor.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "yaml", "version": 1,
          "text": "timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n",
        ]
      ])
    let files: JSONValue = [["oldUri": .string(editor.uri("a.mp4")), "newUri": .string(editor.uri("b.mp4"))]]
    #expect(editor.request("workspace/willRenameFiles", ["files": files]) == .null)
  }

  /// No position makes the server stop.
  @Test(arguments: [Int.min, Int.min + 1, -1, Int.max]) func oddPositionsAreAnswered(_ number: Int) throws {
    let editor = try Editor()
    editor.open(SessionTests.good)
    let position: JSONValue = ["line": .integer(number), "character": .integer(number)]
    for character in ["\n", "}"] {
      _ = editor.ask("onTypeFormatting", at: position, with: ["ch": .string(character), "options": ["tabSize": 2]])
    }
    for method in ["hover", "definition", "completion", "documentHighlight", "prepareRename"] {
      _ = editor.ask(method, at: position)
    }
    _ = editor.ask("rangeFormatting", range: ["start": position, "end": position], with: ["options": ["tabSize": 2]])
    _ = editor.ask("inlayHint", range: ["start": position, "end": position])
    #expect(editor.ask("documentSymbol").list.count > 0)
  }

  @Test func everyOpenDocumentFollowsFilesThatMove() throws {
    func document(_ clip: String) -> String {
      #"{ "timeline": 1, "tracks": [ { "kind": "video", "segments": [ "# + "\"\(clip)\" ] } ] }\n"
    }
    let changed = try texts(
      in: try Editor(), after: [("part.yaml", "parts/part.yaml"), ("a\u{fc}.mp4", "\"q\".mp4")],
      [
        "one.json": document("part.yaml"), "sub/two.json": document("../part.yaml"), "three.json": document("b.mp4"),
        "part.yaml": document("a\u{fc}.mp4"),
      ])
    #expect(
      changed == [
        "one.json": document("parts/part.yaml"), "sub/two.json": document("../parts/part.yaml"),
        "part.yaml": document(#"../\"q\".mp4"#),
      ])
  }

  @Test func selectionsGrow() throws {
    let editor = try Editor()
    editor.open(SessionTests.good)
    var ranges: [JSONValue] = []
    var next = editor.ask("selectionRange", with: ["positions": [["line": 4, "character": 12]]])[0]
    while let step = next, let range = step["range"] {
      ranges.append(range)
      next = step["parent"]
    }
    #expect(ranges.first == .range(4, 10, 4, 15) && ranges.count >= 4, "\(ranges)")
  }

  /// Lines are laid out alone where they can be.
  @Test func someLinesAreLaidOut() throws {
    let editor = try Editor()
    let text = SessionTests.good.replacing("{ color: red }, duration: 2s", with: "{color: red},   duration: 2s")
      .replacing("{ color: blue }, ", with: "{color: blue},")
    editor.open(text)
    func edits(_ range: JSONValue) -> [JSONValue] {
      editor.ask("rangeFormatting", range: range, with: ["options": ["tabSize": 2, "insertSpaces": true]]).list
    }
    #expect(edits(.range(6, 3, 6, 9)).map { $0["range"] } == [.range(6, 0, 7, 0)])
    #expect(edits(.range(6, 0, 7, 0)).count == 1)
    #expect(edits(.range(0, 0, 5, 3)).isEmpty)
    let all = edits(.range(0, 0, 9, 0)).compactMap { $0["newText"]?.text }.joined()
    #expect(all.contains("{ color: blue }"))
    let typed = editor.ask(
      "onTypeFormatting", at: .position(8, 0), with: ["ch": "\n", "options": ["tabSize": 2, "insertSpaces": true]]).list
    #expect(typed.map { $0["range"] } == [.range(7, 0, 8, 0)])
  }

  @Test func symbolsOfAllOpenDocuments() throws {
    let editor = try Editor()
    editor.open("timeline: 1\nassets: { harbour: a.mp4 }\n")
    editor.open("timeline: 1\ntracks: [ { id: harbour-sound, kind: audio } ]\n", "b.yaml")
    let names = { (query: String) in
      editor.request("workspace/symbol", ["query": .string(query)]).list.compactMap { $0["name"]?.text }
    }
    #expect(names("Harb") == ["harbour-sound", "harbour"])
    #expect(names("hbsnd") == ["harbour-sound"])
    #expect(names("quay").isEmpty)
  }

  /// What is open and has no part in a document is not looked at again for it.
  @Test func openingADocumentLeavesTheOthers() throws {
    let editor = try Editor()
    editor.open(twoMistakes)
    #expect(editor.published()["edit.yaml"]?.count == 2)
    editor.open(SessionTests.good, "other.yaml")
    #expect(Array(editor.published().keys) == ["other.yaml"])
    editor.close("other.yaml")
    #expect(editor.published()["edit.yaml"] == nil)
    // One that plays it is.
    editor.open("timeline: 1\ntracks: [ { kind: video, segments: [ { clip: edit.yaml } ] } ]\n", "outer.yaml")
    _ = editor.published()
    editor.change([["text": .string(SessionTests.good)]])
    #expect(Set(editor.published().keys) == ["edit.yaml", "outer.yaml"])
  }
}
