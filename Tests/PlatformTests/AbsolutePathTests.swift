import Foundation
import Platform
import TestSupport
import Testing

/// Paths as they are from the root, and paths that only their bytes tell apart.
@Suite struct AbsolutePathTests {
  private let here = FileManager.default.currentDirectoryPath

  @Test func relativePathsStartHere() {
    #expect(AbsolutePath.of("") == here && AbsolutePath.of(".") == here)
    #expect(AbsolutePath.of("./a//b/") == "\(here)/a/b")
    #expect(AbsolutePath.of("../a") == PathName.path(of: "a", in: PathName.folder(of: here)))
    #expect(AbsolutePath.of("/../a/./b") == "/a/b" && AbsolutePath.of("/") == "/")
    // What a name leads to decides where `..` leads.
    #expect(AbsolutePath.of("a/../b") == "\(here)/a/../b" && AbsolutePath.written("a/../b") == "\(here)/b")
    #expect(AbsolutePath.written("/a/../../b/..") == "/")
  }

  @Test(arguments: ["~", "~root", "~nobody-at-all"]) func aTildeIsAName(name: String) {
    #expect(AbsolutePath.of("\(name)/a") == "\(here)/\(name)/a")
    #expect(AbsolutePath.written("\(name)/a") == "\(here)/\(name)/a")
  }

  @Test func waysFromFolderToFile() {
    #expect(AbsolutePath.relative("/a/b/c", from: "/a/d/e") == "../../b/c")
    #expect(AbsolutePath.relative("/a/b", from: "/a") == "b" && AbsolutePath.relative("/a", from: "/") == "a")
    #expect(AbsolutePath.relative("/caf\u{e9}/a", from: "/cafe\u{301}") == "../caf\u{e9}/a")
  }

  @Test func bytesTellPathsApart() {
    let names = ["caf\u{e9}", "cafe\u{301}"]
    #expect(names[0] == names[1] && ExactPath(names[0]) != ExactPath(names[1]))
    #expect(Set(names.map(ExactPath.init)).count == 2)
    #expect((names + names).sortedPaths.map { Array($0.utf8) } == [names[1], names[0]].map { Array($0.utf8) })
  }

  @Test func pathsAndNamesHaveALength() {
    let name = String(repeating: "n", count: 255)
    #expect(PathName.excess(of: name) == nil && PathName.excess(of: "a/\(name)/b") == nil)
    #expect(PathName.excess(of: "a/\(name)n/b")?.contains("255 bytes at most, and one in this path has 256") == true)
    #expect(PathName.excess(of: String(repeating: "ab/", count: 1365)) == nil)
    #expect(PathName.excess(of: String(repeating: "ab/", count: 1366))?.contains("4095 bytes at most") == true)
  }
}
