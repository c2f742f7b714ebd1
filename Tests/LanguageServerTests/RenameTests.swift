import Foundation
import LanguageServer
import TestSupport
import Testing

/// A rename changes one name and nothing else of a document, or is refused.
@Suite struct RenameTests {
  private struct Renamed {
    let text: String
    /// The ids of what is wrong before and after.
    let before: [String]
    let after: [String]
  }

  /// Renames what follows the first `mark`, and returns the document, or the message of the refusal.
  private func rename(
    _ text: String, at mark: String, to name: String, file: String = "edit.yaml"
  ) throws -> (Renamed?, message: String?) {
    let editor = try Editor()
    editor.open(text, file)
    func problems() -> [String] { (editor.published()[file] ?? []).compactMap { $0["code"]?.text }.sorted() }
    let before = problems()
    let start = try #require(text.range(of: mark)?.upperBound)
    let lines = text[..<start].split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let position = JSONValue.position(lines.count - 1, lines.last!.utf16.count)
    let edit = editor.ask("rename", file, at: position, with: ["newName": .string(name)])
    guard let edits = edit["documentChanges"]?[0]?["edits"]?.list else { return (nil, edit["message"]?.text) }
    var document = DocumentText(text)
    // Edits that overlap are applied by no editor, or wrongly.
    var end: [Int] = [0, 0]
    for edit in edits {
      func place(_ key: String) -> [Int] { ["line", "character"].map { edit["range"]?[key]?[$0]?.number ?? 0 } }
      #expect(!place("start").lexicographicallyPrecedes(end))
      end = place("end")
    }
    for edit in edits.reversed() { document.apply([try JSONValue.change(edit)], .utf16) }
    let renamed = String(decoding: document.bytes, as: UTF8.self)
    editor.change([["text": .string(renamed)]], in: file)
    return (Renamed(text: renamed, before: before, after: problems()), nil)
  }

  private func expect(
    _ text: String, at mark: String, to name: String, gives written: String, file: String = "edit.yaml"
  ) throws {
    let (renamed, message) = try rename(text, at: mark, to: name, file: file)
    let result = try #require(renamed, "\(message ?? "")")
    #expect(result.text.contains(written), "\(result.text)")
    #expect(result.before == [] && result.after == [], "\(result.text)")
  }

  private static func titled(_ title: String, parameter: String = "p") -> String {
    """
    timeline: 1
    canvas: { size: 64x48, rate: 10 }
    parameters: { \(parameter): Anna }
    tracks:
      - { id: main, kind: video, segments: [ { clip: { color: blue }, duration: 4s } ] }
    titles:
      - text: \(title)
        over: 0s..1s

    """
  }

