import Foundation
import LanguageServer
import TestSupport
import Testing

/// However a document came to be what it is, the server knows of it what it would know had it just been opened.
///
/// One server takes random edits and requests; another has every text opened anew, and all that can be asked has to be
/// the same. `CUTLIST_LSP_EDITS` says how many edits there are, `CUTLIST_LSP_SEED` which; `CUTLIST_LSP_PROGRAM` names
/// another build of the program.
@Suite struct RandomEditTests {
  private static func setting(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
  private static let count = setting("CUTLIST_LSP_EDITS") ?? 60
  private static let seed = UInt64(setting("CUTLIST_LSP_SEED") ?? 1)

  @Test func everyStateIsThatOfAFreshReading() throws {
    let folder = try TemporaryFolder()
    try Self.inner.write(toFile: folder.path("inner.yaml"), atomically: true, encoding: .utf8)
    let edited = try Desk(in: folder, "edited.yaml")
    var fresh = try Desk(in: folder, "fresh.yaml")
    var typist = Typist(seed: Self.seed)
    edited.open(typist.text)
    for step in 1...Self.count {
      let before = typist.text
      edited.change(typist.edit())
      edited.pester(&typist)
      if step % 200 == 0 { fresh = try Desk(in: folder, "fresh.yaml") }
      fresh.open(typist.text)
      let place = typist.place()
      let (known, expected) = (try edited.state(at: place), try fresh.state(at: place))
      fresh.close()
      for (question, answer) in expected where known[question] != answer {
        Issue.record(
          """
          \(question) differs after edit \(step) of seed \(Self.seed), at \(place)
          before: \(before.debugDescription)
          after: \(typist.text.debugDescription)
          edited: \(String(describing: known[question]))
          fresh: \(answer)
          """)
        return
      }
    }
    #expect(try edited.quit() == 0)
    #expect(try fresh.quit() == 0)
  }

  private static let inner =
    "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]\n"
}

/// A server with one document on it.
private final class Desk {
  private let client: LanguageClient
  private let name: String
  private let uri: String
  private var version = 0

  init(in folder: TemporaryFolder, _ name: String) throws {
    client = try LanguageClient(in: folder)
    self.name = name
    uri = "file://" + folder.path(name)
  }

  func quit() throws -> Int32 { try client.quit() }

  func open(_ text: String) {
    version += 1
    client.notify(
      "textDocument/didOpen",
      .object([
        "textDocument": .object([
          "uri": .string(uri), "languageId": .string("cutlist"), "version": .integer(version), "text": .string(text),
        ])
      ]))
  }

  func close() { client.notify("textDocument/didClose", .object(["textDocument": .object(["uri": .string(uri)])])) }

  func change(_ changes: [JSONValue]) {
    version += 1
    client.notify(
      "textDocument/didChange",
      .object([
        "textDocument": .object(["uri": .string(uri), "version": .integer(version)]),
        "contentChanges": .array(changes),
      ]))
  }

  private static let whole = ["documentSymbol", "foldingRange", "semanticTokens/full", "formatting"]
  private static let places = [
    "hover", "completion", "definition", "references", "documentHighlight", "prepareRename", "rename",
  ]

  private func parameters(at place: JSONValue) -> JSONValue {
    .object([
      "textDocument": .object(["uri": .string(uri)]), "position": place, "newName": .string("another"),
      "context": .object(["includeDeclaration": .bool(true), "diagnostics": .array([])]),
      "range": .object([
        "start": .object(["line": .integer(0), "character": .integer(0)]), "end": place,
      ]),
      "options": .object(["tabSize": .integer(2), "insertSpaces": .bool(true)]),
    ])
  }

  /// Requests that nobody waits for, some of which are taken back at once.
  func pester(_ typist: inout Typist) {
    for _ in 0..<Int.random(in: 0...2, using: &typist.generator) {
      let method = (Self.whole + Self.places + ["codeAction", "inlayHint", "codeLens", "nonsense"])
        .randomElement(using: &typist.generator)!
      let number = client.ask("textDocument/\(method)", parameters(at: typist.place()))
      if Bool.random(using: &typist.generator) { client.cancel(number) }
    }
  }

  /// All that the server knows of the document, with its name and version left out.
  func state(at place: JSONValue) throws -> [String: String] {
    client.forgetNotices()
    var state: [String: String] = [:]
    let asked = (Self.whole + Self.places + ["codeAction", "inlayHint"]).map { method in
      (method, client.ask("textDocument/\(method)", parameters(at: place)))
    }
    for (method, number) in asked { state[method] = text(try client.answer(to: number)) }
    state["diagnostics"] = text(try client.diagnostics(uri, version: version))
    return state
  }

