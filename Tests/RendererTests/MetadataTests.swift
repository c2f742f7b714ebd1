import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// What a movie says of itself.
@Suite struct MetadataTests {
  private func rendered(
    _ container: OutputSettings.Container, metadata: [String: String] = [:], language: String? = nil
  ) throws -> MediaFacts {
    let studio = try Studio()
    try studio.addColor("red.mp4", Color(red: 200, green: 30, blue: 30))
    try studio.addSound("tone.wav", [TestSound.tone(440, count: 48000)])
    var movie = composition([movie("red.mp4", 0.s, 1.s)])
    let mapping = TimeMapping(source: SourceRange(start: .zero, duration: 1.s), target: range(0.s, 1.s))
    var track = AudioTrack(
      id: "voice",
      segments: [AudioSegment(content: .sound(MediaReference("tone.wav"), mapping), range: range(0.s, 1.s))])
    track.language = language.flatMap(LanguageTag.init)
    movie.audioTracks = [track]
    movie.metadata = metadata
    movie.output.container = container
    movie.output.audio = AudioSettings(encoder: "aac", bitRate: 96000)
    let name = "made.\(container.rawValue)"
    _ = try studio.session(movie, name).run()
    studio.add(name)
    return try #require(studio.catalog.facts(for: MediaReference(name)))
  }

  /// Shows MET-03, MET-05.
  @Test(arguments: [OutputSettings.Container.mp4, .mkv])
  func commonKeysComeBack(container: OutputSettings.Container) throws {
    let written = [
      "title": "Harbour", "artist": "Anna", "comment": "für alle", "lyrics": "La la\nla", "copyright": "2024 Anna",
      "date": "2024-05-01",
    ]
    let read = try rendered(container, metadata: written).metadata
    for (key, value) in written {
      #expect(read.first { $0.key.lowercased() == key }?.value == value, "\(key): \(read)")
    }
  }

  /// Shows MET-04.
  @Test(arguments: [OutputSettings.Container.mp4, .mkv])
  func whatSourcesSayStaysBehind(container: OutputSettings.Container) throws {
    let studio = try Studio()
    try studio.addColor("plain.mp4", .white)
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("plain.mp4"), "-c", "copy", "-metadata", "title=Raw", "-metadata", "comment=Take 2",
      studio.folder.path("raw.mp4"))
    studio.add("raw.mp4")
    #expect(studio.catalog.facts(for: MediaReference("raw.mp4"))?.metadata["title"] == "Raw")
    var cut = composition([movie("raw.mp4", 0.s, 1.s)])
    cut.metadata = ["artist": "Anna"]
    cut.output.container = container
    let name = "made.\(container.rawValue)"
    _ = try studio.session(cut, name).run()
    studio.add(name)
    let said = try #require(studio.catalog.facts(for: MediaReference(name))).metadata
    let names = Set(said.keys.map { $0.lowercased() })
    #expect(names.contains("artist") && names.isDisjoint(with: ["title", "comment"]), "\(said)")
  }

  /// Shows MET-06.
  @Test(arguments: [OutputSettings.Container.mp4, .mkv], ["de-AT", "fre", "eng"])
  func theLanguageOfTheSound(container: OutputSettings.Container, tag: String) throws {
    let stream = try #require(try rendered(container, language: tag).streams.first { $0.medium == "audio" })
    let names = ["de-AT": ["deu", "ger"], "fre": ["fra", "fre"], "eng": ["eng"]][tag]!
    #expect(names.contains(stream.language ?? ""), "\(stream)")
  }

  @Test func tagsOfLanguages() {
    for (text, code) in [("en", "eng"), ("EN-gb", "eng"), ("deu", "deu"), ("ger", "deu"), ("zh-Hant-TW", "zho")] {
      #expect(LanguageTag(text)?.code == code)
    }
    for text in ["", "e", "english", "xx", "d3", "en_US", "en-", "12"] { #expect(LanguageTag(text) == nil, "\(text)") }
  }
}
