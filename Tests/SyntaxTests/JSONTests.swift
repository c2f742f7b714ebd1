import Diagnostics
import Syntax
import Testing

/// What a file named `.json` may hold is what RFC 8259 says.
@Suite struct JSONTests {
  private func read(_ text: String) -> Outcome<Node?> { parse(SourceFile(name: "edit.json", text: text)) }

  @Test(arguments: [
    #"{}"#, #"[]"#, #"0"#, #""""#, #" [ 1 , 2 ] "#, "{\"a\"\n:\n1}", "\t{\t\"a\"\t:\t[\t]\t}\r\n", #"[-0, 1.5, 1e3, 1E+2, -2.5e-10]"#,
    #"[true, false, null]"#, #""\"\\\/\b\f\n\r\t\u00e4\uD83D\uDE00""#, "\"\u{7F}\u{85}\u{FFFE}\u{2028}\"",
    #"{"": {"": 1}}"#, "\u{FEFF}[1]", "{\"\(String(repeating: "k", count: 3000))\": 1}", ##"["- a", "#b", "!c", "*d"]"##,
    #"{"a": "x: y", "b": "it's"}"#,
  ]) func whatTheGrammarAllowsIsRead(text: String) {
    let found = read(text)
    #expect(found.diagnostics.isEmpty, "\(found.diagnostics)")
    #expect(found.value != nil)
  }

  @Test func textsMeanWhatTheyEscape() {
    let text = read(#"["\u00e4\uD83D\uDE00\/\t\\\"", "\u0041"]"#).value?.elements?.map { $0.scalar?.text }
    #expect(text == ["ä😀/\t\\\"", "A"])
  }

  /// The text with « and » around the place of the error, what is wrong, and what a fix makes of it.
  @Test(arguments: [
    ("[1«,»]", "a `,` before the `]`", "[1]"), ("[«,»1]", "a `,` too many", "[1]"), ("[1,«,»2]", "a `,` too many", "[1,2]"),
    ("{\"a\": 1«,»}", "a `,` before the `}`", "{\"a\": 1}"), ("[1 «2»]", "a `,` is missing", "[1, 2]"),
    ("{«a»: 1}", "the key `a` has to be in double quotes", "{\"a\": 1}"),
    ("{«'a'»: 1}", "double quotes", "{\"a\": 1}"), ("[«'it\"s'»]", "double quotes", #"["it\"s"]"#),
    ("[«8s»]", "`8s` has to be in double quotes", #"["8s"]"#), ("[«True»]", "`True` is written `true`", "[true]"),
    ("[«None»]", "is written `null`", "[null]"), ("[1] «// one»", "JSON has no comments", "[1] "),
    ("«/* two\nlines */»[1]", "JSON has no comments", "[1]"), ("«# three»\n[1]", "JSON has no comments", "\n[1]"),
    ("[«01»]", "`01` is not a number", nil), ("[«+1»]", "not a number", nil), ("[«.5»]", "not a number", nil),
    ("[«1.»]", "not a number", nil), ("[«0x10»]", "not a number", nil), ("[«NaN»]", "not a number", nil),
    ("[«-Infinity»]", "not a number", nil), ("[«1e»]", "not a number", nil), ("[«-»]", "has to be in double quotes", nil),
    ("[\"a«\t»b\"]", "a tab in a text", #"["a\tb"]"#), ("[\"«\u{1}»\"]", "`\\u0001`", #"["\u0001"]"#),
    ("[\"«\\»x\"]", "begins no escape", #"["\\x"]"#), ("[\"«\\»u12\"]", "begins no escape", #"["\\u12"]"#),
    ("[\"«\\uD800»\"]", "one half of a character", nil), ("[\"«\\uDC00»\\uD800x\"]", "one half of a character", nil),
  ] as [(String, String, String?)])
  func whatOtherDialectsAllowIsAnErrorAndReadOver(marked: String, message: String, mended: String?) throws {
    let (text, range) = unmarked(marked)
    let found = read(text)
    let first = try #require(found.diagnostics.first)
    #expect(first.id.name == "syntax-error" && first.message.contains(message), "\(first.message)")
    #expect(first.span?.range == range, "\(first)")
    #expect(found.value != nil)
    guard let mended else { return }
    let edits = first.fixIts.flatMap(\.edits)
    let source = SourceFile(name: "edit.json", text: text)
    #expect(source.applying(edits).text == mended)
    #expect(read(mended).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("«[»1, 2", "never closed"), ("{\"a\": «[»1", "never closed"), ("[1«}»", "a `]` is expected"), ("[1]«]»", "closes nothing"),
    ("{} «x»", "the document ends before this"), ("{«\"a\"» 1}", "a `:` is missing after the key `a`"),
    ("{\"a\": «}»", "a value is missing before this `}`"), ("[«\"»a\nb\"]", "not closed on its line"), ("«\"»ab", "never closed"),
    ("{«[»1]: 2}", "a key in double quotes"), ("{\"a\":«»", "the text ends where a value"),
  ]) func whatCannotBeReadOnIsToldWhereItBegins(marked: String, message: String) throws {
    let (text, range) = unmarked(marked)
    let found = read(text)
    let first = try #require(found.diagnostics.first)
    #expect(first.message.contains(message), "\(first.message)")
    #expect(first.span?.range == range, "\(first)")
    #expect(found.value == nil)
  }

  @Test func everyMistakeIsToldAtOnce() {
    let found = read("{\n  // a comment\n  timeline: 1,\n  'canvas': { \"size\": '64x64', \"rate\": 25, },\n}\n")
    #expect(found.diagnostics.count == 6, "\(found.diagnostics)")
    #expect(found.value?.entries?.map(\.key) == ["timeline", "canvas"])
  }

  @Test func bytesThatAreNoTextAreToldWhereTheyStand() {
    let source = SourceFile(name: "edit.json", bytes: Array("[\"a".utf8) + [0xE4] + Array("\"]".utf8))
    #expect(parse(source).diagnostics.map { $0.span?.range } == [3..<4])
  }

  @Test(arguments: ["[", "{\"a\":"]) func nestingIsBounded(opening: String) {
    let found = read(String(repeating: opening, count: 100_000))
    #expect(found.diagnostics.map(\.id.name) == ["limit-exceeded"])
  }

  @Test func keysThatAreWrittenTwiceAreTold() {
    #expect(read(#"{"a": 1, "a": 2}"#).diagnostics.map(\.id.name) == ["duplicate-key"])
  }

  @Test func whatIsReadIsLaidOut() {
    let source = SourceFile(name: "edit.json", text: "{\"timeline\"\n:\n1,\"canvas\":{\"size\":\"320x180\",\"rate\":2.5e1}}")
    #expect(formatted(source).value == "{ \"timeline\": 1, \"canvas\": { \"size\": \"320x180\", \"rate\": 2.5e1 } }\n")
  }

  private func unmarked(_ marked: String) -> (String, Range<Int>) {
    let before = marked.prefix { $0 != "«" }.utf8.count
    let length = marked.drop { $0 != "«" }.dropFirst().prefix { $0 != "»" }.utf8.count
    return (marked.replacing("«", with: "").replacing("»", with: ""), before..<before + length)
  }
}
