import Foundation
import TestSupport
import Testing

/// A document can be checked where its media are not.
@Suite struct LockTests {
  private let folder: TemporaryFolder
  private let document: String

  init() throws {
    folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("cat.mov"))
    try TestSound.write([TestSound.tone(300, count: 48000)], to: folder.path("song.wav"))
    document = try folder.document(LockTests.text(picture: "0s..1s"))
  }

  private static func text(picture: String, sound: String = "song.wav") -> String {
    """
    timeline: 1
    tracks:
      - { kind: video, segments: [ { clip: cat.mov, source: \(picture) } ] }
      - { kind: audio, segments: [ { clip: \(sound), source: 0s..1s } ] }

    """
  }

  private func remove(_ names: String...) throws {
    for name in names { try FileManager.default.removeItem(atPath: folder.path(name)) }
  }

  @Test func theMediaNeedNotBeThere() throws {
    let lock = try Program.run("lock", document)
    #expect(lock.status == 0 && lock.errors.hasSuffix("edit.yaml.lock: 2 media files\n"), "\(lock.errors)")
    let withMedia = try Program.run("check", document)
    try remove("cat.mov", "song.wav")
    #expect(try Program.run("check", document).status == 1)
    let locked = try Program.run("check", "--locked", document)
    #expect(locked.status == 0 && locked.errors == withMedia.errors, "\(locked.errors)")
    _ = try folder.document(LockTests.text(picture: "0s..1000s"))
    #expect(try Program.run("check", "--locked", document).errors.contains("[segment-beyond-source]"))
  }

  /// The lock has relative paths of files above the document too, so that it is valid in every checkout.
  @Test func aLockIsGoodForOtherFolders() throws {
    for name in ["alice/docs", "bob"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.copyItem(atPath: folder.path("cat.mov"), toPath: folder.path("alice/cat.mov"))
    try FileManager.default.copyItem(atPath: folder.path("song.wav"), toPath: folder.path("alice/song.wav"))
    _ = try folder.document(
      LockTests.text(picture: "0s..1s").replacing("cat.mov", with: "../cat.mov").replacing("song", with: "../song"),
      "alice/docs/edit.yaml")
    let alice = folder.path("alice")
    #expect(try Program.run("lock", "docs/edit.yaml", "--root", ".", in: alice).status == 0)
    #expect(try !String(contentsOfFile: folder.path("alice/docs/edit.yaml.lock"), encoding: .utf8).contains(alice))
    try remove("alice/cat.mov", "alice/song.wav")
    try FileManager.default.moveItem(atPath: alice, toPath: folder.path("bob/p"))
    let checked = try Program.run("check", "--locked", "docs/edit.yaml", "--root", ".", in: folder.path("bob/p"))
    #expect(checked.status == 0, "\(checked)")
  }

  @Test func theMediaOfVariantsAreInIt() throws {
    try TestSound.write([TestSound.tone(440, count: 48000)], to: folder.path("lied.wav"))
    let text = LockTests.text(picture: "0s..1s", sound: "\"${song}\"")
    _ = try folder.document(
      text + "parameters: { song: song.wav }\nvariants: { german: { parameters: { song: lied.wav } } }\n")
    let lock = try Program.run("lock", document)
    #expect(lock.status == 0 && lock.errors.hasSuffix("edit.yaml.lock: 3 media files\n"), "\(lock.errors)")
    try remove("cat.mov", "song.wav", "lied.wav")
    let locked = try Program.run("check", "--locked", document)
    #expect(locked.status == 0, "\(locked.errors)")
  }

  /// A source may have the name that a lock would have.
  @Test func nothingButALockIsReplaced() throws {
    #expect(try Program.run("lock", document).status == 0)
    #expect(try Program.run("lock", document).status == 0)
    try Data(contentsOf: URL(fileURLWithPath: folder.path("song.wav")))
      .write(to: URL(fileURLWithPath: folder.path("edit.yaml.lock")))
    _ = try folder.document(LockTests.text(picture: "0s..1s", sound: "edit.yaml.lock"))
    let lock = try Program.run("lock", document)
    #expect(lock.status == 3 && lock.errors.contains("edit.yaml.lock: a file is there already"), "\(lock.errors)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("edit.yaml.lock")))
        == Data(contentsOf: URL(fileURLWithPath: folder.path("song.wav"))))
  }

  @Test func aFileThatIsThereHasToBeTheSame() throws {
    #expect(try Program.run("lock", document).status == 0)
    #expect(try Program.run("check", "--locked", document).status == 0)
    // As long as before, and something else.
    try TestSound.write([TestSound.tone(301, count: 48000)], to: folder.path("song.wav"))
    let changed = try Program.run("check", "--locked", document)
    #expect(
      changed.status == 1 && changed.errors.contains("4:40: error: `song.wav` is not what it was when it was locked"))
    #expect(!changed.errors.contains("cat.mov"))
    #expect(try Program.run("lock", document).status == 0)
    #expect(try Program.run("check", "--locked", document).status == 0)
  }

  @Test func aFileThatIsNewIsFound() throws {
    #expect(try Program.run("lock", document).status == 0)
    try TestSound.write([TestSound.tone(300, count: 48000)], to: folder.path("new.wav"))
    _ = try folder.document(LockTests.text(picture: "0s..1s", sound: "new.wav"))
    let result = try Program.run("check", "--locked", document)
    #expect(result.status == 1 && result.errors.contains("the lock says nothing of `new.wav` [lock-mismatch]"))
  }

  @Test func theSameMediaGiveTheSameLock() throws {
    #expect(try Program.run("lock", document).status == 0)
    let first = try String(contentsOfFile: folder.path("edit.yaml.lock"), encoding: .utf8)
    try remove("edit.yaml.lock")
    #expect(try Program.run("lock", "edit.yaml", in: folder.url.path).status == 0)
    #expect(try String(contentsOfFile: folder.path("edit.yaml.lock"), encoding: .utf8) == first)
    let lock = try #require(try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    let media = try #require(lock["media"] as? [String: [String: Any]])
    #expect(media.keys.sorted() == ["cat.mov", "song.wav"])
    let points = try #require(media["cat.mov"]?["accessPoints"] as? [String: Any])
    #expect((points["count"] as? Int ?? 0) >= 1 && (points["longestGroup"] as? Int ?? 0) >= 1)
    #expect((media["song.wav"]?["content"] as? String)?.count == 64)
  }

  @Test func mediaOfTimelinesWithinAreLocked() throws {
    try FileManager.default.createDirectory(atPath: folder.path("inner"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: folder.path("cat.mov"), toPath: folder.path("inner/cat.mov"))
    _ = try folder.document(
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: cat.mov, source: 0s..1s } ] } ]\n", "inner/part.yaml")
    let outer = try folder.document(
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: inner/part.yaml } ] } ]\n", "outer.yaml")
    #expect(try Program.run("lock", outer).errors.contains("1 media file\n"))
    try remove("inner/cat.mov")
    let result = try Program.run("check", "--locked", outer)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func whatIsNoLockIsRefused() throws {
    #expect(try Program.run("check", "--locked", document).status == 2)
    for text in ["", "{}", "{ \"lock\": 9, \"media\": {} }", "{ \"lock\": 1, \"media\": { \"cat.mov\": 1 } }"] {
      _ = try folder.document(text, "edit.yaml.lock")
      let result = try Program.run("check", "--locked", document)
      #expect(result.status == 2 && result.errors.contains("it is no lock"), "\(text)")
    }
    #expect(try Program.run("check", "--locked", "-", input: "timeline: 1\n").status == 2)
    try remove("cat.mov", "edit.yaml.lock")
    #expect(try Program.run("lock", document).status == 1)
    #expect(!folder.names.contains("edit.yaml.lock"))
  }

  @Test func aStampDependsOnTheLock() throws {
    #expect(try Program.run("lock", document).status == 0)
    try remove("cat.mov")
    let result = try Program.run(
      "check", "--locked", document, "--stamp", folder.path("ok"), "--depfile", folder.path("ok.d"))
    #expect(result.status == 0, "\(result.errors)")
    let rules = try String(contentsOfFile: folder.path("ok.d"), encoding: .utf8)
    #expect(rules.contains("edit.yaml.lock") && rules.contains("song.wav") && !rules.contains("cat.mov"))
  }

  /// A lock has a sequence of pictures once, and each asset its own rate of it.
  @Test func aSequenceAtTwoRates() throws {
    try CommandLineTool.ffmpeg("-i", folder.path("cat.mov"), "-frames:v", "10", folder.path("i%d.png"))
    func write(_ rate: Int) throws {
      let text = """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        assets: { slow: { images: i%d.png, rate: 1 }, other: { images: i%d.png, rate: \(rate) } }
        tracks: [ { kind: video, segments: [ { clip: slow, source: 0s..8s }, { clip: other, source: 0s..400ms } ] } ]

        """
      _ = try folder.document(text)
    }
    try write(25)
    #expect(try Program.run("check", document).status == 0)
    var locks: Set<Data> = []
    for _ in 0..<8 {
      #expect(try Program.run("lock", document).status == 0)
      locks.insert(try Data(contentsOf: URL(filePath: folder.path("edit.yaml.lock"))))
    }
    #expect(locks.count == 1)
    for rate in [25, 5, 50] {
      try write(rate)
      let (there, locked) = (try Program.run("check", document), try Program.run("check", "--locked", document))
      #expect(there.errors == locked.errors && (there.status == 0) == (rate < 50), "\(rate): \(locked.errors)")
    }
  }

  /// A lock knows of a sequence of images as a whole; its pictures are compared where they are there.
  @Test func sequencesAreComparedByTheirPictures() throws {
    for (name, source) in [("old", "testsrc2=s=64x48:r=5:d=1"), ("new", "testsrc=s=64x48:r=5:d=1")] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      try CommandLineTool.ffmpeg("-f", "lavfi", "-i", source, folder.path("\(name)/f%d.ppm"))
      let path = try folder.document(
        """
        timeline: 1
        canvas: { size: 64x48, rate: 5 }
        tracks: [ { kind: video, segments: [ { clip: { images: f%d.ppm, rate: 5 } } ] } ]

        """, "\(name)/edit.yaml")
      #expect(try Program.run("lock", path).status == 0)
    }
    let difference = try Program.run("diff", "--locked", folder.path("old/edit.yaml"), folder.path("new/edit.yaml"))
    #expect(difference.status == 1 && difference.output.contains("5 of 5 frames differ"), "\(difference)")
    // Of what is not there nothing is the same.
    for number in 1...5 { try remove("old/f\(number).ppm", "new/f\(number).ppm") }
    #expect(try Program.run("diff", "--locked", folder.path("old/edit.yaml"), folder.path("new/edit.yaml")).status == 1)
  }
}