  @Test(arguments: [
    (#""\x41${p}""#, #""\x41${who}""#), (#""a\n${p} \u00e5""#, #""a\n${who} \u00e5""#),
    ("'it''s ${p}'", "'it''s ${who}'"),
    (#""a ${\x70}""#, #""a ${who}""#), ("|\n      a ${p}\n      b", "|\n      a ${who}\n      b"),
    ("> # folded\n      a\n      ${p}\n\n      ${p}b", "> # folded\n      a\n      ${who}\n\n      ${who}b"),
    ("a\n      b ${p}\n      c", "a\n      b ${who}\n      c"), ("\"a ${p}\\\n      b\"", "\"a ${who}\\\n      b\""),
    ("'a\n      ${p} b'", "'a\n      ${who} b'"), ("$${p} ${p}", "$${p} ${who}"),
  ])
  func parametersAreFoundInEveryStyle(title: String, written: String) throws {
    try expect(Self.titled(title), at: "parameters: { ", to: "who", gives: "text: \(written)\n")
  }

  @Test func lineBreaksStayAsTheyAre() throws {
    let text = Self.titled("|\n      a ${p}\n      ${p} b").replacing("\n", with: "\r\n")
    try expect(text, at: "parameters: { ", to: "who", gives: "text: |\r\n      a ${who}\r\n      ${who} b\r\n")
  }

  /// A text of many lines with many names is no more work than its length.
  @Test func longTextsAreQuick() throws {
    let lines = String(repeating: "      ${p} and \"${p}\"\n", count: 5_000)
    let edited = try rename(Self.titled("|\n" + lines), at: "parameters: { ", to: "who")
    #expect(edited.0?.text.matches(of: #/\$\{who\}/#).count == 10_000)
  }

  @Test func parametersAreFoundInJSON() throws {
    let text = """
      { "timeline": 1, "canvas": { "size": "64x48", "rate": 10 }, "parameters": { "p": "Anna" },
        "tracks": [ { "kind": "video", "segments": [ { "clip": { "color": "blue" }, "duration": "4s" } ] } ],
        "titles": [ { "text": "a\\n${p}\\ud83d\\ude00${p}", "over": "0s..1s" } ] }

      """
    try expect(
      text, at: "parameters\": { \"", to: #"a"\b"#, gives: #""a\n${a\"\\b}\ud83d\ude00${a\"\\b}""#, file: "edit.json")
  }

  @Test func parametersAreFoundInKeys() throws {
    let text = Self.titled("x").replacing(
      "duration: 4s", with: "duration: 4s, opacity: { keys: { 0s: 1, \"${p}\": 0.5 } }"
    )
    .replacing("Anna", with: "2s")
    try expect(text, at: "parameters: { ", to: "when", gives: #"{ 0s: 1, "${when}": 0.5 }"#)
  }

  @Test(arguments: [
    ("\"${p}\"", #"a"b"#, #""${a\"b}""#), ("\"${p}\"", #"a\b"#, #""${a\\b}""#), ("'${p}'", "a'b", "'${a''b}'"),
    ("'${p}'", #"a\b"#, #"'${a\b}'"#), ("by ${p}", "a: b", #""by ${a: b}""#), ("by ${p}", "a #b", #""by ${a #b}""#),
    ("'${p}'", "a\u{7}b", #""${a\u0007b}""#), ("by\n      ${p}\n      x", "a: b", #""by ${a: b} x""#),
  ])
  func namesAreSpelledAsTheirQuotesNeed(title: String, name: String, written: String) throws {
    try expect(Self.titled(title), at: "parameters: { ", to: name, gives: "text: \(written)\n")
  }

  @Test(arguments: [
    ("main.start..\n      main.end", "film.start..\n      film.end"),
    (#""main.start..\x6dain.end""#, #""film.start..film.end""#),
    ("'main.start..\n      main.end'", "'film.start..\n      film.end'"),
    (">-\n      main.start..\n      main.end", ">-\n      film.start..\n      film.end"),
  ])
  func timesAreFoundInEveryStyle(over: String, written: String) throws {
    let text = Self.titled("x ${p}").replacing("over: 0s..1s", with: "over: \(over)")
    try expect(text, at: "id: ", to: "film", gives: "over: \(written)\n")
  }

  /// An alias follows its anchor if that is renamed, and is written out if it is not, or means something else.
  @Test func aliasesAreFollowedOrWrittenOut() throws {
    let title = Self.titled("x ${p}")
    try expect(
      title.replacing("- text: x ${p}", with: "- text: &n main ${p}\n    id: &m main-title\n    behind: main"),
      at: "id: ",
      to: "film", gives: "&n main ${p}\n    id: &m main-title\n    behind: film")
    let plain = title.replacing("Anna", with: "{ default: Anna }").replacing("text: x ${p}", with: "text: &n main")
    let used = plain.replacing("over: 0s..1s", with: "over: 0s..1s\n    behind: *n\n  - { text: '${p}', over: 1s..2s }")
    try expect(used, at: "id: ", to: "film", gives: "text: &n main\n    over: 0s..1s\n    behind: film\n")
    let anchored = used.replacing("id: main", with: "id: &n main").replacing("text: &n main", with: "text: *n")
    try expect(anchored, at: "id: &n ", to: "film", gives: "text: main\n    over: 0s..1s\n    behind: *n\n")
    #expect(try rename(anchored, at: "id: &n ", to: "film").0?.text.contains("id: &n film,") == true)
  }

  @Test func whatIsBehindAnAliasTwiceIsRenamedOnce() throws {
    let text = """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      assets: { blue sky: { color: blue } }
      x-segment: &s { clip: blue sky, duration: 1s }
      tracks: [ { kind: video, segments: [ *s, *s, { clip: blue sky, duration: 1s } ] } ]

      """
    try expect(text, at: "assets: { ", to: "longer than that", gives: "{ clip: longer than that, duration: 1s }")
  }

  @Test func whatWouldPlaySomethingElseIsRefused() throws {
    let paths = """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      assets: { u: a.mp4 }
      tracks: [ { kind: video, segments: [ { clip: u }, { clip: b.mp4 } ] } ]

      """
    #expect(
      try rename(paths, at: "assets: { ", to: "b.mp4").message?.contains("`b.mp4` is the path of a clip already")
        == true)
    let unknown = Self.titled("x").replacing("0s..1s", with: "0s..other.end")
    #expect(try rename(unknown, at: "id: ", to: "other").message?.contains("`other` is meant somewhere") == true)
    let given = Self.titled("x").replacing("Anna", with: "main").replacing(
      "0s..1s", with: "0s..1s\n    behind: \"${p}\"")
    let refused = try rename(given, at: "id: ", to: "film")
    #expect(refused.message?.hasPrefix("`main` cannot be called `film` here: ") == true, "\(refused)")
    #expect(try rename(paths, at: "assets: { ", to: "u").0?.text == paths)
    let shared = """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      assets: { u: { color: blue } }
      metadata: &m { clip: u, duration: 1s }
      tracks: [ { kind: video, segments: [ *m ] } ]

      """
    #expect(try rename(shared, at: "assets: { ", to: "v").message?.contains("something else as well") == true)
    let block = Self.titled("|\n      a ${p}")
    let control = try rename(block, at: "parameters: { ", to: "a\u{7}b")
    #expect(control.message?.contains("cannot be written into the text on line 7") == true, "\(control)")
  }

  @Test func whatAParameterDecidesIsNoNameToChange() throws {
    let text = Self.titled("x").replacing("Anna", with: "main").replacing("id: main", with: "id: \"${p}-1\"")
    #expect(try rename(text, at: "id: \"${p}-", to: "film").message == "there is no name here that the document gives")
  }

  /// A track without a name has one that the document gives nowhere.
  @Test func namesOfTracksWithoutOneAreKept() throws {
    let text = """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      tracks:
        - { kind: video, segments: [ { clip: { color: blue }, duration: 1s } ] }
        - { id: main, kind: video, segments: [ { clip: { color: red }, duration: 1s } ] }

      """
    for name in ["video", "video1", "video-1", "v1", "V1", "track-1", "video 1"] {
      let (renamed, message) = try rename(text, at: "id: ", to: name)
      #expect(renamed.map { $0.before == $0.after } ?? (message != nil), "\(name)")
    }
  }
}
