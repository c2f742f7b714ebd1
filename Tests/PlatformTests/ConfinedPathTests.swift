import Platform
import Foundation
import TestSupport
import Testing

/// What a path leads to, and what it does not.
@Suite struct ConfinedPathTests {
  let folder: TemporaryFolder
  private var root: String { folder.path("root") }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["root/sub", "outside"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try Data("in".utf8).write(to: URL(fileURLWithPath: folder.path("root/sub/a")))
    try Data("out".utf8).write(to: URL(fileURLWithPath: folder.path("outside/a")))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
  }

  private func text(_ path: String, byKernel: Bool) throws(SystemFailure) -> String {
    let file = try ConfinedPath(path, within: root).open(byKernel: byKernel)
    return String(decoding: try file.contents(upTo: 100), as: UTF8.self)
  }

  private func failure(_ path: String, byKernel: Bool) -> Int32? {
    do {
      _ = try text(path, byKernel: byKernel)
      return nil
    } catch { return error.code }
  }

  /// Whether the kernel keeps to the folder, if it can, or each folder is opened by itself.
  private static let ways = ConfinedPath.kernelConfines ? [true, false] : [false]

  @Test(arguments: ["sub/a", "./sub//a", "sub/../sub/a", "../root/sub/a"], ways)
  func staysInside(path: String, byKernel: Bool) throws {
    #expect(try text("\(root)/\(path)", byKernel: byKernel) == "in")
  }

  @Test(arguments: ways) func followsLinksThatStayInside(byKernel: Bool) throws {
    try link("root/relative", to: "sub/a")
    try link("root/absolute", to: folder.path("root/sub/a"))
    try link("root/folder", to: folder.path("root/sub"))
    for name in ["relative", "absolute", "folder/a"] {
      #expect(try text("\(root)/\(name)", byKernel: byKernel) == "in", "\(name)")
    }
  }

  @Test(arguments: ways) func refusesWhatLeadsOut(byKernel: Bool) throws {
    try link("root/relative", to: "../outside/a")
    try link("root/absolute", to: folder.path("outside/a"))
    try link("root/folder", to: folder.path("outside"))
    try link("root/up", to: "..")
    for name in ["relative", "absolute", "folder/a", "up/outside/a", "../outside/a", "sub/../../outside/a"] {
      #expect(failure("\(root)/\(name)", byKernel: byKernel) == EXDEV, "\(name)")
      #expect(!ConfinedPath("\(root)/\(name)", within: root).exists, "\(name)")
      #expect(!ConfinedPath("\(root)/\(name)", within: root).isInside, "\(name)")
    }
    #expect(failure(folder.path("outside/a"), byKernel: byKernel) == EXDEV)
    #expect(failure(folder.path("outside/none"), byKernel: byKernel) == EXDEV)
    #expect(throws: SystemFailure.self) { try ConfinedPath("\(root)/folder", within: root).names() }
  }

  /// The root itself is a person's choice: a link to it leads where it leads.
  @Test func rootMayBeALink() throws {
    try link("way", to: "root")
    let path = ConfinedPath(folder.path("way/sub/a"), within: folder.path("way"))
    #expect(try path.open().contents(upTo: 100) == Array("in".utf8))
    #expect(try ConfinedPath(folder.path("root/sub/a"), within: folder.path("way")).open().contents(upTo: 2).count == 2)
  }

  @Test(arguments: ways) func opensRegularFilesAlone(byKernel: Bool) throws {
    #expect(mkfifo(folder.path("root/pipe"), 0o600) == 0)
    #expect(failure("\(root)/pipe", byKernel: byKernel) == ESPIPE)
    #expect(mknod(folder.path("root/socket"), S_IFSOCK | 0o600, 0) == 0)
    try link("root/to-socket", to: "socket")
    #expect(failure("\(root)/socket", byKernel: byKernel) == ESPIPE)
    #expect(failure("\(root)/to-socket", byKernel: byKernel) == ESPIPE)
    #expect(failure("\(root)/sub", byKernel: byKernel) == EISDIR)
    #expect(failure("\(root)/none", byKernel: byKernel) == ENOENT)
    #expect(throws: SystemFailure.self) { try ConfinedPath(anywhere: "/dev/zero").open() }
  }

