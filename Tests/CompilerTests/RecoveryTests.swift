import Diagnostics
import Syntax
import Testing

/// Texts that are being written are read as far as they go.
@Suite struct RecoveryTests {
  /// A tree in one line: what is read, without its places.
  private func read(_ text: String) -> String? {
    LenientReading(SourceFile(name: "edit.yaml", text: text)).tree.map(Self.words)
  }

  private static func words(_ node: Node) -> String {
    switch node.content {
    case .scalar(let scalar): node.isNull ? "~" : scalar.text
    case .sequence(let elements): "[" + elements.map(words).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key): \(words($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  @Test(arguments: [
    ("a: [1, 2\nb: 3\n", "{a: [1, 2], b: 3}"),
    ("a: { b: [1, \nc: 3\n", "{a: {b: [1]}, c: 3}"),
    ("a: { b: c # as yet\nd: 3\n", "{a: {b: c}, d: 3}"),
    ("a: 1\nb\nc: 3\n", "{a: 1, b: ~, c: 3}"),
    ("a: \"b\nc: 3\n", "{a: b, c: 3}"),
    ("- a: 1\n  b\n- c: 2\n", "[{a: 1, b: ~}, {c: 2}]"),
    ("a: 1\n\tb: 2\nc: 3\n", "{a: 1, c: 3}"),
    ("a: @b\nc: 3\n", "{c: 3}"),
    ("{ \"a\": 1, \"b\": [ 2, \n", "{a: 1, b: [2]}"),
    ("a: b: c\nd: 1\n", "{d: 1}"),
  ])
  func whatIsUnfinishedIsGuessed(text: String, tree: String) {
    #expect(parse(SourceFile(name: "edit.yaml", text: text)).value == nil)
    #expect(read(text) == tree)
  }

  @Test func whatCanBeReadIsReadAsItIs() {
    let text = "a: { b: [1, 2] } # c\n"
    let source = SourceFile(name: "edit.yaml", text: text)
    #expect(LenientReading(source).tree == parse(source).value)
  }

  /// Every place is one of the text, though other text was read.
  @Test func placesAreThoseOfTheText() throws {
    let source = SourceFile(name: "edit.yaml", text: "å: { b: [1, \nb: \"x\nc: 3\n")
    let root = try #require(LenientReading(source).tree)
    let entries = try #require(root.entries)
    #expect(entries.map(\.key) == ["å", "b", "c"])
    for entry in entries { #expect(source.text(of: entry.keySpan) == entry.key) }
    #expect(source.text(of: entries[2].value.span) == "3")
    #expect(source.text(of: entries[0].value.span) == "{ b: [1,")
  }

  @Test func noTextTakesItAllDown() {
    for text in ["", "\n", "%", "{", "]", "\u{0}", "a: |", "? ", "&", "*a", "- - -", ": :", "\u{FEFF}[", "'"] {
      let source = SourceFile(name: "edit.yaml", text: text)
      let end = source.bytes.count
      #expect(LenientReading(source).tree.map { $0.span.end <= end } ?? true, "\(text)")
    }
  }
}
