import LanguageServer
import Testing

/// Quick fixes and formatting, applied as an editor would.
@Suite struct MendingTests {
  /// The text after edits, which are of one version of it and do not overlap.
  private func applying(_ edits: [JSONValue], to text: String) -> String {
    var document = DocumentText(text)
    for edit in edits.sorted(by: { place($0) > place($1) }) {
      guard let range = edit["range"], let start = position(range["start"]), let end = position(range["end"]) else {
        continue
      }
      document.apply(
        [LSP.Change(range: LSP.Range(start: start, end: end), text: edit["newText"]?.text ?? "")], .utf16)
    }
    return String(decoding: document.bytes, as: UTF8.self)
  }

  private func position(_ value: JSONValue?) -> LSP.Position? {
    guard let line = value?["line"]?.number, let character = value?["character"]?.number else { return nil }
    return LSP.Position(line: line, character: character)
  }

  private func place(_ edit: JSONValue) -> LSP.Position {
    position(edit["range"]?["start"]) ?? LSP.Position(line: 0, character: 0)
  }

  private func edits(of action: JSONValue?) -> [JSONValue] {
    action?["edit"]?["documentChanges"]?[0]?["edits"]?.list ?? []
  }

  @Test func aFixIsOfferedWhereTheMistakeIs() throws {
    let text = SessionTests.good.replacing("kind: video", with: "kind: vidoe")
    let editor = try Editor()
    editor.open(text)
    let none = editor.ask("codeAction", range: .range(0, 0, 0, 5), with: ["context": ["diagnostics": []]])
    #expect(none == [])
    let actions = editor.ask("codeAction", range: .range(4, 12, 4, 12), with: ["context": ["diagnostics": []]]).list
    #expect(actions.map { $0["title"] } == ["write `video`"])
    #expect(actions.first?["kind"] == "quickfix")
    #expect(actions.first?["diagnostics"]?[0]?["code"] == "bad-value")
    #expect(actions.first?["edit"]?["documentChanges"]?[0]?["textDocument"]?["version"] == 1)
    #expect(applying(edits(of: actions.first), to: text) == SessionTests.good)
  }

  @Test func allSafeFixesAreOneAction() throws {
    let text = SessionTests.good.replacing("timeline: 1\n", with: "timeline: 1\nduration: 0s...5s\n")
      .replacing("duration: 0s...5s\n", with: "duration: 5s\nduration: 5s\n").replacing("rate: 25", with: "rate: 29.97")
    let editor = try Editor()
    editor.open(text)
    let only: [String: JSONValue] = ["context": ["diagnostics": [], "only": ["source.fixAll"]]]
    let actions = editor.ask("codeAction", range: .range(0, 0, 9, 0), with: only).list
    #expect(actions.map { $0["title"] } == ["make all 2 safe fixes"])
    let all: [String: JSONValue] = ["context": ["diagnostics": [], "only": [""]]]
    #expect(editor.ask("codeAction", range: .range(0, 0, 9, 0), with: all).list.count > 1)
    let fixed = applying(edits(of: actions.first), to: text)
    #expect(
      fixed
        == SessionTests.good.replacing("timeline: 1\n", with: "timeline: 1\nduration: 5s\n")
        .replacing("rate: 25", with: "rate: 30000/1001"))
  }

  @Test func layingOutTouchesOnlyWhatChanges() throws {
    let text = SessionTests.good.replacing("kind: video", with: "kind:   video") + "# the end\n"
    let editor = try Editor()
    editor.open(text)
    let edits = editor.ask("formatting", with: ["options": ["tabSize": 2, "insertSpaces": true]]).list
    #expect(edits.count == 1)
    #expect(edits.first?["range"] == .range(4, 0, 5, 0))
    #expect(applying(edits, to: text) == SessionTests.good + "# the end\n")
    editor.change([["text": .string(applying(edits, to: text))]])
    #expect(editor.ask("formatting") == [])
    editor.change([["text": "timeline: [\n"]])
    #expect(editor.ask("formatting") == [])
  }
}
