import Diagnostics
import Foundation
import Syntax
import Testing

/// A layout changes nothing but the layout.
@Suite struct FormatTests {
  static let examples: [(name: String, text: String)] = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Examples")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.allObjects as? [URL] ?? []
    return files.filter { ["yaml", "json"].contains($0.pathExtension) }.sorted { $0.path < $1.path }.compactMap { url in
      (try? String(contentsOf: url, encoding: .utf8)).map { (url.lastPathComponent, $0) }
    }
  }()

  static let all = examples + (FixTests.pages + FixTests.cases).map { ($0.name, $0.text) }

  private func comments(of text: String) -> [String] {
    let source = SourceFile(name: "a", text: text)
    guard let root = parse(source).value else { return [] }
    return source.comments(besides: root).map {
      source.text(of: $0.span).trimmingCharacters(in: .whitespaces)
    }
  }

  /// A word behind a comma may be a part of a text whose quotation marks are missing.
  @Test(arguments: [
    "a: { text: Hello, world }\n", "a: { b:2s }\n", "a: { color: rgb(1, 2, 3) }\n", "a: { over: 0s..1, 5s, c: 1 }\n",
    "a: { b: null, c }\n",
  ])
  func aKeyWithoutAValueStays(text: String) { #expect(format(text) == text) }

  private func format(_ text: String) -> String { formatted(SourceFile(name: "a", text: text)).value }

  @Test(arguments: all) func meaningAndCommentsStay(name: String, text: String) throws {
    let source = SourceFile(name: "a", text: text)
    let before = parse(source)
    let result = formatted(source)
    guard !before.diagnostics.hasErrors, let root = before.value else {
      #expect(result.value == text && result.diagnostics == before.diagnostics)
      return
    }
    let after = parse(SourceFile(name: "a", text: result.value))
    #expect(after.diagnostics.isEmpty && after.value?.meaning == root.meaning, "\(result.value)")
    #expect(comments(of: result.value) == comments(of: text), "\(result.value)")
    #expect(format(result.value) == result.value, "twice")
    #expect(!result.value.contains("\n\n\n") && !result.value.contains(" \n"), "\(result.value)")
    if source.isJSON {
      #expect((try? JSONSerialization.jsonObject(with: Data(result.value.utf8))) != nil)
    }
  }

  @Test func everyExampleCanBeLaidOut() {
    #expect(Self.examples.count > 40)
    // A text that is given back as it was would pass for one that is canonical already.
    for (name, text) in Self.examples {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let loose = lines.map { $0.contains("#") ? String($0) : $0.replacing(": ", with: ":   ") + "   " }
        .joined(separator: "\n")
      guard let meaning = meaning(loose), meaning == self.meaning(text) else { continue }
      #expect(format(loose) == format(text), "\(name)")
    }
  }

  private func meaning(_ text: String) -> Node.Meaning? { parse(SourceFile(name: "a", text: text)).value?.meaning }

  @Test func aDocumentIsLaidOutCanonically() {
    let text = """


      # An edit


      #of mine
      timeline:   1
      canvas: {size: 64x64,rate: 25,background: "#000000"}   # black
      assets:
          sea: &sea   { file: 'sea.mov' }   # the sea
          again: *sea

      tracks:   # two of them

      # the first
      -   id: "main"
          kind: video

          segments:
          - clip: sea
            source: 2s..10s

          # after a while
          - {clip: sea, source: '4s..12s', x-note: "it's \\u00e5", duration: "10",  transition: {dissolve: 1s},speed: 1/2 }


          # nothing more
          - gap: 1s
        # end of the first
      - {kind: audio,
         segments: [ sea, # heard
                     sea ]}
      titles: [{text: "a: b"}, {text: 'say "hi"'},
         {text: yes}, {text: "yes"}, { text: "" }, { text: ~ } ]
      metadata:
        comment: |
            First
              second

            third
        folded: >-
          a
          b
      # the end

      """
    #expect(
      format(text) == """
        # An edit

        #of mine
        timeline: 1
        canvas: { size: 64x64, rate: 25, background: "#000000" } # black
        assets:
          sea: &sea { file: sea.mov } # the sea
          again: *sea

        tracks: # two of them
          # the first
          - id: main
            kind: video

            segments:
              - clip: sea
                source: 2s..10s

              # after a while
              - clip: sea
                source: "4s..12s"
                x-note: "it's \\u00e5"
                duration: "10"
                transition: { dissolve: 1s }
                speed: 1/2

              # nothing more
              - gap: 1s
          # end of the first
          - kind: audio
            segments:
              - sea # heard
              - sea
        titles:
          - { text: "a: b" }
          - { text: say "hi" }
          - { text: yes }
          - { text: "yes" }
          - { text: "" }
          - { text: ~ }
        metadata:
          comment: |
            First
              second

            third
          folded: >-
            a
            b
        # the end

        """)
  }

  @Test func commentsInBracketsTakeThemApart() {
    #expect(format("a: [ # first\n  b, # second\n  c ] # third\n") == "a: # first\n  - b # second\n  - c # third\n")
  }

  /// Wherever YAML takes them.
  @Test func commentsBehindQuotesAnchorsAndBracketsStay() {
    #expect(format("a: 'b'# c\nd: [ e ]# f\n") == "a: b # c\nd: [e] # f\n")
    let anchored = format("a: &b # c\n  d\ne: *b\n")
    #expect(anchored.contains("# c") && anchored.contains("a: &b d"), "\(anchored)")
    #expect(format("a: 'b#c'\nd: e#f\n") == "a: b#c\nd: e#f\n")
  }

  @Test func jsonStaysJSON() {
    let text = """
      {"timeline": 1, "canvas": {"size": "64x64",   "rate": 25},
       "tracks": [
         { "kind": "video", "segments": [ { "clip": { "color": "red" }, "duration": "1s" } ] } ], "x": [], "y": {} }
      """
    #expect(
      format(text) == """
        {
          "timeline": 1,
          "canvas": { "size": "64x64", "rate": 25 },
          "tracks": [
            { "kind": "video", "segments": [ { "clip": { "color": "red" }, "duration": "1s" } ] }
          ],
          "x": [],
          "y": {}
        }

        """)
  }

  @Test func whatIsEmptyStaysEmpty() {
    #expect(format("") == "")
    #expect(format("# nothing yet\n") == "# nothing yet\n")
  }
}
