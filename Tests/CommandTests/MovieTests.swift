import Foundation
import TestSupport
import Testing

/// Movies, and timelines that are given to the program like movies.
@Suite struct MovieTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    var movie = BarcodeMovie()
    movie.sound = [TestSound.tone(440, count: 192_000)]
    try movie.write(to: folder.path("a.mp4"))
  }

  private func run(_ arguments: String...) throws -> Program.Result { try Program.run(arguments, in: folder.url.path) }

  private func streams(of name: String, _ entries: String) throws -> [String] {
    try CommandLineTool.ffprobe(folder.path(name), "-show_entries", "stream=\(entries)")
  }

  /// Shows AST-07, VID-16.
  @Test func framesOfAMovieAreThoseOfItsTimeline() throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: a.mp4, source: 1s..2s }, { clip: a.mp4, source: 3s..4s } ] } ]
      titles: [ { text: Over, over: 20f..30f } ]
      export: lossless

      """)
    #expect(try run("render", "edit.yaml", "-o", "out.mkv").status == 0)
    for time in ["0s", "24f", "25f", "49f"] {
      for (name, picture) in [("edit.yaml", "of-timeline.png"), ("out.mkv", "of-movie.png")] {
        #expect(try run("frames", name, "--at", time, "-o", picture, "--overwrite").status == 0)
      }
      let (first, second) = (folder.path("of-timeline.png"), folder.path("of-movie.png"))
      #expect(FileManager.default.contentsEqual(atPath: first, andPath: second), "at \(time)")
    }
  }

  /// A letter with its accent and a letter and an accent are equal for Unicode and two names for the system.
  @Test func namesThatLookTheSameAreTwoFiles() throws {
    for (letter, color, length) in [("\u{e9}", "red", "1s"), ("e\u{301}", "blue", "2s")] {
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "color=\(color):size=64x64:rate=25:duration=\(length.dropLast())",
        folder.path("\(letter).mp4"))
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: \(color) }, duration: \(length) } ] } ]

        """, "\(letter).yaml")
    }
    for ending in ["mp4", "yaml"] {
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: \u{e9}.\(ending) }, { clip: e\u{301}.\(ending) } ] } ]
        export: lossless

        """)
      #expect(try run("render", "edit.yaml", "-o", "\(ending).mkv").status == 0)
      let (first, last) = ("\(ending)-first.png", "\(ending)-last.png")
      #expect(try run("frames", "\(ending).mkv", "--at", "0s", "-o", first).status == 0)
      #expect(try run("frames", "\(ending).mkv", "--at", "74f", "-o", last).status == 0)
      #expect(!FileManager.default.contentsEqual(atPath: folder.path(first), andPath: folder.path(last)), "\(ending)")
    }
  }

  /// Libavformat takes one for a picture of a sequence by its name, unless it looks far enough inside.
  @Test(arguments: ["jpg", "jpeg", "png", "bmp", "tiff", "webp", "ppm"]) func picturesAreRead(ending: String) throws {
    let path = folder.path("picture.\(ending)")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=size=640x480:duration=0.04", "-frames:v", "1", path)
    let result = try run("inspect", "picture.\(ending)")
    #expect(result.status == 0 && result.output.contains("640x480"), "\(result.output) \(result.errors)")
  }

  /// Shows VID-14, VID-24, VID-25.
  @Test func aTurnedMovieComesOutUpright() throws {
    try CommandLineTool.ffmpeg(
      "-i", folder.path("a.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", folder.path("turned.mp4"))
    let said = try run("inspect", "turned.mp4").output
    #expect(said.contains("320x180") && said.contains("shown as 180x320"), "\(said)")
    #expect(try run("render", "turned.mp4", "-o", "out.mp4", "--range", "0s..1s").status == 0)
    #expect(try streams(of: "out.mp4", "width,height,nb_frames").first == "180,320,25")
    let made = try run("inspect", "out.mp4").output
    #expect(!made.contains("turned") && !made.contains("shown as"), "\(made)")
  }

  /// Shows CMP-06.
  @Test(arguments: [("video", ["video"]), ("audio", ["audio"]), ("av", ["video", "audio"])])
  func aTrackTakesWhatItPlays(kind: String, media: [String]) throws {
    _ = try folder.document(
      "timeline: 1\ntracks: [ { kind: \(kind), segments: [ { clip: a.mp4, source: 1s..2s } ] } ]\n")
    #expect(try run("render", "edit.yaml", "-o", "out.mp4").status == 0)
    #expect(try streams(of: "out.mp4", "codec_type") == media)
  }

  /// Shows AST-04.
  @Test func everyStreamIsListed() throws {
    try CommandLineTool.ffmpeg(
      "-i", folder.path("a.mp4"), "-map", "0:v", "-map", "0:a", "-map", "0:a", "-c", "copy", "-metadata:s:a:0",
      "language=swe", "-metadata:s:a:1", "language=ita", folder.path("three.mkv"))
    let report = try JSONSerialization.jsonObject(
      with: Data(run("inspect", "three.mkv", "--format", "json").output.utf8))
    let file = try #require((report as? [[String: Any]])?.first)
    let listed = try #require(file["streams"] as? [[String: Any]])
    #expect(listed.compactMap { $0["index"] as? Int } == [0, 1, 2])
    #expect(listed.compactMap { $0["medium"] as? String } == ["video", "audio", "audio"])
    #expect(listed.compactMap { $0["language"] as? String }.suffix(2) == ["swe", "ita"])
  }

  /// Loud for two seconds and silent for eight, without a list of its frames. Shows AST-08, AST-09.
  @Test func aGuessedLengthIsSaidToBeOneAndCountedByTheCompiler() throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "anoisesrc=d=2:c=white:r=48000,apad=whole_dur=10", "-c:a", "libmp3lame", "-q:a", "5",
      "-id3v2_version", "0", "-write_xing", "0", folder.path("bare.mp3"))
    let (guessed, counted) = (try run("inspect", "bare.mp3").output, try run("inspect", "--precise", "bare.mp3").output)
    #expect(guessed.contains(" s (estimated)") && !guessed.contains("10.032 s"), "\(guessed)")
    #expect(counted.contains("10.032 s (scanned)"), "\(counted)")
    #expect(try run("inspect", "a.mp4").output.contains("4 s (header)"))
    _ = try folder.document("timeline: 1\ntracks: [ { kind: audio, segments: [ bare.mp3 ] } ]\n")
    #expect(try run("emit", "edit.yaml", "--stage", "composition").output.contains("0s..10.032s  bare.mp3"))
  }

  /// Shows AUD-10.
  @Test func aMixThatIsTooLoudIsSaidToBe() throws {
    try TestSound.write([TestSound.constant(0.75, count: 48000)], to: folder.path("loud.wav"))
    _ = try folder.document(
      """
      timeline: 1
      tracks:
        - { kind: audio, segments: [ loud.wav ] }
        - { kind: audio, segments: [ { gap: 500ms }, { clip: loud.wav, source: 0s..500ms } ] }
      export: audio

      """)
    let rendered = try run("render", "edit.yaml", "-o", "out.m4a")
    #expect(rendered.status == 0 && rendered.errors.contains("[mix-clipped]"), "\(rendered.errors)")
    #expect(rendered.errors.contains("1.50 times full scale at 0.5 s"), "\(rendered.errors)")
  }

  /// Shows VID-31.
  @Test func filtersAreCheckedAgainstTheLibrary() throws {
    func check(_ filter: String) throws -> String {
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s, effects: [ \(filter) ] } ] } ]

        """)
      return try run("check", "edit.yaml").errors
    }
    #expect(try check("{ filter: hflip }").isEmpty)
    let unknown = try check("{ filter: hflipp }")
    #expect(unknown.contains("3:97: error: ") && unknown.contains("did you mean `hflip`?"), "\(unknown)")
    let option = try check("{ filter: { name: hue, options: { saturation: 0 } } }")
    #expect(option.contains("the filter `hue` has no option `saturation` [unknown-option]"), "\(option)")
  }

  /// Shows AST-17, CMP-30.
  @Test(arguments: ["text.mp4", "gone.mp4", "words.srt"]) func whatCannotBePlayedIsRefusedFirst(name: String) throws {
    try "This is no movie.".write(toFile: folder.path("text.mp4"), atomically: true, encoding: .utf8)
    try "1\n00:00:00,000 --> 00:00:02,000\nHello\n"
      .write(toFile: folder.path("words.srt"), atomically: true, encoding: .utf8)
    let before = folder.names
    _ = try folder.document("timeline: 1\ntracks: [ { kind: av, segments: [ a.mp4, \(name) ] } ]\n")
    let result = try run("render", "edit.yaml", "-o", "out.mp4")
    #expect(result.status == 1 && result.errors.contains("edit.yaml:2:42: error: "), "\(result.errors)")
    #expect(folder.names == (before + ["edit.yaml"]).sorted())
  }

  /// Shows ANI-12.
  @Test func aFontThatIsNotThereIsFoundByTheCheck() throws {
    _ = try folder.document(
      """
      timeline: 1
      tracks: [ { kind: video, segments: [ a.mp4 ] } ]
      titles: [ { text: Hello, style: { font: No Such Family } }, { text: "a\u{10FFFD}" } ]

      """)
    let checked = try run("check", "edit.yaml")
    #expect(checked.status == 1)
    #expect(checked.errors.contains("3:41: error: this machine has no font `No Such Family` [unknown-font]"))
    #expect(checked.errors.contains("[missing-glyph]"), "\(checked.errors)")
  }

  /// Shows AST-01.
  @Test func everyKindOfAssetPlays() throws {
    for (time, name) in [("0s", "boat_1.png"), ("1s", "boat_2.png")] {
      #expect(try run("frames", "a.mp4", "--at", time, "-o", name).status == 0)
    }
    try TestSound.write([TestSound.tone(330, count: 48000)], to: folder.path("theme.wav"))
    _ = try folder.document(
      "timeline: 1\ntracks: [ { kind: av, segments: [ { clip: a.mp4, source: 0s..1s } ] } ]\n", "inner.yaml")
    let text = """
      timeline: 1
      assets:
        movie: { file: a.mp4 }
        sound: { file: theme.wav }
        still: { image: boat_1.png }
        run: { images: boat_%d.png, rate: 2 }
        slate: { color: navy }
        inner: { timeline: inner.yaml }
      tracks:
        - kind: av
          segments:
            - { clip: movie, source: 0s..1s }
            - { clip: still, duration: 1s }
            - run
            - { clip: slate, duration: 1s }
            - inner
        - { kind: audio, segments: [ sound ] }

      """
    _ = try folder.document(text)
    let rendered = try run("render", "edit.yaml", "-o", "out.mp4")
    #expect(rendered.status == 0, "\(rendered.errors)")
    #expect(try streams(of: "out.mp4", "codec_type,nb_frames").first == "video,125")
    _ = try folder.document(text.replacing("{ file: a.mp4 }", with: "{ tape: a.mp4 }"))
    let kinds = "one of the keys `file`, `image`, `images`, `timeline`, `color` is needed"
    #expect(try run("check", "edit.yaml").errors.contains("edit.yaml:3:12: error: \(kinds)"))
  }

  /// What is shorter than the meter's block, or silent, has no loudness.
  @Test(arguments: [("sine=duration=0.3", 0), ("anullsrc=duration=2", 0), ("sine=duration=2", 1)])
  func saysThatLoudnessCannotBeMeasured(source: String, measured: Int) throws {
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", source, folder.path("sound.wav"))
    _ = try folder.document(
      "timeline: 1\ntracks: [ { kind: audio, segments: [ sound.wav ] } ]\nmix: { loudness: -20 }\nexport: audio\n")
    let result = try run("render", "edit.yaml", "-o", "out.m4a", "--progress", "none")
    #expect(result.status == 0)
    #expect(result.errors.contains("[loudness-missed]") == (measured == 0), "\(result.errors)")
  }

  @Test func encodersPrintNothing() throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 200ms } ] } ]
      export: { video: { codec: av1 } }

      """)
    let result = try run("render", "edit.yaml", "-o", "out.mp4", "--progress", "none")
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }
}
