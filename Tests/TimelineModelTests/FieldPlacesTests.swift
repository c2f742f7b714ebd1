import Diagnostics
import Testing
import TimelineModel

@Suite struct FieldPlacesTests {
  private func span(_ start: Int) -> SourceSpan { SourceSpan(file: FileID(0), start..<start + 1) }

  @Test func whatIsSetIsFoundInWhateverOrder() {
    var one = Origin(span(0), [.volume: span(1), .id: span(2), .clip: nil, .at: span(3)])
    let other = Origin(span(0), [.at: span(3), .id: span(2), .volume: span(1)])
    #expect(one == other)
    #expect(one.fields[.id] == span(2) && one.fields[.at] == span(3) && one.fields[.volume] == span(1))
    #expect(one.fields[.clip] == nil && one[.clip] == span(0))
    one.fields[.id] = span(4)
    one.fields[.at] = nil
    one.fields[.size] = nil
    #expect(one.fields.values.map(\.start).sorted() == [1, 4])
  }
}
