import CutlistKit
import Diagnostics
import LanguageServer
import TestSupport
import Testing

/// What is known of the word under the cursor.
@Suite struct HoverTests {
  private func hover(_ marked: String, in editor: Editor) throws -> String? {
    let marked = Marked(marked)
    editor.open(marked.text)
    return editor.ask("hover", at: marked.position)["contents"]?["value"]?.text
  }

  /// A document may come from anybody.
  @Test func whatADocumentSaysIsNoMarkdown() throws {
    let text = try hover(
      """
      timeline: 1
      assets: { sky: "![x](https://example.org/a) ``<b> [more](command:run)" }
      tracks: [ { kind: video, segments: [ { clip: s‸ky, duration: 2s } ] } ]

      """)
    let shown = "asset `sky`: ``` \"![x](https://example.org/a) ``<b> [more](command:run)\" ```"
    #expect(text?.contains(shown) == true, "\(text ?? "")")
  }

  private func hover(_ marked: String) throws -> String? { try hover(marked, in: Editor()) }

  private func document(_ segment: String) -> String {
    """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    assets: { sky: { color: blue } }
    tracks:
      - kind: video
        segments:
          - { clip: sky, duration: 2s }
          - \(segment)

    """
  }

  @Test func keysAreExplained() throws {
    let text = try hover(document("{ clip: sky, durat‸ion: 2s }"))
    #expect(text?.hasPrefix("**duration** — ") == true)
    #expect(text?.contains("on the timeline from 2 s to 4 s (2 s)") == true)
  }

  @Test func namesSayWhatTheyAre() throws {
    let text = try hover(document("{ clip: s‸ky, duration: 2s }"))
    #expect(text?.contains("asset `sky`: `{ color: blue }`") == true)
    #expect(text?.contains("on the timeline from 2 s to 4 s (2 s)") == true)
  }

  @Test func rampsHaveTwoEnds() throws {
    let text = try hover(document("{ clip: sky, duration: 2s, opacity: { from: 1, to: 0‸.25, over: 0.5s..1s } }"))
    #expect(text?.contains("1 at 2.5 s, 0.25 at 3 s") == true)
    let whole = try hover(document("{ clip: sky, duration: 2s, opacity: { fr‸om: 1, to: 0.25 } }"))
    #expect(whole?.contains("1 at 2 s, 0.25 at 4 s") == true)
  }

  @Test func whatIsWrongHasItsPage() throws {
    let text = try hover(document("{ clip: sky, duration: ‸2 }"), in: Editor(rulesURL: "https://example.org/rules"))
    #expect(text?.contains("[bad-time](https://example.org/rules/bad-time.md)") == true)
    let page = ListedRule.all.first { $0.page.id.name == "bad-time" }?.page
    #expect(text?.contains(try #require(page).rationale) == true)
  }

  @Test func optionsOfFiltersAreTheirLibrarys() throws {
    let text = try hover(
      document("{ clip: sky, duration: 2s, effects: [ { filter: { name: hue, options: { ‸s: 0 } } } ] }"))
    #expect(text?.contains("saturation") == true)
  }

  @Test func sourcesSayWhatIsInThem() throws {
    let editor = try Editor()
    var movie = BarcodeMovie()
    movie.frames = 50
    try movie.write(to: editor.folder.path("cat.mp4"))
    let marked = Marked(document("{ clip: cat‸.mp4, source: 0.5s..1.5s }"))
    editor.open(marked.text)
    let text = editor.ask("hover", at: marked.position)["contents"]?["value"]?.text
    #expect(text?.contains("`cat.mp4` from 0.5 s to 1.5 s") == true)
    #expect(text?.contains("2 s, h264, 320x180, 25 fps") == true)
  }

  @Test func elsewhereThereIsNothing() throws {
    #expect(try hover("timeline: 1\n\n‸\ntracks: []\n") == nil)
  }
}
