import LanguageServer
import TestSupport
import Testing

/// What a render has to encode stands above what it is because of.
@Suite struct CodeLensTests {
  @Test func encodedFramesAreCountedWhereTheyCome() throws {
    let editor = try Editor()
    editor.open(SessionTests.good)
    let lenses = editor.ask("codeLens").list
    #expect(lenses.map { $0["range"]?["start"] } == [.position(6, 8), .position(7, 8)])
    #expect(lenses.first?["command"]?["title"]?.text?.hasSuffix(": 50 frames are encoded") == true)
    // Clients make a lens do something.
    let command = try #require(lenses.first?["command"])
    let arguments = command["arguments"] ?? .null
    #expect(editor.request("workspace/executeCommand", ["command": command["command"]!, "arguments": arguments]) == .null)
    #expect(editor.capabilities["executeCommandProvider"]?["commands"] == [command["command"]!])
    #expect(editor.request("workspace/executeCommand", ["command": "rm", "arguments": arguments])["code"] == .integer(-32602))
    // A cut between two pictures that decoding can begin with.
    var movie = BarcodeMovie()
    movie.keyInterval = 25
    try movie.write(to: editor.folder.path("cat.mp4"))
    editor.change([
      ["text": "timeline: 1\ntracks:\n  - kind: video\n    segments:\n      - { clip: cat.mp4, source: 10f..100f }\n"]
    ])
    let lens = editor.ask("codeLens").list.first
    #expect(lens?["range"]?["start"] == .position(4, 8))
    #expect(lens?["command"]?["title"]?.text?.hasSuffix(": 15 frames are encoded") == true)
    editor.change([["text": .string(SessionTests.good.replacing("3s", with: "3"))]])
    #expect(editor.ask("codeLens") == [])
  }
}
