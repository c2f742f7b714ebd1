import CutlistKit
import Foundation
import Platform
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Media files that change after they were checked are named.
@Suite struct SourceWatchTests {
  private let folder: TemporaryFolder
  private let watch: SourceWatch

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.mp4", "b.mp4", "c.mp4"] { try BarcodeMovie().write(to: folder.path(name)) }
    let text = "timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4, b.mp4, c.mp4 ] } ]\n"
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    watch = try DocumentLoader().load(folder.path("edit.yaml")).sourceWatch
  }

  private var references: [MediaReference] { ["a.mp4", "b.mp4", "c.mp4"].map(MediaReference.init) }

  @Test func whatStaysIsNoChange() throws {
    #expect(watch.changes().isEmpty && watch.areUntouched(references))
    try watch.check()
    // A file of another name is another matter; one with another name besides is the same.
    #expect(!watch.areUntouched([MediaReference("d.mp4")]))
    Thread.sleep(forTimeInterval: 0.05)
    #expect(link(folder.path("a.mp4"), folder.path("also-a.mp4")) == 0)
    #expect(watch.changes().isEmpty && !watch.areUntouched(references))
    #expect(watch.areUntouched(references.dropFirst()))
  }

  /// Files such as fonts may lie behind a link or a folder that leads elsewhere from one moment to the next, without a
  /// file being changed.
  @Test func linksAndFoldersThatLeadElsewhere() throws {
    let files = FileManager.default
    for name in ["old", "new"] {
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      try Data(name.utf8).write(to: URL(fileURLWithPath: folder.path("\(name)/a.ttf")))
    }
    try files.createSymbolicLink(atPath: folder.path("current"), withDestinationPath: "old")
    Thread.sleep(forTimeInterval: 0.05)
    func watch(_ path: String) throws -> SourceWatch {
      SourceWatch(
        [:], in: try DocumentLoader().load(folder.path("edit.yaml")).mediaFolder, others: [folder.path(path)],
        since: FileIdentity.timeOfChanges)
    }
    let (linked, inFolder) = (try watch("current/a.ttf"), try watch("old/a.ttf"))
    #expect(linked.changes().isEmpty && inFolder.changes().isEmpty)
    try files.createSymbolicLink(atPath: folder.path("next"), withDestinationPath: "new")
    #expect(rename(folder.path("next"), folder.path("current")) == 0)
    #expect(linked.changes() == [.init(name: folder.path("current/a.ttf"), kind: .written)])
    #expect(inFolder.changes().isEmpty)
    try files.moveItem(atPath: folder.path("old"), toPath: folder.path("older"))
    #expect(inFolder.changes() == [.init(name: folder.path("old/a.ttf"), kind: .written)])
    try files.moveItem(atPath: folder.path("new"), toPath: folder.path("old"))
    #expect(inFolder.changes() == [.init(name: folder.path("old/a.ttf"), kind: .written)])
  }

  @Test func whatIsWrittenReplacedOrRemovedIsNamed() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("a.mp4")))
    try file.truncate(atOffset: 100)
    try FileManager.default.removeItem(atPath: folder.path("b.mp4"))
    try FileManager.default.moveItem(atPath: folder.path("c.mp4"), toPath: folder.path("old.mp4"))
    try FileManager.default.copyItem(atPath: folder.path("old.mp4"), toPath: folder.path("c.mp4"))
    let messages = watch.changes().map(\.message)
    #expect(
      messages == [
        "a.mp4 was changed since it was checked", "b.mp4 is gone since it was checked",
        "c.mp4 was changed since it was checked",
      ])
    let failure = #expect(throws: RenderFailure.self) { try watch.check() }
    #expect(failure?.kind == .sourceChanged && failure?.message == messages[0])
    #expect(failure?.detail == messages.dropFirst().joined(separator: "; "))
  }

  /// The document, its configuration and the timelines within it count by what they say.
  @Test(arguments: ["edit.yaml", ".cutlist.yaml", "inner.yaml"]) func textsThatSaySomethingElse(name: String) throws {
    let texts = [
      "edit.yaml": "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: { timeline: inner.yaml } } ] } ]\n",
      "inner.yaml": "timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n", ".cutlist.yaml": "root: true\n",
    ]
    for (name, text) in texts { try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8) }
    let loaded = try DocumentLoader().load(folder.path("edit.yaml"))
    let watch = loaded.sourceWatch
    #expect(watch.changes().isEmpty)
    try #require(texts[name]).write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    #expect(watch.changes().isEmpty)
    try (#require(texts[name]) + "# more\n").write(toFile: folder.path(name), atomically: false, encoding: .utf8)
    #expect(watch.changes().map(\.kind) == [.written])
    try FileManager.default.removeItem(atPath: folder.path(name))
    let failure = #expect(throws: RenderFailure.self) { try watch.check() }
    #expect(
      failure?.kind == .sourceChanged && failure?.message.contains("\(name) is gone") == true,
      "\(failure?.message ?? "")")
  }

  /// A folder on the way may be another one for a moment, and the one that was checked again afterwards.
  @Test func onlyWhatWasCheckedIsOpened() throws {
    func point(at target: String) throws {
      try? FileManager.default.removeItem(atPath: folder.path("clips"))
      try FileManager.default.createSymbolicLink(atPath: folder.path("clips"), withDestinationPath: target)
    }
    for (name, source) in [("one", "a.mp4"), ("two", "b.mp4")] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: folder.path(source), toPath: folder.path("\(name)/clip.mp4"))
    }
    try point(at: "one")
    let text = "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: clips/clip.mp4 } ] } ]\n"
    try text.write(toFile: folder.path("linked.yaml"), atomically: true, encoding: .utf8)
    try "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: { timeline: linked.yaml } } ] } ]\n"
      .write(toFile: folder.path("outer.yaml"), atomically: true, encoding: .utf8)
    let document = try DocumentLoader().load(folder.path("linked.yaml"))
    let outer = try DocumentLoader().load(folder.path("outer.yaml"))
    let nested = try #require(outer.catalog.timelines.values.first)
    let path = document.mediaFolder.path(of: MediaReference("clips/clip.mp4"))
    let paths = [path, outer.mediaFolder.folder(of: nested).path(of: MediaReference("clips/clip.mp4"))]
    for path in paths { _ = try path.open() }
    try point(at: "two")
    for path in paths {
      let failure = #expect(throws: SystemFailure.self) { try path.open() }
      #expect(failure?.isRefusal == true && failure?.description == "it is not the file that was checked")
    }
    try point(at: "one")
    for path in paths { _ = try path.open() }
    #expect(document.sourceWatch.changes().isEmpty)
  }

  /// A clip that was one file for a document and another for the timeline in it is opened for neither.
  @Test func whatWasTwoFilesWhileItWasReadIsNotOpened() throws {
    let identities = try ["a.mp4", "b.mp4"].map { try #require(FileIdentity(path: folder.path($0))) }
    let root = folder.url.path
    for (known, opens) in [([identities[0], identities[0]], true), ([identities[0], identities[1]], false)] {
      let media = MediaFolder(
        root: root, within: root, catalog: MediaCatalog(),
        checked: [MediaReference("a.mp4"): known[0], MediaReference(folder.path("a.mp4")): known[1]])
      for name in ["a.mp4", folder.path("a.mp4")] {
        #expect(((try? media.path(of: MediaReference(name)).open()) != nil) == opens)
      }
    }
  }

  private func status(_ name: String) -> stat {
    var status = stat()
    _ = stat(folder.path(name), &status)
    return status
  }

  private func setTimes(of name: String, to status: stat) {
    #expect(utimensat(AT_FDCWD, folder.path(name), [status.st_atim, status.st_mtim], 0) == 0)
  }

  /// The time of a file's last write is what programs say it is.
  @Test(arguments: [false, true]) func whatIsWrittenUnderItsOldTimeIsNamed(isStillOpen: Bool) throws {
    let before = status("b.mp4")
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path("b.mp4")))
    try file.seek(toOffset: 100)
    try file.write(contentsOf: Data([1, 2, 3, 4]))
    if !isStillOpen { try file.close() }
    setTimes(of: "b.mp4", to: before)
    #expect(status("b.mp4").st_mtim.tv_nsec == before.st_mtim.tv_nsec)
    #expect(watch.changes().map(\.message) == ["b.mp4 was changed since it was checked"])
  }

  @Test func namesRightsAndTimesAreNoChange() throws {
    #expect(rename(folder.path("a.mp4"), folder.path("d.mp4")) == 0)
    #expect(rename(folder.path("d.mp4"), folder.path("a.mp4")) == 0)
    #expect(chmod(folder.path("b.mp4"), 0o600) == 0)
    setTimes(of: "c.mp4", to: status("c.mp4"))
    _ = try Data(contentsOf: URL(fileURLWithPath: folder.path("c.mp4")))
    #expect(watch.changes().isEmpty && !watch.areUntouched(references))
  }

  /// A file in memory has no such times.
  private static let keepsTimesOfMappings =
    (try? CommandLineTool.run("stat", ["-f", "-c", "%T", NSTemporaryDirectory()]))?.hasPrefix("tmpfs") == false

  /// Somebody who has mapped a file, and written it before it was checked, goes on.
  @Test(.enabled(if: SourceWatchTests.keepsTimesOfMappings)) func whatIsWrittenThroughAMappingIsNamed() throws {
    let number = open(folder.path("b.mp4"), O_RDWR)
    defer { close(number) }
    let memory = try #require(mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, number, 0))
    defer { munmap(memory, 4096) }
    memory.storeBytes(of: 1, toByteOffset: 100, as: UInt8.self)
    let watch = try DocumentLoader().load(folder.path("edit.yaml")).sourceWatch
    #expect(watch.changes().isEmpty)
    // What is seen is the first write after one has gone to the disk, which the system does in its own time.
    for number in 0..<400 where watch.changes().isEmpty {
      Thread.sleep(forTimeInterval: 0.1)
      memory.storeBytes(of: UInt8(number % 251), toByteOffset: 101, as: UInt8.self)
    }
    #expect(watch.changes().map(\.message) == ["b.mp4 was changed since it was checked"])
  }
}