  private func text(_ value: JSONValue) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON can always be encoded.
    return String(decoding: try! encoder.encode(value), as: UTF8.self).replacing(name, with: "edit.yaml")
      .replacing("\"version\":\(version)", with: "")
  }
}

/// Someone who writes at random, and knows the text by changing it in their own way: as UTF-16.
private struct Typist {
  var generator: Generator
  private var units: [UInt16]

  struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  init(seed: UInt64) {
    generator = Generator(state: seed)
    units = Array(Typist.good.utf16)
  }

  var text: String { String(decoding: units, as: UTF16.self) }

  private static let good = """
    timeline: 1
    canvas: { size: 64x64, rate: 25, background: "#203040" }
    parameters: { who: Anna Å, long: { type: time, default: 2s } }
    assets:
      sky: { color: blue }
      inner: { timeline: inner.yaml }
      gone: gone.mov # 👩‍🚀 is not there
    tracks:
      - id: main
        kind: video
        segments:
          - { id: first, clip: sky, duration: "${long}" }
          - clip: inner
            source: 1s..3s
            transition: { dissolve: 10f }
            opacity: { from: 1, to: 0.25, over: 0s..1s, ease: in-out }
          - { gap: 1s }
          - { clip: { color: red }, duration: 3s, rotate: { keys: { 0s: 0, end: 90 } } }
      - { id: over, kind: video, segments: [ { clip: sky, at: first.end + 1s, duration: 1s } ] }
    styles: { big: { size: 20%, font: DejaVu Sans } }
    titles:
      - { text: "by ${who} 👩‍🚀", over: first.start..main.end, style: big }
    chapters: [ { at: 0s, title: 映画 } ]
    export: { preset: h264, video: { crf: 20 } }

    """

  private static let words = [
    "a", "1", "2s", " ", "  ", "\n", "\n  ", "\r\n", "\r", "- ", ": ", "{ ", " }", "[", "]", ", ", "\"", "'", "#",
    " # ",
    "Å", "👩‍🚀", "𝄞", "é", "&a ", "*a", "!!int ", "|\n", "> ", "\t", "${who}", "${", "}", "clip: sky", "duration: 2s",
    "at: first.end", "source: 0s..1s", "- { gap: 1s }\n", "kind: audio", "id: main", "nothing: 1", "..", ".start",
    "sky",
    "first", "titles:\n", "%", "@", "`", "---\n", "\u{FEFF}", "\u{0}", "null", "~", "<<: ", "? ",
  ]

  /// One or several changes, each seen from what the one before has made.
  mutating func edit() -> [JSONValue] {
    if Int.random(in: 0..<12, using: &generator) == 0 {
      units = Array(Typist.good.utf16)
      return [.object(["text": .string(text)])]
    }
    return (0..<Int.random(in: 1...3, using: &generator)).map { _ in change() }
  }

  private mutating func change() -> JSONValue {
    let start = boundary()
    var end = start
    if Bool.random(using: &generator) {
      end = min(units.count, start + Int.random(in: 0...12, using: &generator))
      while !isBoundary(end) { end += 1 }
    }
    let word = Bool.random(using: &generator) && end > start ? "" : Typist.words.randomElement(using: &generator)!
    let range = JSONValue.object(["start": position(of: start), "end": position(of: end)])
    units.replaceSubrange(start..<end, with: word.utf16)
    return .object(["range": range, "text": .string(word)])
  }

  /// A place in the text, or now and then one beyond a line's or the text's end.
  mutating func place() -> JSONValue {
    let position = position(of: boundary())
    guard Int.random(in: 0..<10, using: &generator) == 0, case .object(let fields) = position,
      case .integer(let line)? = fields["line"]
    else { return position }
    return .object(["line": .integer(line + Int.random(in: 0...40, using: &generator)), "character": .integer(999)])
  }

  private mutating func boundary() -> Int {
    var offset = Int.random(in: 0...units.count, using: &generator)
    while !isBoundary(offset) { offset -= 1 }
    return offset
  }

  /// Neither within a pair nor between the two halves of a line's end.
  private func isBoundary(_ offset: Int) -> Bool {
    guard offset > 0, offset < units.count else { return true }
    return !UTF16.isTrailSurrogate(units[offset]) && !(units[offset - 1] == 13 && units[offset] == 10)
  }

  private func position(of offset: Int) -> JSONValue {
    var (line, start) = (0, 0)
    for index in 0..<offset where units[index] == 10 || units[index] == 13 {
      if units[index] == 13, index + 1 < units.count, units[index + 1] == 10 { continue }
      (line, start) = (line + 1, index + 1)
    }
    return .object(["line": .integer(line), "character": .integer(offset - start)])
  }
}
