import Foundation
import TestSupport
import Testing

/// What the program says, and with which exit status.
@Suite struct CommandLineTests {
  private let folder: TemporaryFolder
  private let good = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    metadata: { title: "Blue & red", artist: Åsa }
    tracks: [ { id: main, kind: video, segments: [ { clip: { color: blue }, duration: 1s }, { clip: { color: red }, duration: 1s } ] } ]
    chapters: [ { at: 0s, title: Blue }, { at: 1s, title: Red } ]

    """

  init() throws { folder = try TemporaryFolder() }

  @Test func soundThatTheEncoderDoesNotTakeIsFound() throws {
    try TestSound.write([TestSound.tone(300, count: 4800)], to: folder.path("a.wav"))
    func check(_ canvas: String, _ codec: String) throws -> String {
      let document = try folder.document(
        """
        timeline: 1
        canvas: { rate: 25, \(canvas) }
        tracks: [ { kind: audio, segments: [ a.wav ] } ]
        export: { preset: audio, container: mkv, audio: { codec: \(codec) } }

        """)
      return try Program.run("check", document).errors
    }
    #expect(try check("sample-rate: 192000", "aac").contains("2:34: error: `aac` does not take 192000 samples"))
    #expect(try check("channels: 7.1", "mp3").contains("2:31: error: `libmp3lame` does not take 8 channels"))
    #expect(try check("channels: 5.1, sample-rate: 96000", "aac").isEmpty)
    #expect(try check("channels: 7.1, sample-rate: 192000", "pcm").isEmpty)
  }

  /// Letters are measured in the fonts of this machine.
  @Test func aTextAtTheEdgeIsFound() throws {
    func check(_ title: String) throws -> String {
      try Program.run("check", try folder.document(good + "titles: [ { over: 0s..1s, \(title) } ]\n")).errors
    }
    let small = "style: { size: 6 }"
    #expect(try check("text: Hi, \(small)").isEmpty)
    #expect(try check("text: Hi, position: [50%, 98%], \(small)").contains("bottom edge of the picture"))
    #expect(try check("text: A long harbour, \(small)").isEmpty)
    #expect(try check("text: A very very long harbour, \(small)").contains("[text-outside-safe]"))
    // A word that is wider than its text may be stands out of that, and cannot be wrapped.
    let long = try check("text: A Donaudampfschifffahrtsgesellschaft, width: 40%, style: { size: 12% }")
    #expect(long.contains("beyond the left edge of the picture [text-outside-safe]"), "\(long)")
    #expect(try check("text: Donaudampfschifffahrtsgesellschaft, width: 40%, style: { size: 2% }").isEmpty)
    #expect(try check("text: A very very long harbour, width: 80%, \(small)").isEmpty)
    let right = "text: Donaudampfschifffahrt, width: 10%, anchor: [0, 50%], position: [60%, 50%]"
    let cut = try check("\(right), style: { size: 7%, align: left }")
    #expect(cut.contains("the right edge of the picture"), "\(cut)")
    #expect(try check("\(right), style: { size: 7%, align: right }").contains("the left edge of the picture"))
    // What moves, or wraps as it is meant to, is let pass.
    #expect(try check("text: Hi, position: { from: [50%, 98%], to: [50%, 50%] }, \(small)").isEmpty)
  }

  /// Shows VID-28, CMP-03.
  @Test func fifteenMistakesInOneRun() throws {
    let cases = Program.package.appendingPathComponent("Tests/CompilerTests/Cases/fifteen-mistakes.md")
    let text = try String(contentsOf: cases, encoding: .utf8)
    let document = try #require(text.firstMatch(of: /```yaml\n([\s\S]*?)```/)).1
    try BarcodeMovie().write(to: folder.path("cat.mov"))
    let result = try Program.run("check", "--format", "json", try folder.document(String(document)))
    #expect(result.status == 1)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let found = try #require(report["diagnostics"] as? [[String: Any]])
    let rules = Set(found.compactMap { $0["rule"] as? String })
    #expect(rules.count >= 15, "\(rules.sorted())")
    for diagnostic in found {
      let place = try #require(diagnostic["place"] as? [String: Any])
      #expect(
        place["line"] is Int && place["column"] is Int && (place["file"] as? String)?.hasSuffix("edit.yaml") == true)
    }
  }

  @Test func sayingNothingIsGood() throws {
    let result = try Program.run("check", try folder.document(good))
    #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty)
    #expect(try Program.run("check", "-", input: good).status == 0)
  }

  @Test func placesAreUnderlined() throws {
    let result = try Program.run("check", "edit.yaml", in: folder.url.path, input: nil)
    #expect(result.status == 2, "a document that is not there is the command line's fault")
    _ = try folder.document(good.replacing("duration: 1s }, {", with: "duratoin: 1s }, {"))
    let wrong = try Program.run("check", "edit.yaml", in: folder.url.path)
    #expect(wrong.status == 1 && wrong.output.isEmpty)
    #expect(
      wrong.errors.contains("edit.yaml:4:73: error: a segment has no key `duratoin` [unknown-key]"), "\(wrong.errors)")
    let lines = wrong.errors.split(separator: "\n")
    let source = try #require(lines.firstIndex { $0.hasPrefix(" 4 | tracks:") })
    let carets = lines[source + 1]
    #expect(carets.filter { $0 == "^" }.count == 8)
    let column = lines[source].distance(
      from: lines[source].startIndex, to: try #require(lines[source].firstRange(of: "duratoin")).lowerBound)
    #expect(carets.prefix { $0 != "^" }.count == column)
  }

  @Test(
    arguments: [
      (["render", "edit.yaml"], 2), (["frobnicate"], 2), (["render", "edit.yaml", "-o", "x.xyz"], 2),
      (["render", "edit.yaml", "-o", "x.mp4", "--range", "5s..9s"], 2),
      (["render", "edit.yaml", "-o", "x.mp4", "--range", "1s..3s"], 0),
      (["render", "edit.yaml", "-o", "edit.yaml", "--overwrite"], 2),
      (["render", "edit.yaml", "-o", "x.mp4", "--scale", "2"], 2),
      (["render", "edit.yaml", "-o", "nowhere/x.mp4"], 3), (["render", "edit.yaml", "-o", "x.mp4"], 0), (["--help"], 0),
      (["explain", "instruction-gap"], 0), (["explain", "no-such-rule"], 2), (["inspect", "edit.yaml"], 3),
      (["presets", "--json"], 0), (["frames", "edit.yaml", "--at", "7s"], 2), (["expand", "edit.yaml"], 0),
      (["render", "edit.yaml", "-o", "x.mp4", "--jobs", "0"], 2),
      (["render", "edit.yaml", "-o", "../x.mp4", "--root", "."], 2),
    ] as [([String], Int32)])
  func exitStatus(arguments: [String], status: Int32) throws {
    _ = try folder.document(good)
    let result = try Program.run(arguments, in: folder.url.path)
    #expect(result.status == status, "\(arguments): \(result.errors)")
    if status != 0 { #expect(!result.errors.isEmpty && result.output.isEmpty) }
  }

  @Test func nothingIsOverwrittenUnasked() throws {
    _ = try folder.document(good)
    try "precious".write(toFile: folder.path("out.mp4"), atomically: true, encoding: .utf8)
    let refused = try Program.run("render", "edit.yaml", "-o", "out.mp4", in: folder.url.path)
    #expect(refused.status == 2 && refused.errors.contains("[output-exists]"))
    #expect(try String(contentsOfFile: folder.path("out.mp4"), encoding: .utf8) == "precious")
    // A render that fails leaves the old file as well.
    _ = try folder.document(good.replacing("{ clip: { color: blue }, duration: 1s }", with: "gone.mov"))
    #expect(try Program.run("render", "edit.yaml", "-o", "out.mp4", "--overwrite", in: folder.url.path).status == 1)
    #expect(try String(contentsOfFile: folder.path("out.mp4"), encoding: .utf8) == "precious")
    _ = try folder.document(good)
    #expect(try Program.run("render", "edit.yaml", "-o", "out.mp4", "--overwrite", in: folder.url.path).status == 0)
    #expect(folder.names == ["edit.yaml", "out.mp4"])
  }

  /// Shows CHP-01.
  @Test func decodesCleanWithChaptersAndMetadata() throws {
    _ = try folder.document(good)
    #expect(try Program.run("render", "edit.yaml", "-o", "out.mp4", in: folder.url.path).status == 0)
    let complaints = try CommandLineTool.run(
      "ffmpeg", ["-v", "error", "-i", folder.path("out.mp4"), "-f", "null", "-"])
    #expect(complaints.isEmpty)
    let chapters = try CommandLineTool.ffprobe(
      folder.path("out.mp4"), "-show_entries", "chapter=start_time,end_time:chapter_tags=title")
    #expect(chapters == ["0.000000,1.000000,Blue", "1.000000,2.000000,Red"])
    let tags = try CommandLineTool.ffprobe(folder.path("out.mp4"), "-show_entries", "format_tags=title,artist")
    #expect(tags == ["Blue & red,Åsa"])
    let stream = try CommandLineTool.ffprobe(
      folder.path("out.mp4"), "-select_streams", "v", "-show_entries",
      "stream=codec_name,nb_frames,color_space,r_frame_rate")
    #expect(stream == ["h264,bt709,25/1,50"])
  }

  @Test func twiceTheSameBytes() throws {
    _ = try folder.document(good)
    for (name, jobs) in [("one.mp4", "1"), ("two.mp4", "2")] {
      #expect(try Program.run("render", "edit.yaml", "-o", name, "--jobs", jobs, in: folder.url.path).status == 0)
    }
    #expect(FileManager.default.contentsEqual(atPath: folder.path("one.mp4"), andPath: folder.path("two.mp4")))
  }

  @Test func interruptingLeavesNothingBehind() throws {
    var movie = BarcodeMovie()
    movie.frames = 2000
    try movie.write(to: folder.path("long.mp4"))
    _ = try folder.cuts("long.mp4", size: "1920x1080")
    let process = try Program.start(
      ["render", "edit.yaml", "-o", "out.mp4", "--no-store", "--progress", "json"], in: folder.url.path, errors: "said")
    // The first step is the sign that the work has begun, which takes its time where the machine is busy.
    func hasBegun() -> Bool {
      (try? String(contentsOfFile: folder.path("said"), encoding: .utf8))?.contains("framesDone") == true
    }
    waitUntil { !process.isRunning || hasBegun() }
    #expect(hasBegun() && process.isRunning)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130 && process.terminationReason == .exit)
    #expect(folder.names == ["edit.yaml", "long.mp4", "said"])
  }

  /// Saved well, badly, and well again: the movie follows, stays, and follows.
  /// Shows CMP-19.
  @Test func watchingRendersAgain() throws {
    func rendered(_ color: String) -> Bool {
      // The movie is put in its place whole, so any that is there can be read.
      guard let data = try? Data(contentsOf: URL(fileURLWithPath: folder.path("out.mp4"))) else { return false }
      return data == movies[color]
    }
    var movies: [String: Data] = [:]
    for color in ["red", "green"] {
      _ = try folder.document(good.replacing("color: red", with: "color: \(color)"))
      #expect(try Program.run("render", "edit.yaml", "-o", "\(color).mp4", in: folder.url.path).status == 0)
      movies[color] = try Data(contentsOf: URL(fileURLWithPath: folder.path("\(color).mp4")))
    }
    #expect(movies["red"] != movies["green"])
    _ = try folder.document(good)
    let process = try Program.start(
      ["render", "edit.yaml", "-o", "out.mp4", "--watch", "--no-store"], in: folder.url.path, errors: "said")
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    waitUntil { rendered("red") }
    #expect(rendered("red"))
    _ = try folder.document(good.replacing("color: red", with: "color: nothing"))
    waitUntil { (try? String(contentsOfFile: folder.path("said"), encoding: .utf8))?.contains("not made anew") == true }
    #expect(try String(contentsOfFile: folder.path("said"), encoding: .utf8).contains("`nothing` is not a colour"))
    #expect(rendered("red") && process.isRunning)
    _ = try folder.document(good.replacing("color: red", with: "color: green"))
    waitUntil { rendered("green") }
    #expect(rendered("green") && process.isRunning)
    // At this moment the render is tidying up.
    process.terminate()
    waitUntil { !process.isRunning }
    #expect(!process.isRunning && process.terminationStatus == 130)
  }

  /// A library that does not come back is no reason to go on after somebody has asked for the end.
  @Test func aLibraryThatDoesNotComeBackIsLeft() throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=64x64:rate=25:duration=2", "-c:v", "ffv1", folder.path("a.mkv"))
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments:
            - clip: a.mkv
              effects:
                - { filter: { name: geq, options: { lum: "if(gt(N,35),while(1,0),128)", cb: "128", cr: "128" } } }

      """)
    let process = try Program.start(
      ["render", "edit.yaml", "-o", "out.mp4", "--no-store"], in: folder.url.path, errors: "said")
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    func hasBegun() -> Bool { (try? processorTime(of: process.processIdentifier)) ?? 0 > 3 }
    waitUntil { hasBegun() || !process.isRunning }
    #expect(process.isRunning)
    process.terminate()
    waitUntil { !process.isRunning }
    #expect(!process.isRunning && process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a.mkv", "edit.yaml", "said"])
  }

  /// Before anything is rendered there is nothing to tidy up, and the status is that of a cancelled render as well. The
  /// signal that asks for a core as well ends the program itself.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]) func aSignalEndsTheCheckOfARender(number: Int32) throws {
    // What runs the tests may ignore them.
    signal(number, SIG_DFL)
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks:
        - kind: video
          segments: [ { clip: { color: red }, duration: 1s, effects: [ { filter: "geq=lum='while(1,1)'" } ] } ]

      """)
    let process = try Program.start(["render", "edit.yaml", "-o", "out.mp4"], in: folder.url.path, errors: "said")
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    func isTrying() -> Bool {
      let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter { Int($0) != nil } ?? []
      return processes.contains { number in
        let line = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
        return line.split(separator: " ").dropFirst(3).first == "\(process.processIdentifier)"
      }
    }
    waitUntil { isTrying() || !process.isRunning }
    kill(process.processIdentifier, number)
    waitUntil { !process.isRunning }
    #expect(!process.isRunning)
    #expect(process.terminationReason == (number == SIGQUIT ? .uncaughtSignal : .exit))
    #expect(process.terminationStatus == (number == SIGQUIT ? SIGQUIT : 130))
  }

  /// Seconds that a process has kept a processor.
  private func processorTime(of process: pid_t) throws -> Double {
    let fields = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8).split(separator: " ")
    return (Double(fields[13])! + Double(fields[14])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// A file that somebody else writes at the path of the movie or of its chapters is not replaced.
  @Test func whatIsPutThereIsNotWatchedOver() throws {
    func said(_ words: String) -> Bool {
      (try? String(contentsOfFile: folder.path("said"), encoding: .utf8))?.contains(words) == true
    }
    func write(_ text: String, _ name: String) throws {
      try? FileManager.default.removeItem(atPath: folder.path(name))
      try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    }
    try write("mine", "out.chapters.json")
    _ = try folder.document(good)
    let process = try Program.start(
      ["render", "edit.yaml", "-o", "out.mp4", "--watch", "--no-store"], in: folder.url.path, errors: "said")
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    waitUntil { said("out.mp4 is made") }
    _ = try folder.document(good + "chapters: [ { at: 0s, title: { en: One, de: Eins } } ]\n")
    waitUntil { said("out.chapters.json is already there") }
    #expect(try String(contentsOfFile: folder.path("out.chapters.json"), encoding: .utf8) == "mine")
    try write("precious", "out.mp4")
    _ = try folder.document(good.replacing("color: red", with: "color: green"))
    waitUntil { said("out.mp4 is already there") }
    #expect(try String(contentsOfFile: folder.path("out.mp4"), encoding: .utf8) == "precious")
    process.terminate()
    waitUntil { !process.isRunning }
    #expect(process.terminationStatus == 130)
  }

  @Test func whatIsThereIsNotWatchedOver() throws {
    _ = try folder.document(good)
    try "precious".write(toFile: folder.path("out.mp4"), atomically: true, encoding: .utf8)
    #expect(try Program.run("render", "edit.yaml", "-o", "out.mp4", "--watch", in: folder.url.path).status == 2)
    #expect(try Program.run("render", "-", "-o", "x.mp4", "--watch", in: folder.url.path, input: good).status == 2)
    #expect(try String(contentsOfFile: folder.path("out.mp4"), encoding: .utf8) == "precious")
  }

  /// A disk that is full, as far as this process can tell.
  @Test func aFileThatMayNotGrowLeavesNothingBehind() throws {
    var movie = BarcodeMovie()
    movie.frames = 50
    try movie.write(to: folder.path("a.mp4"))
    _ = try folder.cuts("a.mp4", size: "640x360")
    let result = try Program.run(
      ["render", "edit.yaml", "-o", "out.mkv", "--preset", "lossless"], in: folder.url.path, limits: "ulimit -f 8")
    #expect(result.status == 3 && result.errors.contains("[render-failed]"), "\(result.status): \(result.errors)")
    #expect(folder.names == ["a.mp4", "edit.yaml"])
  }

  @Test func fewFilesMayBeOpen() throws {
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    _ = try folder.cuts(Array(repeating: "{ clip: a.mp4, source: 1s..2s }", count: 40), size: "320x180")
    let result = try Program.run(
      ["render", "edit.yaml", "-o", "out.mp4", "--jobs", "2"], in: folder.url.path, limits: "ulimit -n 64")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func progressAsJSON() throws {
    _ = try folder.document(good)
    let result = try Program.run("render", "edit.yaml", "-o", "out.mp4", "--progress", "json", in: folder.url.path)
    let steps = try result.errors.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    let fractions = steps.compactMap { $0["fraction"] as? Double }
    #expect(steps.allSatisfy { $0["event"] is String } && fractions == fractions.sorted() && fractions.last == 1)
    #expect(try Program.run("render", "edit.yaml", "-o", "quiet.mp4", in: folder.url.path).errors.isEmpty)
  }

  /// Shows AST-11.
  @Test func theRootIsAFence() throws {
    let inside = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("outside.mp4"))
    try FileManager.default.createSymbolicLink(
      atPath: inside.path("link.mp4"), withDestinationPath: folder.path("outside.mp4"))
    for clip in ["link.mp4", folder.path("outside.mp4"), "../\(folder.url.lastPathComponent)/outside.mp4"] {
      _ = try inside.document("timeline: 1\ntracks: [ { kind: video, segments: [ \"\(clip)\" ] } ]\n")
      let refused = try Program.run("check", "edit.yaml", in: inside.url.path)
      #expect(refused.status == 1 && refused.errors.contains("[path-outside-root]"), "\(clip): \(refused.errors)")
      #expect(try Program.run("check", "edit.yaml", "--root", "/", in: inside.url.path).status == 0, "\(clip)")
    }
  }

  /// Shows AST-10.
  @Test func aLengthThatHadToBeCountedIsRemarked() throws {
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=d=2", "-c:a", "libmp3lame", "-q:a", "5", "-write_xing", "0", "-id3v2_version", "0",
      folder.path("a.mp3"))
    try CommandLineTool.ffmpeg("-i", folder.path("a.mp3"), "-c:a", "flac", folder.path("a.flac"))
    for (clip, rules) in [("a.mp3", ["imprecise-duration-source"]), ("a.flac", [])] {
      let text = "timeline: 1\ntracks: [ { kind: audio, segments: [ \(clip), { clip: \(clip), source: 0s..1s } ] } ]\n"
      let result = try Program.run("check", "--format", "json", try folder.document(text))
      let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let found = try #require(report["diagnostics"] as? [[String: Any]])
      #expect(result.status == 0 && found.compactMap { $0["rule"] as? String } == rules, "\(result.output)")
    }
  }

  /// Shows AST-03.
  @Test func tenThousandSegmentsWithoutMedia() throws {
    let segments = (0..<10_000).map {
      "      - { clip: clip-\($0 % 50).mp4, source: \($0 % 900)f.., duration: 37f, opacity: { from: 0, to: 1, over: 0s..1s } }"
    }
    let document = try folder.document(
      "timeline: 1\ncanvas: { size: 1280x720, rate: 30 }\ntracks:\n  - kind: av\n    segments:\n"
        + segments.map { $0.replacing("f..,", with: "s..+2s,") }.joined(separator: "\n") + "\n")
    let result = try Program.run("check", "--offline", document)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors.prefix(500))")
  }

  /// Shows AST-07, VID-27.
  @Test func initWritesADocumentThatRenders() throws {
    try BarcodeMovie().write(to: folder.path("my clip.mp4"))
    #expect(try Program.run("init", "my clip.mp4", "-o", "first.yaml", in: folder.url.path).status == 0)
    #expect(try Program.run("init", "my clip.mp4", "-o", "first.yaml", in: folder.url.path).status == 2)
    let checked = try Program.run("check", "first.yaml", in: folder.url.path)
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.errors)")
    #expect(
      try Program.run("render", "first.yaml", "-o", "first.mkv", "--preset", "lossless", in: folder.url.path).status
        == 0)
    #expect(
      try Program.run("render", "my clip.mp4", "-o", "itself.mkv", "--preset", "lossless", in: folder.url.path).status
        == 0)
    let hashes = try ["first.mkv", "itself.mkv", "my clip.mp4"].map {
      try CommandLineTool.run("ffmpeg", ["-v", "error", "-i", folder.path($0), "-map", "0:v", "-f", "md5", "-"])
    }
    #expect(Set(hashes).count == 1)
  }

  @Test func stagesArePrinted() throws {
    _ = try folder.document(good)
    for (stage, word) in [
      ("document", "track main video"), ("composition", "instructions"), ("graph", "shot: frames 0 to 24"),
    ] {
      let result = try Program.run("emit", "--stage", stage, "edit.yaml", in: folder.url.path)
      #expect(result.status == 0 && result.output.contains(word), "\(result.output)")
    }
  }

  @Test func inspectTellsWhatIsInside() throws {
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    let result = try Program.run("inspect", "--format", "json", "a.mp4", in: folder.url.path)
    let report = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    let video = try #require(report[0]["video"] as? [String: Any])
    #expect(
      video["size"] as? String == "320x180" && video["rate"] as? String == "25"
        && report[0]["duration"] as? String == "4")
  }
}
