import Foundation
import LanguageServer
import TestSupport
import Testing

/// The conversation itself: who may say what when, and what is published.
@Suite struct SessionTests {
  static let good = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks:
      - id: main
        kind: video
        segments:
          - { clip: { color: red }, duration: 2s }
          - { clip: { color: blue }, duration: 3s }

    """

  @Test func whatIsWrongIsSaidAtItsPlace() throws {
    let editor = try Editor(rulesURL: "https://example.org/rules")
    editor.open(Self.good.replacing("kind: video", with: "kind: vidoe"))
    let diagnostic = try #require(editor.published()["edit.yaml"]?.first)
    #expect(diagnostic["range"] == .range(4, 10, 4, 15))
    #expect(diagnostic["code"] == "bad-value")
    #expect(diagnostic["severity"] == 1)
    #expect(diagnostic["source"] == "cutlist")
    #expect(diagnostic["codeDescription"]?["href"] == "https://example.org/rules/bad-value.md")
    #expect(diagnostic["message"]?.text?.contains("`vidoe` is not a kind of track") == true)
  }

  @Test func whatIsNotAllowedIsSaidAtItsPlaceAndNotTried() throws {
    let editor = try Editor()
    editor.open(
      Self.good + "effects: [ { filter: { name: curves, options: { plot: made } } } ]\n"
        + "export: { video: { codec: h264, options: { x264-params: \"dump-yuv=made\" } } }\n")
    let found = try #require(editor.published()["edit.yaml"])
    #expect(found.map { $0["code"] } == ["option-not-allowed", "option-not-allowed"])
    #expect(found.map { $0["range"]?["start"] } == [.position(8, 48), .position(9, 56)])
    #expect(!FileManager.default.fileExists(atPath: editor.folder.path("made")))
  }

  @Test func whatIsMendedIsSaidNoMore() throws {
    let editor = try Editor()
    editor.open(Self.good.replacing("2s }", with: "2 }"))
    #expect(editor.published()["edit.yaml"]?.map { $0["code"] } == ["bad-time"])
    editor.change([["range": .range(6, 42, 6, 43), "text": "2s"]])
    #expect(editor.published()["edit.yaml"] == [])
    // Nothing has changed since.
    #expect(editor.published().isEmpty)
  }

  @Test func placesCountInUTF16AndWhereItIsOfferedInUTF8() throws {
    let text = Self.good + "metadata: { title: \"👩‍🚀 Å\", artist: \"x\" }\nfoo: 1\n"
    let marked = text.replacing("artist:", with: "title:")
    for (encodings, column) in [(["utf-16"], 30), (["utf-8", "utf-16"], 37), (nil, 30)] {
      let editor = try Editor(encodings: encodings)
      editor.open(marked)
      let found = try #require(editor.published()["edit.yaml"])
      #expect(found.map { $0["code"] } == ["duplicate-key", "unknown-key"])
      #expect(found.first?["range"]?["start"] == .position(8, column))
    }
  }

  @Test func notesLeadToTheirPlaces() throws {
    let editor = try Editor()
    editor.open(Self.good + "timeline: 1\n")
    let related = try #require(editor.published()["edit.yaml"]?.first?["relatedInformation"]?[0])
    #expect(related["location"]?["uri"] == .string(editor.uri("edit.yaml")))
    #expect(related["location"]?["range"] == .range(0, 0, 0, 8))
  }

  @Test func otherDocumentsAreLeftAlone() throws {
    let editor = try Editor()
    editor.open("services:\n  web: { image: nginx }\n", "compose.yaml")
    #expect(editor.published().isEmpty)
    #expect(editor.ask("formatting", "compose.yaml") == [])
    #expect(editor.ask("completion", "compose.yaml", at: .position(1, 2))["items"] == [])
    // It becomes one with its first key.
    editor.change([["text": "timeline: 1\n"]], in: "compose.yaml")
    #expect(editor.published()["compose.yaml"]?.map { $0["code"] } == ["missing-key"])
  }

  @Test func settingsAreCheckedAndCountAtOnce() throws {
    let editor = try Editor()
    let overlong = Self.good.replacing("3s", with: "3s, x-note: { a: 1 }").replacing("main", with: "a-name")
    editor.open(overlong + "assets: { cat: { color: red } }\n")
    #expect(editor.published()["edit.yaml"]?.map { $0["code"] } == ["unused-asset"])
    editor.open("rules: { unused-asset: off }\n", ".cutlist.yaml")
    let published = editor.published()
    #expect(published["edit.yaml"] == [])
    #expect(published[".cutlist.yaml"] == [])
    editor.change([["text": "rules: { unused-aset: off }\n"]], in: ".cutlist.yaml")
    #expect(editor.published()[".cutlist.yaml"]?.map { $0["code"] } == ["unknown-rule"])
  }

  @Test func aTimelineWithinIsReadFromItsWindow() throws {
    let editor = try Editor()
    try Self.good.write(toFile: editor.folder.path("inner.yaml"), atomically: true, encoding: .utf8)
    editor.open(
      "timeline: 1\ntracks:\n  - kind: video\n    segments:\n      - { clip: inner.yaml, source: 0s..6s }\n")
    #expect(editor.published()["edit.yaml"]?.map { $0["code"] } == ["segment-beyond-source"])
    editor.open(Self.good.replacing("3s", with: "4s"), "inner.yaml")
    #expect(editor.published()["edit.yaml"] == [])
    // What is wrong within is said of the text that it is in.
    editor.change([["range": .range(4, 10, 4, 15), "text": "vidoe"]], in: "inner.yaml")
    var published = editor.published()
    #expect(published["inner.yaml"]?.map { $0["code"] } == ["bad-value"])
    #expect(published["edit.yaml"]?.isEmpty == false)
    // Closed without being saved, it is again what the file says.
    editor.close("inner.yaml")
    published = editor.published()
    #expect(published["inner.yaml"] ?? [] == [])
    #expect(published["edit.yaml"]?.map { $0["code"] } == ["segment-beyond-source"])
  }

  /// That a text is open lets no document read it that may not read the file.
  @Test func whatLeadsOutIsNotReadFromItsWindowEither() throws {
    let editor = try Editor()
    try FileManager.default.createDirectory(
      atPath: editor.folder.path("inside"), withIntermediateDirectories: true)
    for (link, target) in [("inner.yaml", "../outer.yaml"), (".cutlist.yaml", "../loud.yaml")] {
      try FileManager.default.createSymbolicLink(
        atPath: editor.folder.path("inside/\(link)"), withDestinationPath: target)
    }
    editor.open(Self.good, "outer.yaml")
    editor.open("rules: { time-not-on-frame: off }\n", "loud.yaml")
    for clip in ["../outer.yaml", "inner.yaml", editor.folder.path("outer.yaml")] {
      editor.open(
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: \(clip), source: 0s..1s } ] }
          - { kind: video, segments: [ { clip: { color: red }, duration: 333ms } ] }

        """, "inside/edit.yaml")
      let codes = editor.published()["edit.yaml"]?.compactMap { $0["code"]?.text } ?? []
      #expect(codes.contains("path-outside-root") && codes.contains("time-not-on-frame"), "\(clip): \(codes)")
    }
  }

  @Test func requestsOutOfTurnAreRefused() throws {
    let editor = try Editor()
    func code(_ method: String, _ parameters: JSONValue = [:]) -> Int? {
      editor.request(method, parameters)["code"]?.number
    }
    #expect(code("initialize", ["capabilities": [:]]) == -32600)
    #expect(code("textDocument/moniker") == -32601)
    #expect(code("textDocument/hover") == -32602)
    #expect(
      code("textDocument/hover", ["textDocument": ["uri": "file:///none.yaml"], "position": .position(0, 0)]) == -32602)
    #expect(editor.request("shutdown", .null) == .null)
    #expect(code("textDocument/hover") == -32600)
  }

  @Test func whatIsCalledBackIsNotAnswered() throws {
    let editor = try Editor(isCancelled: { $0 != .number(1) })
    editor.open(Self.good)
    #expect(editor.ask("documentSymbol")["code"] == -32800)
    #expect(editor.ask("codeLens")["code"] == -32800)
  }

  /// What is known of a file holds as long as nobody writes it.
  @Test func aFileThatChangesIsLookedIntoAgain() throws {
    let editor = try Editor()
    func write(frames: Int) throws {
      var movie = BarcodeMovie()
      movie.frames = frames
      try movie.write(to: editor.folder.path("cat.mp4"))
    }
    try write(frames: 50)
    editor.open("timeline: 1\ntracks:\n  - { kind: video, segments: [ { clip: cat.mp4, source: 0s..3s } ] }\n")
    #expect(editor.published()["edit.yaml"]?.map { $0["code"] } == ["segment-beyond-source"])
    try write(frames: 75)
    editor.notify("workspace/didChangeWatchedFiles", ["changes": []])
    #expect(editor.published()["edit.yaml"] == [])
    try FileManager.default.removeItem(atPath: editor.folder.path("cat.mp4"))
    editor.notify("textDocument/didSave", ["textDocument": ["uri": .string(editor.uri("edit.yaml"))]])
    #expect(editor.published()["edit.yaml"]?.map { $0["code"] } == ["missing-media"])
  }
}
