import Diagnostics
import Syntax
import Testing

/// Keys that are written twice are found, however long the mapping is.
@Suite struct RepeatedKeyTests {
  @Test(arguments: [2, 15, 16, 17, 18, 40]) func everyRepeatedKeyIsReported(count: Int) throws {
    let keys = (0..<count).map { "k\($0)" }
    let text = (keys + keys.reversed()).map { "\($0): 1\n" }.joined()
    let source = SourceFile(name: "edit.yaml", text: text)
    let parsed = parse(source)
    #expect(parsed.value?.entries?.map(\.key) == keys)
    let found = parsed.diagnostics.compactMap { $0.span.map(source.text(of:)) }
    #expect(found == keys.reversed())
    let firsts = parsed.diagnostics.compactMap { $0.notes.first?.span?.start }
    #expect(firsts == keys.reversed().map { key in parsed.value!.entries!.first { $0.key == key }!.keySpan.start })
  }
}
