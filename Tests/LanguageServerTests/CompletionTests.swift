import Foundation
import LanguageServer
import TestSupport
import Testing

/// What may stand at the cursor, in documents that are whole and in such as are being written.
@Suite struct CompletionTests {
  private func items(_ marked: String, in editor: Editor) -> [JSONValue] {
    let marked = Marked(marked)
    editor.open(marked.text)
    return editor.ask("completion", at: marked.position)["items"]?.list ?? []
  }

  private func labels(_ marked: String) throws -> [String] {
    items(marked, in: try Editor()).compactMap { $0["label"]?.text }
  }

  private func inSegments(_ written: String, after: String = "") -> String {
    """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    assets: { sky: { color: blue }, earth: { color: green } }
    styles: { big: { size: 20% } }
    tracks:
      - id: main
        kind: video
        segments:
          - { id: opening, clip: sky, duration: 2s }
    \(written)
    \(after)
    """
  }

  @Test(arguments: [
    "      - { ‸ }", "      - { ‸", "      - clip: sky\n        ‸", "      - ‸", "      - { clip: sky, ‸",
  ])
  func keysOfASegment(written: String) throws {
    let found = try labels(inSegments(written, after: "titles: []\n"))
    #expect(found.contains("source") && found.contains("transition"), "\(found)")
    #expect(found.contains("clip") == !written.contains("clip"), "\(found)")
    #expect(!found.contains("tracks"))
  }

  @Test func whatDocumentsMayNotUseIsNotOffered() throws {
    let encoder = try labels("timeline: 1\nexport: { video: { codec: h264, options: { ‸ } } }")
    #expect(encoder.contains("preset") && !encoder.contains("stats") && !encoder.contains("passlogfile"))
    let filter = try labels(
      inSegments("      - { clip: sky, effects: [ { filter: { name: curves, options: { ‸ } } } ] }"))
    #expect(filter.contains("preset") && !filter.contains("plot") && !filter.contains("psfile"))
  }

  @Test func keysOfTheDocument() throws {
    let found = try labels("timeline: 1\n‸\ntracks: []\n")
    #expect(found.contains("canvas") && found.contains("titles"))
    #expect(!found.contains("timeline") && !found.contains("tracks"))
    // What has to be there comes first.
    #expect(try labels("‸").first == "timeline")
    #expect(try labels("timeline: 1\ntr‸").first == "tracks")
  }

  @Test(arguments: [
    ("      - { clip: ‸", ["sky", "earth"]), ("      - { clip: s‸, duration: 2s }", ["sky"]),
    ("      - { clip: sky, fit: ‸ }", ["contain", "cover", "stretch", "none"]),
    ("      - { clip: sky, reverse: ‸ }", ["true", "false"]),
    ("      - { clip: sky, at: ‸ }", ["opening.end", "main.start", "end"]),
    ("      - { clip: sky, source: opening.start..‸ }", ["opening.end"]),
    ("      - { clip: sky, transition: { ‸ } }", ["dissolve", "use"]),
    ("      - { clip: sky, transition: ‸ }", ["dissolve", "push"]),
    ("      - { clip: sky, effects: [ { filter: { name: ‸ } } ] }", ["hue", "hflip"]),
    ("      - { clip: sky, effects: [ { filter: { name: hue, options: { ‸ } } } ] }", ["s", "h"]),
    ("titles:\n  - { text: a, style: ‸ }", ["big"]), ("titles:\n  - text: a\n    behind: ‸", ["main"]),
    ("titles:\n  - { text: a, style: { font: ‸ } }", ["DejaVu Sans"]), ("export: ‸", ["h264", "prores"]),
    ("export: { video: { codec: ‸ } }", ["hevc"]),
    ("export: { video: { codec: h264, options: { ‸ } } }", ["preset", "tune"]), ("allow: [ ‸ ]", ["unused-asset"]),
    ("export:\n  ‸", ["preset", "video"]),
  ])
  func valuesAndKeys(written: String, expected: [String]) throws {
    let found = try labels(inSegments(written))
    for label in expected { #expect(found.contains(label), "\(label) is not among \(found)") }
  }

  @Test func aProposalTakesThePlaceOfWhatIsTyped() throws {
    let editor = try Editor()
    let key = try #require(items(inSegments("      - { cl‸ip: sky }"), in: editor).first { $0["label"] == "clip" })
    // There is a colon already.
    #expect(key["textEdit"] == ["range": .range(9, 10, 9, 14), "newText": "clip"])
    let name = try #require(items(inSegments("      - { clip: e‸ }"), in: editor).first { $0["label"] == "earth" })
    #expect(name["textEdit"] == ["range": .range(9, 16, 9, 17), "newText": "earth"])
    let new = try #require(
      items(inSegments("      - { clip: e, du‸ }"), in: editor).first { $0["label"] == "duration" })
    #expect(new["textEdit"] == ["range": .range(9, 19, 9, 21), "newText": "duration: "])
    #expect(new["documentation"]?["value"]?.text?.isEmpty == false)
  }

