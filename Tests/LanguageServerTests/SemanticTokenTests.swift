import Foundation
import LanguageServer
import Testing

/// What each word is.
@Suite struct SemanticTokenTests {
  private static let types = [
    "property", "variable", "parameter", "enumMember", "number", "string", "keyword", "comment",
  ]

  /// Each token as `word:type`, with a `!` where it gives a name.
  private func tokens(_ answer: JSONValue, of text: String) -> [String] {
    let numbers = answer["data"]?.list.compactMap(\.number) ?? []
    let lines = text.components(separatedBy: "\n")
    var (line, column) = (0, 0)
    return stride(from: 0, to: numbers.count, by: 5).map { index in
      (line, column) = (line + numbers[index], numbers[index + 1] + (numbers[index] == 0 ? column : 0))
      let units = Array(lines[line].utf16)[column..<column + numbers[index + 2]]
      let mark = numbers[index + 4] == 1 ? "!" : ""
      return "\(String(decoding: units, as: UTF16.self)):\(Self.types[numbers[index + 3]])\(mark)"
    }
  }

  @Test func wordsAreWhatTheGrammarSays() throws {
    let text = """
      timeline: 1 # 👩‍🚀
      parameters: { who: Anna }
      assets: { sky: { color: blue } }
      tracks:
        - id: main
          kind: video
          segments: [ { clip: sky, at: 1s, reverse: true } ]
      titles:
        - { text: "Å ${who}!", over: 0s..main.end, position: [50%, 10] }
      nonsense: 1

      """
    let editor = try Editor()
    editor.open(text)
    #expect(
      tokens(editor.ask("semanticTokens/full"), of: text) == [
        "timeline:property", "1:number", "# 👩‍🚀:comment", "parameters:property", "who:variable!", "Anna:string",
        "assets:property", "sky:variable!", "color:property", "blue:enumMember", "tracks:property", "id:property",
        "main:variable!", "kind:property", "video:enumMember", "segments:property", "clip:property", "sky:variable",
        "at:property", "1s:number", "reverse:property", "true:keyword", "titles:property", "text:property",
        "\"Å ${:string", "who:parameter", "}!\":string", "over:property", "0s..main.end:number", "position:property",
        "50%:number", "10:number", "1:string",
      ])
    let part = tokens(editor.ask("semanticTokens/range", range: .range(0, 0, 0, 5)), of: text)
    #expect(part == ["timeline:property"])
  }
}
