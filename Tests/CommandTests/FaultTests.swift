import Foundation
import TestSupport
import Testing

/// Where the system refuses something, the status says so, and what was there before is there.
@Suite struct FaultTests {
  private let folder: TemporaryFolder
  private let red = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]

    """

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.document(red)
  }

  private func shell(_ script: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.merging([
      "CUTLIST": Program.url.path, "XDG_CACHE_HOME": folder.path("cache"), "SWIFT_BACKTRACE": "enable=no",
    ]) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func text(_ name: String) -> String? { try? String(contentsOfFile: folder.path(name), encoding: .utf8) }

  // MARK: Standard output

  @Test(
    arguments: [
      "expand edit.yaml", "schema", "check --format json edit.yaml", "plan edit.yaml --format json", "rules", "--help",
      "explain missing-media", "emit edit.yaml --stage plan", "fmt -",
    ])
  func standardOutputThatIsFull(command: String) throws {
    #expect(try shell("\"$CUTLIST\" \(command) > /dev/full < edit.yaml") == 3)
    #expect(try shell("\"$CUTLIST\" \(command) < edit.yaml | true") == 0)
    #expect(try shell("\"$CUTLIST\" \(command) < edit.yaml") == 0)
  }

  @Test func standardErrorThatIsFull() throws {
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4 2> /dev/full") == 0)
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o b.mp4 <&- >&- 2>&-") == 0)
    #expect(text("edit.yaml") == red)
  }

  /// The next file that is opened would get the number of one that is missing, and what is said to it.
  @Test func aMissingStreamIsNotTheMovie() throws {
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4 --no-store") == 0)
    for (index, closed) in ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"].enumerated() {
      #expect(
        try shell("\"$CUTLIST\" render edit.yaml -o \(index).mp4 --no-store --progress plain \(closed)") == 0)
      #expect(
        FileManager.default.contentsEqual(atPath: folder.path("a.mp4"), andPath: folder.path("\(index).mp4")),
        "\(closed)")
    }
  }

  /// What the program opens itself has a number as well: that of the movie is no place for a list.
  @Test(arguments: [
    "render edit.yaml -o a.mp4 --depfile /dev/fd/NUMBER", "check edit.yaml --stamp s --depfile /dev/fd/NUMBER",
    "check edit.yaml --stamp /dev/fd/NUMBER", "init folder -o /dev/fd/NUMBER",
  ])
  func aDescriptorThatWasNotGivenIsNoPlace(command: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path("folder"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder.path("edit.yaml"), toPath: folder.path("folder/edit.yaml"))
    for number in 3...9 {
      let command = "\"$CUTLIST\" \(command.replacing("NUMBER", with: "\(number)")) 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-"
      #expect(try shell("rm -f a.mp4; \(command); test $? = 3 -o $? = 2") == 0, "\(number)")
      #expect(try shell("test ! -s a.mp4 || ffprobe -v error a.mp4") == 0)
    }
    // One that was given is.
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o b.mp4 --depfile /dev/fd/7 7> list; grep -q edit.yaml list") == 0)
  }

  /// What stands in for a closed output takes nothing.
  @Test(arguments: ["render edit.yaml -o a.mp4 --depfile /dev/stdout", "check edit.yaml --stamp s --depfile /dev/fd/1"])
  func aClosedOutputIsNoPlace(command: String) throws {
    #expect(try shell("\"$CUTLIST\" \(command) >&-") == 3)
    #expect(try shell("\"$CUTLIST\" \(command) | grep -q edit.yaml") == 0)
  }

  /// Swift puts another name in the place of one that is no UTF-8, which may be another file's.
  @Test func aNameThatIsNoUTF8IsRefused() throws {
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o $'o\\xff.mp4' --overwrite") == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["edit.yaml"])
  }

  /// A program that is started by `nohup` ignores SIGHUP.
  @Test func ignoredSignalsStayIgnored() throws {
    #expect(
      try shell(
        """
        trap '' HUP; "$CUTLIST" render edit.yaml -o a.mp4 --no-store &
        for n in 1 2 3 4 5; do sleep 0.05; kill -HUP $!; done; wait $!
        """) == 0)
  }

  @Test func whatIsMadeOfADocumentIsNotPutInItsPlace() throws {
    #expect(try shell("\"$CUTLIST\" check edit.yaml --stamp ok --depfile edit.yaml") == 3)
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4 --depfile ./edit.yaml") == 3)
    #expect(text("edit.yaml") == red)
    _ = try folder.document(red.replacing("{ color: red }", with: "{ image: pic-0.png }"), "pic.yaml")
    #expect(try shell("\"$CUTLIST\" frames edit.yaml --at 0s -o pic-0.png") == 0)
    let before = FileManager.default.contents(atPath: folder.path("pic-0.png"))
    #expect(try shell("\"$CUTLIST\" frames pic.yaml --at 0s --overwrite") == 2)
    #expect(FileManager.default.contents(atPath: folder.path("pic-0.png")) == before)
  }

  // MARK: Paths

  /// Foundation ends the program where it is asked for the folder of such a path.
  @Test(
    arguments: [
      "check x --stamp s --depfile e", "render x -o o --depfile e", "render x -o o.mp4 --depfile e", "fmt x",
      "inspect x", "plan x", "init x -o i", "check .", "check ..", "check /", "check ''", "check a/", "check //",
      "render edit.yaml -o /", "render edit.yaml -o .", "render edit.yaml -o ''", "render edit.yaml -o x/",
      "check edit.yaml --stamp /", "check edit.yaml --stamp s --depfile .", "frames x --at 0s -o f",
      "diff x x", "lock x", "check edit.yaml --config x", "render edit.yaml -o p.mp4 --store x",
    ])
  func shortPaths(command: String) throws {
    try "what is no movie".write(toFile: folder.path("x"), atomically: true, encoding: .utf8)
    let status = try shell("\"$CUTLIST\" \(command)")
    #expect((0...3).contains(status))
    #expect(text("x") == "what is no movie")
  }

  // MARK: What stands beside a movie

  @Test func aDependencyFileThatCannotBeWrittenLeavesTheOldMovie() throws {
    try "old".write(toFile: folder.path("a.mp4"), atomically: true, encoding: .utf8)
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite --depfile no/such/a.d") == 3)
    #expect(text("a.mp4") == "old")
    #expect(try shell("mkdir d; \"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite --depfile d") == 3)
    #expect(text("a.mp4") == "old")
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite --depfile a.d") == 0)
    #expect(text("a.mp4") != "old" && text("a.d")?.hasPrefix("a.mp4:") == true)
    #expect(folder.names == ["a.d", "a.mp4", "cache", "d", "edit.yaml"])
  }

  @Test func aListOfChaptersThatCannotBeWrittenLeavesTheOldMovie() throws {
    _ = try folder.document(red + "chapters: [ { at: 0s, title: { en: Red, it: Rosso } } ]\n")
    try "old".write(toFile: folder.path("a.mp4"), atomically: true, encoding: .utf8)
    #expect(try shell("mkdir a.chapters.json; \"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite") == 3)
    #expect(text("a.mp4") == "old")
    #expect(try shell("rmdir a.chapters.json; \"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite") == 0)
    #expect(text("a.mp4") != "old" && text("a.chapters.json")?.contains("Rosso") == true)
  }

  /// What is in a file's place and is none was not meant.
  @Test func aPipeIsNotReplaced() throws {
    #expect(try shell("mkfifo a.mp4; \"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite --store S") == 3)
    #expect(try shell("test -p a.mp4") == 0)
    #expect(folder.names == ["a.mp4", "edit.yaml"])
  }

  /// What is written while documents are checked is newer than their stamp, so that it is checked the next time.
  @Test func aStampIsAsOldAsItsCheck() throws {
    let waiting = "(sleep 3; touch meanwhile; cat edit.yaml) | \"$CUTLIST\" check - --stamp s"
    #expect(try shell("\(waiting) && test meanwhile -nt s && test s -nt edit.yaml") == 0)
  }

  /// A picture of a clip that is written meanwhile is not kept. The names of all frames together are longer than a
  /// pipe holds, so that the program waits for the reader, which changes the clip after the first one.
  @Test func aFrameOfAClipThatChangesIsNotWritten() throws {
    let times = (0..<25).map { "\($0)f" }.joined(separator: " ")
    let output = Array(repeating: String(repeating: "o", count: 250), count: 14).joined(separator: "/")
    let changing = "read -r first; printf x >> a.mp4; cat > /dev/null"
    _ = try folder.document(red.replacing("{ color: red }, duration: 1s", with: "a.mp4"), "clip.yaml")
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4 --no-store") == 0)
    let command = "\"$CUTLIST\" frames clip.yaml --at \(times) -o \(output) 2> said"
    #expect(try shell("\(command) | (\(changing)); exit ${PIPESTATUS[0]}") == 3)
    #expect(try shell("grep -q 'a.mp4 was changed since it was checked' said") == 0)
  }

  /// A stamp that cannot be set takes the list of what it is about back.
  @Test func aStampAndItsListGoTogether() throws {
    #expect(try shell("echo old > s.d; mkdir s; \"$CUTLIST\" check edit.yaml --stamp s --depfile s.d") == 3)
    #expect(text("s.d") == "old\n")
    #expect(try shell("rm s.d; \"$CUTLIST\" check edit.yaml --stamp s --depfile s.d") == 3)
    #expect(folder.names == ["edit.yaml", "s"])
    #expect(try shell("rmdir s; \"$CUTLIST\" check edit.yaml --stamp s --depfile s.d") == 0)
    #expect(folder.names == ["edit.yaml", "s", "s.d"] && text("s") == "")
    #expect(try shell("touch -d 2001-01-01 s; \"$CUTLIST\" check edit.yaml --stamp s; test s -nt edit.yaml") == 0)
  }

  /// A file that may not grow so far is what it was.
  @Test(arguments: ["lock edit.yaml", "init a.mp4 -o new.yaml", "render edit.yaml -o a.mp4 --overwrite --depfile e.d"])
  func filesThatMayNotGrowAreWholeOrNotThere(command: String) throws {
    _ = try folder.document("timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n", "clip.yaml")
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4") == 0)
    let movie = try Data(contentsOf: folder.url.appending(path: "a.mp4"))
    let names = folder.names
    #expect(try shell("ulimit -f 0; \"$CUTLIST\" \(command.replacing("lock edit", with: "lock clip"))") == 3)
    #expect(folder.names == names)
    #expect(try Data(contentsOf: folder.url.appending(path: "a.mp4")) == movie)
  }

  // MARK: Stamps

  @Test func aStampIsNotTouchedThroughALink() throws {
    #expect(try shell("echo old > other; ln -s other s; ln -s missing t") == 0)
    #expect(try shell("\"$CUTLIST\" check edit.yaml --stamp s") == 3)
    #expect(try shell("\"$CUTLIST\" check edit.yaml --stamp t") == 3)
    #expect(text("other") == "old\n" && !folder.names.contains("missing"))
  }

  // MARK: Media that cannot be looked into

  /// With so few files open, a clip cannot be opened: that says nothing about the document.
  @Test func whatTheSystemRefusesIsNoErrorOfTheDocument() throws {
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4") == 0)
    _ = try folder.document("timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n", "clip.yaml")
    var statuses: Set<Int32> = []
    for limit in 3...20 { statuses.insert(try shell("ulimit -n \(limit); exec \"$CUTLIST\" check clip.yaml")) }
    // Nor is it the fault of a table of colours that it cannot be copied.
    try "LUT_3D_SIZE 2\n\((0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined())"
      .write(toFile: folder.path("same.cube"), atomically: true, encoding: .utf8)
    _ = try folder.document(
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: a.mp4, effects: [ { lut: same.cube } ] } ] } ]\n",
      "table.yaml")
    #expect(try shell("\"$CUTLIST\" check table.yaml") == 0)
    #expect(try shell("TMPDIR=/nowhere \"$CUTLIST\" check table.yaml") == 3)
    // Below some number not even the loader finds its libraries.
    #expect(statuses.isSubset(of: [0, 3, 127]))
    #expect(statuses.contains(3) && statuses.contains(0))
  }

  // MARK: Limits

  /// A render that takes too long says nothing of its document, and tidies up as one that is cancelled.
  @Test func aRenderThatTakesTooLongLeavesNothing() throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 3600s } ] } ]
      export: { video: { bitrate: 200k } }

      """)
    let command = "\"$CUTLIST\" render edit.yaml -o a.mp4 --max-time 1 -j 2 --store S 2> said"
    #expect(try shell("mkdir tmp; TMPDIR=$PWD/tmp timeout -s KILL 120 \(command)") == 3)
    #expect(
      text("said")
        == "cutlist: error: the render was not done after 1 s; --max-time SECONDS allows more [limit-exceeded]\n")
    // What was finished is kept.
    #expect(folder.names.filter { $0 != "S" } == ["edit.yaml", "said", "tmp"])
    #expect(try shell("mkdir -p S; test -z \"$(ls -A tmp)$(find S -name '*.part' -o -name '*.lease')\"") == 0)
  }

  /// However little of a stack the program is given, as much is there as its documents take.
  @Test(arguments: ["check", "fmt --check", "expand"]) func aShortStack(command: String) throws {
    let deep = String(repeating: "[ ", count: 195) + "1" + String(repeating: " ]", count: 195)
    _ = try folder.document(red + "metadata: { title: \(deep) }\n", "deep.yaml")
    let usual = try shell("\"$CUTLIST\" \(command) deep.yaml")
    #expect(usual == 0 || usual == 1)
    #expect(try shell("ulimit -s 128; \"$CUTLIST\" \(command) deep.yaml") == usual)
  }

  // MARK: Killed renders

  /// Whatever moment a render is killed at, the next leaves nothing of it, and neither does `store gc`.
  @Test func nothingStaysOfAKilledRender() throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 640x360, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 40s } ] } ]
      export: { video: { bitrate: 200k } }

      """)
    #expect(try shell("mkdir tmp") == 0)
    for delay in ["0.1", "0.3", "0.6"] {
      _ = try shell(
        "TMPDIR=$PWD/tmp timeout -s KILL \(delay) \"$CUTLIST\" render edit.yaml -o a.mp4 --overwrite -j 1 --no-store")
    }
    #expect(try shell("TMPDIR=$PWD/tmp \"$CUTLIST\" store gc") == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("tmp")) == [])
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  /// A file system without files that have no name yet leaves one with a hidden name.
  @Test func theNextRenderRemovesWhatAnEarlierLeft() throws {
    try "half".write(toFile: folder.path(".a.mp4.1x2y3.part"), atomically: true, encoding: .utf8)
    try "other".write(toFile: folder.path(".b.mp4.1x2y3.part"), atomically: true, encoding: .utf8)
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o a.mp4") == 0)
    #expect(folder.names == [".b.mp4.1x2y3.part", "a.mp4", "cache", "edit.yaml"])
  }

  /// Whether or not it needs temporary files of its own.
  @Test func theNextRenderRemovesWhatAnEarlierLeftAmongTemporaryFiles() throws {
    let left = folder.path("temporary/cutlist-pass.a1B2c3")
    try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: true)
    try "half".write(toFile: left + "/statistics", atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: folder.path("temporary/cutlist-pass.other"), withIntermediateDirectories: false)
    #expect(try shell("TMPDIR=\"$PWD/temporary\" \"$CUTLIST\" render edit.yaml -o a.mp4") == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("temporary")) == ["cutlist-pass.other"])
  }

  /// A stamp that is touched would make what was looked at newer than itself.
  @Test func aStampIsNothingThatWasLookedAt() throws {
    try BarcodeMovie().write(to: folder.path("clip.mp4"))
    _ = try folder.document("timeline: 1\ntracks: [ { kind: video, segments: [ clip.mp4 ] } ]\n", "clip.yaml")
    for stamp in ["clip.yaml", "clip.mp4"] {
      let before = try FileManager.default.attributesOfItem(atPath: folder.path(stamp))[.modificationDate] as? Date
      #expect(try shell("\"$CUTLIST\" check clip.yaml --stamp \(stamp)") == 3)
      let after = try FileManager.default.attributesOfItem(atPath: folder.path(stamp))[.modificationDate] as? Date
      #expect(before == after)
    }
    #expect(try shell("\"$CUTLIST\" check clip.yaml --stamp stamp") == 0)
  }

  // MARK: Without /proc

  fileprivate static let canHideProc: Bool = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "unshare -rm sh -c 'mount -t tmpfs none /proc' 2>/dev/null"]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: FaultTests.canHideProc)) func withoutProc() throws {
    func hidden(_ command: String) throws -> Int32 {
      try shell("unshare -rm sh -c 'mount -t tmpfs none /proc; exec \"$CUTLIST\" \(command)'")
    }
    #expect(try hidden("render edit.yaml -o a.mp4 --no-store") == 0)
    #expect(folder.names.contains("a.mp4"))
    #expect(try hidden("check missing.yaml") == 2)
    #expect(try hidden("--help") == 0)
    #expect(try shell("\"$CUTLIST\" render edit.yaml -o b.mp4 --no-store; cmp a.mp4 b.mp4") == 0)
    #expect(folder.names == ["a.mp4", "b.mp4", "edit.yaml"])
    // What is tried apart is tried all the same, such as a drawing that shows less than it says.
    try "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><use href='b.svg#a'/></svg>".write(
      toFile: folder.path("a.svg"), atomically: true, encoding: .utf8)
    _ = try folder.document(
      "timeline: 1\ncanvas: { size: 64x48, rate: 10 }\ntracks: [ { kind: video, segments: [ { clip: a.svg, duration: 1s } ] } ]\n",
      "drawn.yaml")
    #expect(try hidden("check drawn.yaml") == 1)
  }

  // MARK: Fonts

  /// A font that is there and cannot be read is no fault of a drawing: nothing is drawn without its letters.
  @Test func aFontOfADrawingThatCannotBeRead() throws {
    try "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='48'><text y='40'>Hi</text></svg>".write(
      toFile: folder.path("a.svg"), atomically: true, encoding: .utf8)
    _ = try folder.document(
      "timeline: 1\ncanvas: { size: 64x48, rate: 10 }\ntracks: [ { kind: video, segments: [ { clip: a.svg, duration: 1s } ] } ]\n",
      "drawn.yaml")
    let script = """
      mkdir -p fonts; cp /usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf fonts/a.ttf
      echo "<fontconfig><dir>$PWD/fonts</dir><cachedir>$PWD/cache</cachedir></fontconfig>" > fonts.conf
      export FONTCONFIG_FILE="$PWD/fonts.conf"
      "$CUTLIST" check drawn.yaml || exit 10
      # The list of fonts is the same, and what it names is none any more.
      touch -r fonts before; rm fonts/a.ttf; mkdir fonts/a.ttf; touch -r before fonts
      "$CUTLIST" $command drawn.yaml
      """
    for command in ["check", "render -o a.mp4 --no-store"] {
      #expect(try shell("rm -rf fonts cache; command='\(command)'; \(script)") == 3)
    }
    #expect(!folder.names.contains("a.mp4"))
  }

  // MARK: Threads

  /// Where few threads may be started the work is done with those, and a signal ends it.
  @Test(.enabled(if: getuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func fewThreads() throws {
    // The superuser may start as many as there are.
    let other = getuid() == 0 ? "setpriv --reuid=65533 --regid=65533 --clear-groups " : ""
    #expect(try shell("chmod 777 .; \(other)test -x \"$CUTLIST\"") == 0)
    for count in 1...5 {
      let status = try shell(
        "rm -f a.mp4; HOME=/nowhere timeout -s KILL 60 \(other)prlimit --nproc=\(count) \"$CUTLIST\" render edit.yaml -o a.mp4 --store S -j 3"
      )
      #expect(status == 0, "\(count) threads")
    }
  }

  /// x265 waits for ever for a thread that does not come: it is not asked where there are too few.
  @Test(.enabled(if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")))
  func tooFewThreadsForAnEncoder() throws {
    _ = try folder.document(red + "export: { preset: hevc }\n")
    #expect(try shell("chmod 777 .") == 0)
    var statuses: Set<Int32> = []
    for count in [1, 3, 5, 7, 9, 11, 13, 15, 40] {
      statuses.insert(
        try shell(
          """
          rm -f a.mp4; HOME=/nowhere timeout -s KILL 60 setpriv --reuid=65532 --regid=65532 --clear-groups \
            prlimit --nproc=\(count) "$CUTLIST" render edit.yaml -o a.mp4 --no-store -j 3
          """))
    }
    #expect(statuses.isSubset(of: [0, 3]) && statuses.contains(0))
  }
}