  /// A link that leads out of the folder gives the same error whether its target exists or not.
  @Test func nothingIsSaidOfWhatLiesOutside() throws {
    try Data("in".utf8).write(to: URL(fileURLWithPath: folder.path("root/a")))
    for (link, target) in [("l", "../outside"), ("m", "../none"), ("n", "../outside/a")] {
      try self.link("root/\(link)", to: target)
    }
    let said = ["l", "m", "n"].map { failure("\(root)/\($0)/../a", byKernel: ConfinedPath.kernelConfines) }
    #expect(said == [EXDEV, EXDEV, EXDEV] || !ConfinedPath.kernelConfines)
  }

  /// With an accent behind it a slash is another character for Swift, and not for the system.
  @Test(arguments: ways) func accentsHideNoSlash(byKernel: Bool) throws {
    try Data("out".utf8).write(to: URL(fileURLWithPath: folder.path("outside/\u{308}a")))
    try Data("in".utf8).write(to: URL(fileURLWithPath: folder.path("root/sub/\u{308}a")))
    try link("root/folder", to: folder.path("outside"))
    #expect(try text("\(root)/sub/\u{308}a", byKernel: byKernel) == "in")
    for name in ["folder/\u{308}a", "../outside/\u{308}a", "sub/..\u{2f}\u{308}/../../outside/a"] {
      #expect(failure("\(root)/\(name)", byKernel: byKernel).map { [EXDEV, ENOENT].contains($0) } == true, "\(name)")
      #expect(!ConfinedPath("\(root)/\(name)", within: root).exists, "\(name)")
    }
    #expect(!ConfinedPath("\(root)/../none/\u{308}a", within: root).isInside)
    #expect(!ConfinedPath("\(root)/none/..\u{2f}\u{308}/../../../none", within: root).isInside)
  }

  /// The system would take the path to end at such a character.
  @Test(arguments: ways) func refusesNUL(byKernel: Bool) {
    #expect(failure("\(root)/sub/a\0b", byKernel: byKernel) == EINVAL)
    #expect(failure("\(folder.path("outside/a"))\0\(root)/sub/a", byKernel: byKernel) == EINVAL)
  }

  /// What a path of a million names leads to is found before anybody has looked at each beginning of it.
  @Test func longPathsAreFollowedAsFarAsTheyGo() throws {
    try link("root/way", to: "sub")
    let rest = String(repeating: "x/", count: 1 << 20)
    let path = ConfinedPath("\(root)/way/\(rest)y", within: root)
    #expect(path.isInside && path.resolved == "\(ConfinedPath.resolved(root))/sub/\(rest)y")
    #expect(!ConfinedPath("\(root)/way/../../\(rest)y", within: root).isInside)
    #expect(!ConfinedPath("\(root)/\(rest)\(String(repeating: "../", count: (1 << 20) + 1))y", within: root).isInside)
    let failure = #expect(throws: SystemFailure.self) { try path.open() }
    #expect(failure?.code == ENAMETOOLONG)
  }

  @Test func holesAreNotStored() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(root)/sub/a"))
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    let path = ConfinedPath("\(root)/sub/a", within: root)
    let stored = try #require(path.entry()?.storedLength)
    #expect(path.identity?.size == 1 << 40 && stored < 1 << 20)
    #expect(try ConfinedPath("\(root)/none", within: root).entry()?.storedLength == nil)
  }

  @Test func isAsLongAsAllowed() throws {
    let path = ConfinedPath("\(root)/sub/a", within: root)
    #expect(throws: SystemFailure.self) { try path.open().contents(upTo: 1) }
  }

  /// A link that changes sides while it is opened leads out not once.
  @Test(arguments: ways) func cannotBeRaced(byKernel: Bool) throws {
    try Data("in".utf8).write(to: URL(fileURLWithPath: "\(root)/inside"))
    let (race, one, two) = ("\(root)/race", "\(root)/.one", "\(root)/.two")
    let outside = folder.path("outside/a")
    let isOver = Flag()
    let thread = Thread {
      while !isOver.isSet {
        symlink(outside, one)
        rename(one, race)
        Foundation.link("\(root)/inside", two)
        rename(two, race)
      }
    }
    thread.start()
    for _ in 0..<2000 { if let text = try? text(race, byKernel: byKernel) { #expect(text == "in") } }
    isOver.set()
  }
}

private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  var isSet: Bool { lock.withLock { value } }
  func set() { lock.withLock { value = true } }
}