  /// What would not be read as it is meant is written in quotes, or not offered.
  @Test(arguments: [
    ("{ color: ‸ }", "#203040", "\"#203040\""), ("{ color: ‸ }", "aqua", "aqua"),
    ("{ color: \"‸\" }", "#203040", "#203040"),
    ("{ color: '‸' }", "#203040", "#203040"), ("{ color: blue ‸}", "#203040", nil), ("{ color: blue ‸}", "aqua", nil),
    ("{ ‸ }", "color", "color: "), ("{ \"‸\" }", "color", "color"),
  ])
  func proposalsHaveTheQuotesThatTheyNeed(written: String, label: String, text: String?) throws {
    let found = items("timeline: 1\nassets: { sky: \(written) }\n", in: try Editor())
    let item = found.first { $0["label"]?.text == label }
    #expect(item?["textEdit"]?["newText"]?.text == text)
  }

  @Test(arguments: [
    ("{ \"assets\": { \"sky\": { ‸ } } }", "color", "\"color\": "),
    ("{ \"assets\": { \"sky\": { \"co‸\": 1 } } }", "color", "color"),
    ("{ \"assets\": { \"sky\": { \"color\": ‸ } } }", "aqua", "\"aqua\""),
    ("{ \"styles\": { \"big\": { \"bold\": ‸ } } }", "true", "true"),
  ])
  func proposalsOfJSONAreJSON(written: String, label: String, text: String) throws {
    let marked = Marked(written.replacing("{ \"", with: "{ \"timeline\": 1, \"", maxReplacements: 1))
    let editor = try Editor()
    editor.open(marked.text, "edit.json", language: "json")
    let found = editor.ask("completion", "edit.json", at: marked.position)["items"]?.list ?? []
    let item = found.first { $0["label"]?.text == label }
    #expect(item?["textEdit"]?["newText"]?.text == text, "\(found.compactMap { $0["label"]?.text }.prefix(5))")
  }

  @Test func pathsAreThoseOfTheFolder() throws {
    let editor = try Editor()
    try FileManager.default.createDirectory(atPath: editor.folder.path("media"), withIntermediateDirectories: true)
    for name in ["media/cat.mov", "media/åland.mp4"] {
      try Data().write(to: URL(fileURLWithPath: editor.folder.path(name)))
    }
    func labels(_ written: String) -> [String] {
      items(inSegments(written), in: editor).compactMap { $0["label"]?.text }
    }
    #expect(labels("      - { clip: ‸ }").contains("media/"))
    #expect(labels("      - { clip: media/‸ }").contains("media/cat.mov"))
    #expect(labels("      - { clip: { file: media/å‸ } }").contains("media/åland.mp4"))
  }

  /// Names have spaces, and addresses of documents write them otherwise.
  @Test func pathsMayHaveSpaces() throws {
    let editor = try Editor()
    let name = "my edits/edit.yaml"
    try FileManager.default.createDirectory(
      atPath: editor.folder.path("my edits/more clips"), withIntermediateDirectories: true)
    for name in ["edit.yaml", "more clips/a cat.mov"] {
      try Data().write(to: URL(fileURLWithPath: editor.folder.path("my edits/\(name)")))
    }
    func items(_ written: String) -> [JSONValue] {
      let marked = Marked("timeline: 1\ntracks:\n  - kind: video\n    segments:\n      - { clip: \(written) }\n")
      editor.open(marked.text, name)
      return editor.ask("completion", name, at: marked.position)["items"]?.list ?? []
    }
    let all = items("‸").compactMap { $0["label"]?.text }
    #expect(all.contains("more clips/") && !all.contains("edit.yaml"))
    for (written, column) in [("more clips/a ca‸", 16), ("'more clips/‸'", 17), ("more cl‸", 16)] {
      let label = written.hasPrefix("more cl‸") ? "more clips/" : "more clips/a cat.mov"
      let item = try #require(items(written).first { $0["label"]?.text == label }, "\(written)")
      let end = column + written.filter { !"'‸".contains($0) }.count
      #expect(item["textEdit"] == ["range": .range(4, column, 4, end), "newText": .string(label)], "\(written)")
    }
  }

  /// Every key of the language is proposed where it may stand: the list is the grammar's.
  @Test func settingsHaveTheirOwnKeys() throws {
    let editor = try Editor()
    let marked = Marked("rules: { ‸ }\n")
    editor.open(marked.text, ".cutlist.yaml")
    let found = editor.ask("completion", ".cutlist.yaml", at: marked.position)["items"]?.list ?? []
    #expect(found.contains { $0["label"] == "unused-asset" })
  }
}
