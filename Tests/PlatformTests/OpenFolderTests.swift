import Foundation
import Platform
import TestSupport
import Testing

/// An open folder is left by no name and through no link.
@Suite struct OpenFolderTests {
  private let folder: TemporaryFolder
  private let open: OpenFolder

  init() throws {
    folder = try TemporaryFolder()
    try OpenFolder.make(folder.path("here/inner"))
    try Data("out".utf8).write(to: URL(fileURLWithPath: folder.path("a")))
    open = try OpenFolder(folder.path("here"))
  }

  @Test(arguments: ["../a", "..", ".", "inner/../../a", "/etc/passwd", "a\0", ""]) func namesArePlain(name: String) throws {
    #expect(throws: SystemFailure.self) { try open.file(name, O_RDONLY) }
    #expect(throws: SystemFailure.self) { try open.folder(name) }
    #expect(throws: SystemFailure.self) { try open.remove(name) }
    #expect(throws: SystemFailure.self) { try open.makeFolder(name) }
    #expect((try? open.status(of: name)) ?? nil == nil && FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test func linksAreNotFollowed() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path("here/l"), withDestinationPath: "../a")
    try FileManager.default.createSymbolicLink(atPath: folder.path("here/f"), withDestinationPath: "..")
    #expect(throws: SystemFailure.self) { try open.file("l", O_RDONLY) }
    #expect(throws: SystemFailure.self) { try open.folder("f") }
    #expect(try open.status(of: "l").map { $0.st_mode & S_IFMT } == S_IFLNK)
    try open.remove("l")
    #expect(try open.names().sorted() == ["f", "inner"] && FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test func itIsTheSameWhateverTakesItsPlace() throws {
    try FileManager.default.moveItem(atPath: folder.path("here"), toPath: folder.path("there"))
    try OpenFolder.make(folder.path("here"))
    let file = try open.file("b", O_WRONLY | O_CREAT | O_EXCL)
    try file.write(Array("in".utf8))
    try open.link("b", as: "c")
    try open.rename("b", to: "d")
    #expect(try open.names().sorted() == ["c", "d", "inner"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("there")).sorted() == ["c", "d", "inner"])
    #expect(throws: SystemFailure.self) { try open.link("c", as: "d") }
  }
}
