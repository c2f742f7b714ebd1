import Diagnostics
import Syntax
import Testing

/// Tests of the search for nodes that an edit changes without touching them.
struct UntouchedNodesTests {
  /// A text, the part of it that an edit replaces, and what with.
  struct Case: CustomStringConvertible {
    let text: String
    let replaced: String
    let replacement: String
    var description: String { "\(text): \(replaced) → \(replacement)" }

    init(_ text: String, _ replaced: String, _ replacement: String) {
      (self.text, self.replaced, self.replacement) = (text, replaced, replacement)
    }

    func isKept() throws -> Bool {
      let source = SourceFile(id: FileID(0), name: "a.yaml", bytes: Array(text.utf8))
      let place = try #require(text.utf8.firstRange(of: replaced.utf8))
      let start = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
      let edit = TextEdit(
        span: SourceSpan(file: FileID(0), start..<start + replaced.utf8.count), replacement: replacement)
      let (before, after) = (try #require(parse(source).value), try #require(parse(source.applying([edit])).value))
      return UntouchedNodes(source, besides: [edit]).areKept(before, in: after)
    }
  }

  @Test(arguments: [
    Case("a: 1\nb: 2\n", "1", "3"),
    Case("a: 1\nb: 2\n", "a", "c"),
    Case("{ a: 1, b: 2 }", ", b: 2", ""),
    Case("{ a: 1, b: 2 }", " }", ", c: [ 3 ] }"),
    Case("[ 1, 2, 3 ]", "1, ", ""),
    Case("[ 1, 2, 3 ]", "2", "2, 4"),
    Case("[ { a: 1 }, { b: 2 } ]", "{ a: 1 }, { b: 2 }", "{ b: 2 }, { a: 1 }"),
    Case("a: &x [ 1, 2 ]\nb: *x\n", "1", "3"),
    Case("a: &x 1\nb: *x\n", "1", "3"),
    Case("a: 1 # note\nb: 2\n", " # note", ""),
    Case("a: 1\na: 2\nb: 3\n", "a: 2\n", ""),
  ])
  func anEditLeavesTheRest(_ one: Case) throws { #expect(try one.isKept()) }

  @Test(arguments: [
    // Without its comma a number is part of the next.
    Case("[ 1, 2, 3 ]", "1,", "1"),
    // Less indentation ends the list that stands above.
    Case("a:\n  - 1\n  - b: 2\n    c: 3\n", "b: 2\n    ", "b: 2\nd: 4\n"),
    // More of it makes a key a line of the text above.
    Case("a: |\n  x\nb: 1\n", "x\n", "x\n  "),
  ])
  func anEditThatChangesMoreIsTold(_ one: Case) throws { #expect(try !one.isKept()) }
}
