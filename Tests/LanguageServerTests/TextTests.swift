import LanguageServer
import TestSupport
import Testing

/// Columns are counted as the client counts them, whatever is written.
@Suite struct TextTests {
  private static let text = "a: Å\r\nb: 👩‍🚀x\rc: 𝄞\n\nend"

  @Test func columnsCountCodeUnits() {
    let lines = TextLines(Array(Self.text.utf8))
    #expect(lines.count == 5)
    // Behind the Å, one unit and two bytes long.
    #expect(lines.position(of: 5, .utf16) == LSP.Position(line: 0, character: 4))
    #expect(lines.position(of: 5, .utf8) == LSP.Position(line: 0, character: 5))
    // Behind the astronaut: two pairs and a joiner.
    let astronaut = Self.text.utf8.count - "x\rc: 𝄞\n\nend".utf8.count
    #expect(lines.position(of: astronaut, .utf16) == LSP.Position(line: 1, character: 8))
    #expect(lines.position(of: astronaut, .utf8) == LSP.Position(line: 1, character: 14))
  }

  @Test func everyPlaceIsFoundAgain() {
    let bytes = Array(Self.text.utf8)
    let lines = TextLines(bytes)
    for encoding in [PositionEncoding.utf8, .utf16] {
      for offset in 0...bytes.count where offset == bytes.count || bytes[offset] & 0xC0 != 0x80 {
        // Between the two bytes of a line's end is no place of its own.
        if offset > 0, offset < bytes.count, bytes[offset] == 10, bytes[offset - 1] == 13 { continue }
        #expect(lines.offset(of: lines.position(of: offset, encoding), encoding) == offset)
      }
    }
  }

  /// Long lines are not counted from their start.
  @Test func placesOfLongLinesAreFoundAgain() {
    let line = String(repeating: "a: Å, 👩‍🚀 𝄞 한; ", count: 700)
    let bytes = Array("first\n\(line)\r\nlast".utf8)
    let lines = TextLines(bytes)
    var units = 0
    for offset in 6..<6 + line.utf8.count {
      for encoding in [PositionEncoding.utf8, .utf16] where bytes[offset] & 0xC0 != 0x80 {
        let position = lines.position(of: offset, encoding)
        #expect(position.line == 1 && position.character == (encoding == .utf8 ? offset - 6 : units), "\(offset)")
        #expect(lines.offset(of: position, encoding) == offset)
      }
      units += PositionEncoding.utf16.width(of: bytes[offset])
    }
    #expect(lines.offset(of: LSP.Position(line: 1, character: 1_000_000), .utf16) == 6 + line.utf8.count)
  }

  @Test func placesThatAreNoneAreTheNearest() {
    let lines = TextLines(Array(Self.text.utf8))
    func offset(_ line: Int, _ character: Int) -> Int {
      lines.offset(of: LSP.Position(line: line, character: character), .utf16)
    }
    #expect(offset(0, 99) == 5)
    #expect(offset(9, 0) == Self.text.utf8.count)
    #expect(offset(-1, 3) == 0)
    // In the middle of a pair is its beginning.
    #expect(offset(1, 4) == offset(1, 3))
  }

  @Test func changesAreMadeOneAfterAnother() {
    var text = DocumentText("a: 👩‍🚀\nb: 1\n")
    let place = LSP.Position(line: 0, character: 8)
    text.apply(
      [
        LSP.Change(range: LSP.Range(start: place, end: place), text: "Å\n"),
        LSP.Change(
          range: LSP.Range(start: LSP.Position(line: 2, character: 3), end: LSP.Position(line: 2, character: 4)),
          text: "22"),
      ], .utf16)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "a: 👩‍🚀Å\n\nb: 22\n")
    text.apply([LSP.Change(range: nil, text: "new")], .utf16)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "new")
  }

  /// Many changes in one message make what they make one by one, whatever ends of lines they bring.
  @Test func manyChangesAreMadeAsOneByOne() {
    var dice = SplitMix(seed: 7)
    let texts = ["", "a", "\r", "\n", "\r\n", "b\rc", "\n\n", "é👩‍🚀", "x\r\ny\r"]
    for _ in 0..<2000 {
      let start = (0..<Int.random(in: 0...6, using: &dice)).map { _ in texts.randomElement(using: &dice)! }.joined()
      func position() -> LSP.Position {
        LSP.Position(line: Int.random(in: -1...5, using: &dice), character: Int.random(in: 0...4, using: &dice))
      }
      let changes = (0..<Int.random(in: 1...8, using: &dice)).map { _ in
        LSP.Change(
          range: LSP.Range(start: position(), end: position()), text: texts.randomElement(using: &dice)!)
      }
      var expected = Array(start.utf8)
      for change in changes {
        let lines = TextLines(expected)
        let from = lines.offset(of: change.range!.start, .utf16)
        let end = max(from, lines.offset(of: change.range!.end, .utf16))
        expected.replaceSubrange(from..<end, with: change.text.utf8)
      }
      var text = DocumentText(start)
      text.apply(changes, .utf16)
      #expect(text.bytes == expected, "\(start.debugDescription) \(changes)")
    }
  }

  @Test func messagesAreCutOutOfWhateverComes() throws {
    let bodies = ["{}", "{\"a\":\"Å\"}", ""]
    let stream = bodies.map { "Content-Type: x\r\nContent-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
    for size in [1, 2, 7, 1000] {
      var reader = MessageReader()
      var found: [String] = []
      var rest = Array(stream.utf8)[...]
      while !rest.isEmpty {
        reader.append(rest.prefix(size))
        rest = rest.dropFirst(size)
        while let body = try reader.next() { found.append(String(decoding: body, as: UTF8.self)) }
      }
      #expect(found == bodies)
    }
  }

  @Test(arguments: ["Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Length: 3\r\n\r\n"])
  func headersThatTellNoLengthEndTheSession(header: String) {
    var reader = MessageReader()
    reader.append(header.utf8)
    #expect(throws: FramingError.self) { try reader.next() }
  }

  @Test func headersThatDoNotEndEndTheSession() throws {
    var reader = MessageReader()
    reader.append([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16))
    #expect(try reader.next() == nil)
    reader.append("aaaa".utf8)
    #expect(throws: FramingError.self) { try reader.next() }
  }
}

extension PositionEncoding {
  /// How many code units of UTF-16 begin with a byte.
  fileprivate func width(of byte: UInt8) -> Int { byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1 }
}
