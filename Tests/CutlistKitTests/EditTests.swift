import CutlistKit
import Foundation
import TestSupport
import Testing

/// The library as a program uses it: nothing here imports any other part of the project but the makers of media.
@Suite struct EditTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("a.mp4"))
  }

  private func twoClips() throws -> MutableComposition {
    var composition = MutableComposition(width: 320, height: 180, frameDuration: Time(1, 25))
    try composition.addTrack("main", kind: .video)
    try composition.insert("a.mp4", from: Time(1), duration: Time(1), intoTrack: "main")
    try composition.insert("a.mp4", from: .zero, duration: Time(12, 25), intoTrack: "main")
    return composition
  }

  /// Shows VID-29, CMP-15, CMP-16.
  @Test func builtInCode() throws {
    let edit = Edit(try twoClips(), folder: folder.url.path)
    #expect(edit.isValid && edit.problems.isEmpty, "\(edit.problems)")
    #expect(edit.duration == Time(37, 25))
    #expect(edit.compositionText.contains("0s..1s  a.mp4 [1s..2s]"))
    #expect(try edit.png(at: .zero).starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try edit.graphText(at: .zero).isEmpty)
  }

  /// Shows CMP-17.
  @Test func aCopyIsExported() async throws {
    var composition = try twoClips()
    let edit = Edit(composition, folder: folder.url.path)
    try composition.insert("a.mp4", from: .zero, duration: Time(1), intoTrack: "main")
    let session = ExportSession(edit, outputPath: folder.path("out.mp4"))
    async let fractions = session.progress.reduce(into: [Double]()) { $0.append($1.fraction) }
    try await session.export()
    let seen = await fractions
    #expect(seen == seen.sorted() && seen.last == 1)
    #expect(try CommandLineTool.ffprobe(folder.path("out.mp4"), "-show_entries", "stream=nb_frames") == ["37"])
    await #expect(throws: EditError.self) { try await ExportSession(edit, outputPath: folder.path("out.mp4")).export() }
  }

  @Test func chaptersInTheLanguagesThatAreWanted() async throws {
    let edit = Edit(
      text: """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 2s } ] } ]
        chapters:
          - { at: 0s, title: { en: One, it: Uno } }
          - { at: 1s, title: { it: Due, en: Two } }
        """, folder: folder.url.path)
    #expect(edit.availableChapterLocales == ["en", "it"])
    #expect(edit.chapterGroups(titleLocale: "it").map(\.title) == ["Uno", "Due"])
    #expect(edit.chapterGroups(titleLocale: "fr").isEmpty && edit.chapterGroups(titleLocale: "").isEmpty)
    let best = edit.chapterGroups(bestMatchingPreferredLanguages: ["fr-CA", "en-US"])
    #expect(best.map(\.title) == ["One", "Two"] && best.map(\.locale) == ["en", "en"])
    #expect(best.map(\.start) == [.zero, Time(1)] && best.map(\.end) == [Time(1), Time(2)])
    try await ExportSession(edit, outputPath: folder.path("out.mp4")).export()
    #expect(
      try CommandLineTool.ffprobe(folder.path("out.mp4"), "-show_entries", "chapter_tags=title") == ["One", "Two"])
    #expect(FileManager.default.fileExists(atPath: folder.path("out.chapters.json")))
  }

  /// Shows AST-06, CMP-18.
  @Test func theHashIsThatOfWhatWasBuilt() throws {
    var composition = try twoClips()
    let edit = Edit(composition, folder: folder.url.path)
    let hash = edit.contentHash
    #expect(hash.count == 64 && Edit(composition, folder: folder.url.path).contentHash == hash)
    try composition.insert("a.mp4", from: .zero, duration: Time(1), intoTrack: "main")
    #expect(edit.contentHash == hash && Edit(composition, folder: folder.url.path).contentHash != hash)
    let text = "timeline: 1\ncanvas: { size: 320x180, rate: 25 }\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n"
    func written(_ text: String) -> String { Edit(text: text, folder: folder.url.path).contentHash }
    #expect(written(text) == written("# The same.\n" + text.replacing("a.mp4", with: "{ clip: a.mp4 }")))
    #expect(written(text) != written(text + "export: { file-length-limit: 2MB }\n"))
  }

  /// Shows CMP-04.
  @Test func whatIsBuiltIsTheDocumentThatSaysIt() throws {
    let document = """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks:
        - { id: main, kind: video, segments: [ { clip: a.mp4, source: 1s..2s }, { clip: a.mp4, source: 0s..12f } ] }
      """
    let (built, written) = (
      Edit(try twoClips(), folder: folder.url.path), Edit(text: document, folder: folder.url.path)
    )
    #expect(!built.contentHash.isEmpty && built.contentHash == written.contentHash)
  }

  /// Shows CMP-13.
  @Test func insertingReadsNothing() throws {
    var composition = try twoClips()
    try composition.insert("gone.mp4", from: .zero, duration: Time(1), intoTrack: "main")
    #expect(composition.duration == Time(62, 25))
    #expect(Edit(composition, folder: folder.url.path).problems.map(\.rule) == ["missing-media"])
  }

  /// Shows VID-16, ANI-08.
  @Test func whatIsLookedAtIsWhatIsExported() async throws {
    let edit = Edit(
      text: """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        tracks:
          - kind: video
            segments: [ { clip: a.mp4, source: 0s..1s }, { clip: a.mp4, source: 2s..3s, transition: { dissolve: 10f } } ]
        titles: [ { text: Over, over: 5f..30f, rotate: { from: 0, to: 90 }, fade: 200ms } ]
        export: lossless
        """, folder: folder.url.path)
    try await ExportSession(edit, outputPath: folder.path("out.mkv")).export()
    let movie = Edit(
      text: "timeline: 1\ntracks: [ { kind: video, segments: [ out.mkv ] } ]\n", folder: folder.url.path)
    for frame in [0, 8, 18, 29, 30] as [Int64] {
      #expect(try edit.png(at: Time(frame, 25)) == movie.png(at: Time(frame, 25)), "frame \(frame)")
    }
  }

  @Test func finishedWorkIsKeptAndChangesNoByte() async throws {
    let edit = Edit(try twoClips(), folder: folder.url.path)
    func export(_ name: String, store: String?) async throws -> Data {
      try await ExportSession(edit, outputPath: folder.path(name), store: store).export()
      return try Data(contentsOf: URL(filePath: folder.path(name)))
    }
    let store = folder.path("store")
    let first = try await export("one.mp4", store: store)
    let kept = try FileManager.default.subpathsOfDirectory(atPath: store).count
    #expect(kept > 0)
    #expect(try await export("two.mp4", store: store) == first)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: store).count <= kept + 2)
    #expect(try await export("three.mp4", store: nil) == first)
  }

  @Test func cancellingTheTaskCancelsTheExport() async throws {
    let edit = Edit(
      text:
        "timeline: 1\ncanvas: { size: 1920x1080, rate: 25 }\ntracks: [ { kind: video, segments: [ { clip: a.mp4, speed: 1/50 } ] } ]\n",
      folder: folder.url.path)
    let path = folder.path("long.mp4")
    let task = Task { try await ExportSession(edit, outputPath: path).export() }
    try await Task.sleep(for: .milliseconds(300))
    task.cancel()
    let result = await task.result
    guard case .failure(EditError.cancelled) = result else {
      Issue.record("not cancelled: \(result)")
      return
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.mp4"])
  }

  /// Shows VID-28.
  @Test func problemsHavePlaces() {
    let edit = Edit(text: "timeline: 1\ntracks: [ { kind: vidoe, segments: [ a.mp4 ] } ]\n", folder: folder.url.path)
    #expect(!edit.isValid)
    #expect(
      edit.problems.map(\.place) == ["edit.yaml:2:19"] && edit.problems[0].rule == "bad-value", "\(edit.problems)")
    #expect(throws: EditError.self) { try edit.png(at: .zero) }
  }

  /// Shows CMP-07, CMP-09, CMP-10.
  @Test func eachInsertIsChecked() throws {
    var composition = try twoClips()
    #expect(throws: MutableComposition.BuildError.self) { try composition.addTrack("main", kind: .audio) }
    #expect(throws: MutableComposition.BuildError.self) {
      try composition.insert("a.mp4", from: .zero, duration: .zero, intoTrack: "main")
    }
    #expect(throws: MutableComposition.BuildError.self) {
      try composition.insert("a.mp4", from: .zero, duration: Time(1), intoTrack: "other")
    }
    #expect(composition.duration == Time(37, 25))
    try composition.insert("a.mp4", from: .zero, duration: Time(1), at: Time(1, 2), intoTrack: "main")
    #expect(Edit(composition, folder: folder.url.path).problems.map(\.rule).contains("segment-overlap"))
  }
}

/// The library reads the same settings as the command line.
@Suite struct EditConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      titles: [ { text: Hello, over: 0s..3s } ]

      """
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    try "root: true\nrules: { animation-past-end: error }\n".write(
      toFile: folder.path(".cutlist.yaml"), atomically: true, encoding: .utf8)
  }

  @Test func filesOfSettingsCount() throws {
    let path = folder.path("edit.yaml")
    #expect(try !Edit(contentsOf: path).isValid)
    #expect(try Edit(contentsOf: path, configuration: .none).problems.map(\.severity) == [.warning])
    #expect(
      try Edit(contentsOf: path, configuration: .file(folder.path(".cutlist.yaml"))).problems.map(\.severity) == [
        .error
      ])
    #expect(try Edit(contentsOf: path, levels: ["animation-past-end": .off]).problems.isEmpty)
  }
}
