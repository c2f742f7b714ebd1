import Foundation
import Platform
import TestSupport
import Synchronization
import Testing

/// Files appear whole or not at all, and nothing is left of those that do not.
@Suite struct WrittenFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path)) ?? []).sorted()
  }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.path(name), encoding: .utf8) }

  private func mode(_ name: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: folder.path(name))[.posixPermissions] as? Int)
  }

  @Test func aNewFileAndOneThatIsReplaced() throws {
    try WrittenFile.write(Array("one".utf8), to: folder.path("a"), .named)
    #expect(try text("a") == "one")
    #expect(chmod(folder.path("a"), 0o640) == 0)
    try WrittenFile.write(Array("two".utf8), to: folder.path("a"), .named)
    #expect(try text("a") == "two" && mode("a") == 0o640)
    #expect(names == ["a"])
  }

  /// Who sent the folder chose what a link leads to.
  @Test(arguments: [WrittenFile.Place.named, .beside]) func linksAreRefused(place: WrittenFile.Place) throws {
    try WrittenFile.write(Array("one".utf8), to: folder.path("a"), place)
    for (link, target) in [("l", "a"), ("m", "none"), ("n", "/dev/null")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
      let refusal = #expect(throws: SystemFailure.self) {
        try WrittenFile.write(Array("two".utf8), to: folder.path(link), place)
      }
      #expect(refusal?.description == "it is a symbolic link")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path(link)) == target)
    }
    #expect(try text("a") == "one")
    #expect(names == ["a", "l", "m", "n"])
  }

  /// The system's own names of open files are links as well.
  @Test func openFilesAreWrittenToByName() throws {
    try WrittenFile.write(Array("one".utf8), to: folder.path("a"), .named)
    let file = try Descriptor(folder.path("a"), O_RDWR)
    try WrittenFile.write(Array(" two".utf8), to: "/dev/fd/\(file.number)", .named)
    try WrittenFile.write(Array(" three".utf8), to: "/proc/self/fd/\(file.number)", .named)
    #expect(try text("a") == "one two three")
    #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: "/dev/fd/\(file.number)", .beside) }
  }

  /// Nobody waits for the other end of a pipe that lies where a lock would.
  @Test func onlyAFileIsWrittenBesideAnother() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: folder.path("pipe"), .beside) }
    #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: "/dev/null", .beside) }
  }

  /// Nor for one that has the name that a person gave; the pipe stays. One that is open already is written to.
  @Test func aPipeIsNoFileEither() throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let failure = #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: folder.path("pipe"), .named) }
    #expect(failure?.description == "it is not a regular file")
    var status = stat()
    #expect(lstat(folder.path("pipe"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO && names == ["pipe"])
    let pipe = Pipe()
    try WrittenFile.write([7], to: "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)", .named)
    #expect(pipe.fileHandleForReading.availableData == Data([7]))
  }

  /// What there is no room for leaves what was there.
  @Test func aFileThatMayNotGrowStaysWhatItWas() throws {
    // In a process of its own, whose limit it is.
    try WrittenFile.write(Array("old".utf8), to: folder.path("a"), .named)
    let pending = try PendingFile(for: folder.path("a"))
    try pending.descriptor.write(Array("half".utf8))
    #expect(try text("a") == "old")
    _ = consume pending
    #expect(try text("a") == "old" && names == ["a"])
  }

  @Test func whatIsNoFileIsWrittenToAsItIs() throws {
    try WrittenFile.write([1], to: "/dev/null", .named)
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    let failure = #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: "/dev/full", .named) }
    #expect(failure?.code == ENOSPC)
    #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: folder.url.path, .named) }
    #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: folder.path("no/such/file"), .named) }
  }

  @Test(arguments: [false, true]) func whatAppearedMeanwhileIsKeptWhereNothingMayBeReplaced(appearsLate: Bool) throws {
    if !appearsLate {
      try WrittenFile.write(Array("old".utf8), to: folder.path("a"), .named)
      let failure = #expect(throws: SystemFailure.self) { try PendingFile(for: folder.path("a"), replacing: .nothing) }
      #expect(failure?.code == EEXIST)
      return
    }
    for namesIt in [false, true] {
      let pending = try PendingFile(for: folder.path("b"), replacing: .nothing, namesIt: namesIt)
      try pending.descriptor.write(Array("new".utf8))
      try Data("other".utf8).write(to: folder.url.appending(path: "b"))
      let failure = #expect(throws: SystemFailure.self) { try pending.takeName() }
      #expect(failure?.code == EEXIST)
      #expect(try text("b") == "other")
      #expect(unlink(folder.path("b")) == 0)
      try pending.takeName()
      #expect(try text("b") == "new")
      #expect(unlink(folder.path("b")) == 0)
    }
    #expect(names.isEmpty)
  }

  /// A file is looked at before it is replaced and again when it has lost its place: it may have come in between.
  @Test(arguments: [false, true], [0, 1]) func whatFailsATestIsPutBack(namesIt: Bool, passes: Int) throws {
    for keepsOld in [false, true] {
      try Data("theirs".utf8).write(to: folder.url.appending(path: "a"))
      let left = Mutex(passes)
      let pending = try PendingFile(
        for: folder.path("a"),
        replacing: .tested { file throws(SystemFailure) in
          #expect(try file.contents() == Array("theirs".utf8))
          let isLast = left.withLock { left in
            left -= 1
            return left < 0
          }
          if isLast { throw SystemFailure(code: EBUSY) }
        }, namesIt: namesIt)
      try pending.descriptor.write(Array("new".utf8))
      let failure = #expect(throws: SystemFailure.self) {
        if keepsOld {
          try PendingFile.takeNames([pending], failing: { (failed) -> SystemFailure in failed.failure }) { () throws(SystemFailure) in }
        } else {
          try pending.takeName()
        }
      }
      #expect(failure?.code == EBUSY)
      #expect(try text("a") == "theirs")
    }
    #expect(names == ["a"])
  }

  @Test(arguments: [false, true]) func whatPassesATestIsReplaced(namesIt: Bool) throws {
    for isThere in [true, false] {
      if isThere { try Data("old".utf8).write(to: folder.url.appending(path: "a")) }
      let pending = try PendingFile(
        for: folder.path("a"),
        replacing: .tested { file throws(SystemFailure) in
          guard try file.contents() == Array("old".utf8) else { throw SystemFailure(code: EEXIST) }
        }, namesIt: namesIt)
      try pending.descriptor.write(Array("new".utf8))
      try pending.takeName()
      #expect(try text("a") == "new" && names == ["a"])
      try FileManager.default.removeItem(at: folder.url.appending(path: "a"))
    }
  }

  @Test(arguments: [false, true]) func aFileReplacesAnother(namesIt: Bool) throws {
    try Data("old".utf8).write(to: folder.url.appending(path: "a"))
    let pending = try PendingFile(for: folder.path("a"), namesIt: namesIt)
    try pending.descriptor.write(Array("new".utf8))
    #expect(try pending.length == 3 && text("a") == "old")
    try pending.synchronize()
    try pending.takeName()
    try pending.synchronizeFolder()
    #expect(try text("a") == "new" && names == ["a"])
  }

  /// Whatever the path of its folder leads to meanwhile, the file comes to be in that folder or nowhere, and nothing of
  /// it is elsewhere.
  @Test(arguments: [false, true], [false, true])
  func aFolderThatBecomesAnotherGetsNothing(namesIt: Bool, isLink: Bool) throws {
    for name in ["inside", "outside"] { try makeFolder(name) }
    try Data("old".utf8).write(to: folder.url.appending(path: "outside/a"))
    do {
      let pending = try PendingFile(for: folder.path("inside/a"), namesIt: namesIt)
      #expect(rename(folder.path("inside"), folder.path("moved")) == 0)
      if isLink {
        #expect(symlink("outside", folder.path("inside")) == 0)
      } else {
        #expect(rename(folder.path("outside"), folder.path("inside")) == 0)
      }
      try pending.descriptor.write(Array("new".utf8))
      let failure = #expect(throws: SystemFailure.self) { try pending.takeName() }
      #expect(failure?.description == "\(folder.path("inside")) is another folder by now")
    }
    #expect(try text("inside/a") == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("moved")) == [])
  }

  @Test func aFileStaysWithinItsRoot() throws {
    for name in ["root", "outside"] { try makeFolder(name) }
    #expect(symlink("../outside", folder.path("root/link")) == 0)
    let root = folder.path("root")
    for name in ["root/link/a", "outside/a", "root/../outside/a"] {
      let failure = #expect(throws: SystemFailure.self) { try PendingFile(for: folder.path(name), within: root) }
      #expect(failure?.code == EXDEV)
    }
    try PendingFile(for: folder.path("root/a"), within: root).takeName()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("outside")) == [])
    for name in ["", ".", "..", "/", "root", "root/", "root/new/"] {
      #expect(throws: SystemFailure(code: EISDIR)) { try PendingFile(for: "\(folder.url.path)/\(name)") }
    }
  }

  @Test func whatAKilledProcessLeftIsRemovedAndWhatOneWritesIsNot() throws {
    // As a process leaves it that is ended: without a lock.
    try Data("half".utf8).write(to: folder.url.appending(path: ".a.mp4.1x2y.part"))
    for name in [".b.mp4.1x2y.part", ".a.mp4.part", "a.mp4.1x2y.part", ".a.mp4.UP.part"] {
      try Data("other".utf8).write(to: folder.url.appending(path: name))
    }
    let atWork = try PendingFile(for: folder.path("a.mp4"), namesIt: true)
    let leftover = try #require(atWork.leftover)
    let open = try OpenFolder(folder.url.path)
    #expect(PendingFile.removeLeftovers(of: "a.mp4", in: open) == 0, "the first had been removed before")
    #expect(FileManager.default.fileExists(atPath: leftover))
    #expect(names.count == 5 && !names.contains(".a.mp4.1x2y.part"))
    _ = consume atWork
    #expect(names == [".a.mp4.UP.part", ".a.mp4.part", ".b.mp4.1x2y.part", "a.mp4.1x2y.part"])
  }

  @Test func foldersThatKilledProcessesLeftAreRemoved() throws {
    let root = folder.url.path
    let left = folder.url.appending(path: "work.aB3dE6")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    try Data("half".utf8).write(to: left.appending(path: "statistics.temp"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "work.other-folder"), withIntermediateDirectories: true)
    let first = try ScratchFolder("work", in: root)
    #expect(names.count == 2 && !names.contains("work.aB3dE6"))
    try WrittenFile.write([1], to: PathName.path(of: "a", in: first.path), .named)
    // That is looked for once.
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    let second = try ScratchFolder("work", in: root)
    #expect(names.contains("work.aB3dE6"))
    #expect(first.names == ["a"] && second.names.isEmpty)
    #expect(ScratchFolder.removeLeftovers(["work"], in: root) == 1)
    _ = consume first
    _ = consume second
    #expect(names == ["work.other-folder"])
    #expect(throws: SystemFailure.self) { try ScratchFolder("work", in: folder.path("nowhere")) }
  }

  // MARK: Several files at once

  private struct Refused: Error {}

  private func pendingFiles(_ names: [String], namesIt: Bool) throws -> [PendingFile] {
    try names.map { name in
      let file = try PendingFile(for: folder.path(name), namesIt: namesIt)
      try file.descriptor.write(Array("new".utf8))
      return file
    }
  }

  @Test(arguments: [false, true]) func filesTakeTheirNamesTogether(namesIt: Bool) throws {
    try Data("old".utf8).write(to: folder.url.appending(path: "a"))
    let files = try pendingFiles(["a", "b"], namesIt: namesIt)
    try PendingFile.takeNames(files, failing: { $0 }) { () throws(PendingFile.NamingFailure) in }
    #expect(try text("a") == "new" && text("b") == "new" && names == ["a", "b"])
  }

  /// What stood at their places is there again, and nothing where nothing was.
  @Test(arguments: [false, true], [0, 1, 2]) func whereOneFailsAllIsAsItWas(namesIt: Bool, failing: Int) throws {
    try Data("old".utf8).write(to: folder.url.appending(path: "a"))
    #expect(chmod(folder.path("a"), 0o640) == 0)
    do {
      let files = try pendingFiles(["a", "b", "c"], namesIt: namesIt)
      // A file does not take the place of a folder.
      if failing < 2 { try makeFolder(["b", "c"][failing]) }
      #expect(throws: (any Error).self) {
        try PendingFile.takeNames(files, failing: { $0 as any Error }) { () throws(any Error) in throw Refused() }
      }
    }
    #expect(try text("a") == "old" && mode("a") == 0o640)
    #expect(names == ["a"] + (failing < 2 ? [["b", "c"][failing]] : []))
  }

  /// Another process that begins the same file meanwhile does not take it for something that was left behind.
  @Test(arguments: [false, true]) func whatIsReplacedIsKeptUntilAllIsDone(namesIt: Bool) throws {
    try Data("old".utf8).write(to: folder.url.appending(path: "a"))
    do {
      let files = try pendingFiles(["a"], namesIt: namesIt)
      let open = try OpenFolder(folder.url.path)
      #expect(throws: (any Error).self) {
        try PendingFile.takeNames(files, failing: { $0 as any Error }) { () throws(any Error) in
          #expect(try text("a") == "new" && PendingFile.removeLeftovers(of: "a", in: open) == 0)
          throw Refused()
        }
      }
    }
    #expect(try text("a") == "old" && names == ["a"])
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: folder.url.appending(path: name), withIntermediateDirectories: false)
  }

  /// A pipe may appear where a file is to be; it is no file that anybody meant to replace.
  @Test(arguments: [false, true]) func whatIsNoFileIsNotReplaced(namesIt: Bool) throws {
    let file = try PendingFile(for: folder.path("a"), namesIt: namesIt)
    #expect(mkfifo(folder.path("a"), 0o600) == 0)
    let failure = #expect(throws: SystemFailure.self) { try file.takeName() }
    #expect(failure?.description == "it is not a regular file")
    let again = #expect(throws: SystemFailure.self) { try PendingFile(for: folder.path("a")) }
    #expect(again == failure)
  }

  @Test(arguments: [WrittenFile.Place.named, .beside])
  func aSmallFileThatMayNotReplaceAnotherLeavesIt(place: WrittenFile.Place) throws {
    let pending = try WrittenFile.begin(Array("new".utf8), to: folder.path("a"), place, replacing: .nothing)
    try Data("mine".utf8).write(to: folder.url.appending(path: "a"))
    let late = #expect(throws: SystemFailure.self) { try pending?.takeLastingName() }
    let early = #expect(throws: SystemFailure.self) {
      try WrittenFile.write(Array("new".utf8), to: folder.path("a"), place, replacing: .nothing)
    }
    #expect(late?.code == EEXIST && early?.code == EEXIST)
    #expect(try text("a") == "mine" && names == ["a"])
  }
}
