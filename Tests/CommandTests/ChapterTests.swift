import CutlistKit
import Foundation
import Media
import Platform
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Chapters from the document to the movie and what stands beside it.
@Suite struct ChapterTests {
  private let folder: TemporaryFolder
  private var here: String { folder.url.path }

  init() throws {
    folder = try TemporaryFolder()
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "color=red:s=32x32", "-frames:v", "1", folder.path("cat.png"))
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments: [ { clip: { color: blue }, duration: 4s }, { clip: { color: red }, duration: 4s } ]
      chapters:
        - { at: 0s, title: { en: The cat, it: Il gatto }, artwork: cat.png }
        - { at: 4s, title: { en: The beach, it: La spiaggia } }
        - { at: 6s, title: "3" }
      export: { video: { options: { preset: ultrafast } } }

      """)
  }

  private func run(_ arguments: String...) throws -> String {
    let result = try Program.run(arguments, in: here)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  private func titles(_ movie: String) throws -> [String] {
    try CommandLineTool.ffprobe(folder.path(movie), "-show_entries", "chapter=start_time,end_time:chapter_tags=title")
  }

  /// The rows of `chapters --format json`.
  private func rows(_ arguments: String...) throws -> [[String: Any]] {
    let text = try Program.run(["chapters"] + arguments + ["--format", "json"], in: here)
    #expect(text.status == 0, "\(text.errors)")
    return try #require(try JSONSerialization.jsonObject(with: Data(text.output.utf8)) as? [[String: Any]])
  }

  /// Shows CHP-02.
  @Test func languagesAreListedAndChosen() throws {
    #expect(try run("inspect", "--chapter-locales", "edit.yaml") == "en\nit\n")
    _ = try run("render", "edit.yaml", "-o", "first.mp4")
    #expect(
      try titles("first.mp4")
        == ["0.000000,4.000000,The cat", "4.000000,6.000000,The beach", "6.000000,8.000000,3"])
    _ = try run("render", "edit.yaml", "-o", "it.mp4", "--chapter-locale", "de,it-CH")
    #expect(
      try titles("it.mp4")
        == ["0.000000,4.000000,Il gatto", "4.000000,6.000000,La spiaggia", "6.000000,8.000000,3"])
    // The others stand beside the movie.
    #expect(try run("inspect", "--chapter-locales", "it.mp4") == "it\nen\n")
    #expect(try run("chapters", "it.mp4", "--locale", "en", "--keys", "title").hasPrefix("1  0 s to 4 s  The cat\n2"))
    #expect(try run("inspect", "--format", "json", "it.mp4").contains("\"en\" : \"The beach\""))
  }

  /// Each chapter has the title that suits best of its own.
  @Test func theBestTitleIsFoundForEachChapter() throws {
    let document = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 3s } ] } ]
      chapters:
        - { at: 0s, title: { en-GB: A, en: B } }
        - { at: 1s, title: { en-US: C, de: D } }
        - { at: 2s, title: { fr: E, it: F } }
      """
    try document.write(toFile: folder.path("languages.yaml"), atomically: true, encoding: .utf8)
    for (preferred, titles) in [
      ("en-US", ["B", "C", "E"]), ("de,en", ["B", "D", "E"]), ("pt,de-AT", ["A", "D", "E"]),
      ("it,en-GB", ["A", "C", "F"]),
    ] {
      let found = try rows("languages.yaml", "--prefer", preferred, "--keys", "title")
      #expect(found.map { ($0["items"] as? [String: Any])?["title"] as? String } == titles, "\(preferred)")
    }
  }

  /// Shows CHP-03.
  @Test func groupsByLanguage() throws {
    let italian = try rows("edit.yaml", "--locale", "it", "--keys", "title,artwork,lyrics")
    #expect(italian.map { $0["number"] as? Int } == [1, 2])
    let items = try #require(italian.last?["items"] as? [String: Any])
    #expect(items["title"] as? String == "La spiaggia")
    #expect(items["artwork"] is NSNull && items["lyrics"] is NSNull && items.count == 3)
    #expect(try rows("edit.yaml", "--locale", "fr").isEmpty)
    #expect(try run("chapters", "edit.yaml", "--locale", "fr").isEmpty)
    #expect(try rows("edit.yaml", "--prefer", "fr,it-IT").map { $0["locale"] as? String } == ["it", "it", nil])
    let both = try Program.run(["chapters", "edit.yaml", "--locale", "it", "--prefer", "en"], in: here)
    #expect(both.status == 2)
  }

  /// Shows CHP-05.
  @Test func picturesStandBesideTheMovieWithTheirHashes() throws {
    try FileManager.default.createDirectory(atPath: folder.path("made"), withIntermediateDirectories: true)
    _ = try run("render", "edit.yaml", "-o", "made/out.mp4")
    let data = try Data(contentsOf: URL(fileURLWithPath: folder.path("made/out.chapters.json")))
    let sidecar = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(sidecar["movie"] as? String == "out.mp4")
    let chapters = try #require(sidecar["chapters"] as? [[String: Any]])
    let artwork = try #require(chapters[0]["artwork"] as? [[String: String]])
    let hash = try CommandLineTool.run("sha256sum", [folder.path("cat.png")]).prefix(64)
    #expect(artwork == [["file": "../cat.png", "sha256": String(hash)]])
    // A file beside the movie is replaced no more than the movie is.
    try FileManager.default.removeItem(atPath: folder.path("made/out.mp4"))
    let again = try Program.run(["render", "edit.yaml", "-o", "made/out.mp4"], in: here)
    #expect(again.status == 2 && again.errors.contains("out.chapters.json is already there"))
  }

  /// The list beside a movie may be anybody's.
  @Test(arguments: ["-5", "99", "170141183460469231731687303715884105727"])
  func aListWithEndsThatCannotBeCountsForNothing(end: String) throws {
    _ = try run("render", "edit.yaml", "-o", "out.mp4")
    #expect(try run("inspect", "--chapter-locales", "out.mp4") == "en\nit\n")
    let path = folder.path("out.chapters.json")
    let list = try String(contentsOfFile: path, encoding: .utf8)
    let changed = list.replacing(/"end" ?: ?"[^"]*"/, with: "\"end\": \"\(end)\"")
    #expect(changed != list)
    try changed.write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try run("inspect", "--chapter-locales", "out.mp4").isEmpty)
  }

  @Test func whatAnOlderMovieLeftBehindCountsForNothing() throws {
    _ = try run("render", "edit.yaml", "-o", "out.mp4", "--range", "0s..5s")
    #expect(try run("inspect", "--chapter-locales", "out.mp4") == "en\nit\n")
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: blue }, duration: 4s } ] } ]
      chapters: [ { at: 0s, title: Plain }, { at: 2s, title: Chapters } ]

      """, "plain.yaml")
    _ = try run("render", "plain.yaml", "-o", "out.mp4", "--overwrite")
    #expect(try run("inspect", "--chapter-locales", "out.mp4").isEmpty)
    #expect(try run("chapters", "out.mp4") == "1  0 s to 2 s  Plain\n2  2 s to 4 s  Chapters\n")
  }

  /// Titles that were taken out of a document are not those of its movie any more.
  @Test func aListThatIsNotNeededAnyMoreGoesAway() throws {
    _ = try run("render", "edit.yaml", "-o", "out.mp4")
    _ = try run("render", "edit.yaml", "-o", "other.mp4")
    let text = try String(contentsOfFile: folder.path("edit.yaml"), encoding: .utf8)
    _ = try folder.document(
      text.replacing("en: The cat, it: Il gatto }, artwork: cat.png", with: "en: The cat }")
        .replacing("{ en: The cat }", with: "The cat").replacing("{ en: The beach, it: La spiaggia }", with: "The beach"),
      "plain.yaml")
    // A movie of the same name is not there, but its list is, and would be taken for this one's.
    try FileManager.default.removeItem(atPath: folder.path("other.mp4"))
    #expect(try Program.run(["render", "plain.yaml", "-o", "other.mp4"], in: here).status == 2)
    #expect(folder.names.contains("other.chapters.json"))
    for movie in ["out", "other"] {
      _ = try run("render", "plain.yaml", "-o", "\(movie).mp4", "--overwrite")
      #expect(!folder.names.contains("\(movie).chapters.json"))
      #expect(try run("inspect", "--chapter-locales", "\(movie).mp4").isEmpty)
    }
  }

  /// Whoever gets the name first keeps it.
  @Test func twoMoviesAtOnceDoNotTakeEachOthersList() throws {
    let chapters = [
      ChapterFacts(
        start: .zero, end: .one, titles: Localized([.init(locale: LocaleTag("en"), value: "A")]))
    ]
    struct Taken: Error {}
    func begin(_ movie: String) throws -> PendingFile? {
      try ChapterSidecar.begin(
        chapters, besides: folder.path(movie), in: MediaFolder(root: here, within: nil, catalog: MediaCatalog()), replacing: .everything)
    }
    let files = [try #require(try begin("a.mp4")), try #require(try begin("a.mov"))]
    try PendingFile.takeNames([files[0]], failing: { _ in Taken() }, then: { () throws(Taken) in })
    #expect(throws: Taken.self) {
      try PendingFile.takeNames([files[1]], failing: { _ in Taken() }, then: { () throws(Taken) in })
    }
    #expect(try String(contentsOfFile: folder.path("a.chapters.json"), encoding: .utf8).contains("a.mp4"))
    #expect(folder.names.filter { $0.contains("chapters.json") } == ["a.chapters.json"])
    // The first one again, as after a change.
    let again = try #require(try begin("a.mp4"))
    try PendingFile.takeNames([again], failing: { _ in Taken() }, then: { () throws(Taken) in })
  }

  /// Shows CHP-07.
  @Test func aChapterByItself() throws {
    _ = try run("render", "edit.yaml", "-o", "two.mp4", "--chapter", "2")
    #expect(try titles("two.mp4") == ["0.000000,2.000000,The beach"])
    guard case .found(let facts) = MediaProbe.probe(path: folder.path("two.mp4"), depth: .precise) else {
      Issue.record("unreadable")
      return
    }
    #expect(facts.video?.timing.frameCount == 50)
    #expect(try run("plan", "edit.yaml", "--chapter", "2").contains("100-149"))
    #expect(try run("frames", "edit.yaml", "--chapter", "1", "3") == "edit-0.png\nedit-150.png\n")
    for arguments in [["--chapter", "4"], ["--chapter", "0"], ["--chapter", "1", "--range", "0s..1s"]] {
      #expect(try Program.run(["render", "edit.yaml", "-o", "none.mp4"] + arguments, in: here).status == 2)
    }
    #expect(!folder.names.contains("none.mp4"))
  }

  /// Of a movie that was rendered and of the document itself: both are a timeline's chapters.
  @Test(arguments: ["edit.yaml", "film.mkv"]) func chaptersOfAnAsset(asset: String) throws {
    _ = try run("render", "edit.yaml", "-o", "film.mkv", "--preset", "lossless")
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      assets: { film: \(asset) }
      tracks: [ { kind: video, segments: [ { clip: { color: gray }, duration: 1s }, { clip: film, source: 3s..7s } ] } ]
      chapters: [ { at: 0s, title: Before }, { import: film } ]

      """, "outer.yaml")
    let expected = ["1  0 s to 1 s  Before", "2  1 s to 2 s  The cat", "3  2 s to 4 s  The beach", "4  4 s to 5 s  3"]
    #expect(try run("chapters", "outer.yaml", "--keys", "title") == expected.joined(separator: "\n") + "\n")
    // A timeline knows all of its languages, a movie one.
    #expect(try run("inspect", "--chapter-locales", "outer.yaml") == (asset == "film.mkv" ? "" : "en\nit\n"))
  }
}
