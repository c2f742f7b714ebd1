import Platform
import Testing

@Suite struct PathNameTests {
  /// As `dirname` and `basename` have it.
  @Test(
    arguments: [
      ("a/b", "a", "b"), ("a/b/", "a", "b"), ("a//b", "a", "b"), ("x", nil, "x"), ("x/", nil, "x"), ("/x", "/", "x"),
      ("//x", "/", "x"), ("/", "/", "/"), ("//", "/", "/"), ("", nil, ""), (".", nil, "."), ("..", nil, ".."),
      ("./a", ".", "a"), ("../a", "..", "a"), ("a/..", "a", ".."), ("é/ü", "é", "ü"), ("/a/b.c/d", "/a/b.c", "d"),
      (" ", nil, " "), ("a b/c d", "a b", "c d"),
    ] as [(String, String?, String)])
  func parts(path: String, parent: String?, name: String) {
    #expect(PathName.parent(of: path) == parent)
    #expect(PathName.folder(of: path) == parent ?? ".")
    #expect(PathName.name(of: path) == name)
  }

  @Test(
    arguments: [
      ("a.mp4", "mp4", "a"), ("a.b/c", "", "a.b/c"), ("a.b/c.d.e", "e", "a.b/c.d"), (".yaml", "", ".yaml"),
      (".a.yaml", "yaml", ".a"), ("a.", "", "a."), ("", "", ""), ("x", "", "x"), (".", "", "."), ("..", "", ".."),
      ("/", "", "/"),
    ])
  func endings(path: String, ending: String, rest: String) {
    #expect(PathName.ending(of: path) == ending)
    #expect(PathName.withoutEnding(path) == rest)
  }

  @Test func joining() {
    #expect(PathName.path(of: "a", in: "/") == "/a")
    #expect(PathName.path(of: "a", in: "b") == "b/a")
    #expect(PathName.path(of: "a", in: "b/") == "b/a")
    #expect(PathName.path(of: "a", in: "") == "a")
  }

  @Test(
    arguments: [
      ("/a/b", "/a", "b"), ("/a/b", "/a/", "b"), ("/a/b", "/", "a/b"), ("/a", "/a", nil), ("/", "/", nil),
      ("/ab", "/a", nil), ("/a/b", "/b", nil), ("/a/\u{308}b", "/a", "\u{308}b"), ("/e\u{301}/b", "/é", nil),
    ] as [(String, String, String?)])
  func restsBelowFolders(path: String, folder: String, rest: String?) {
    #expect(PathName.rest(of: path, below: folder).map { Array($0.utf8) } == rest.map { Array($0.utf8) })
  }

  /// With an accent behind it a slash is another character for Swift, and not for the system.
  @Test func slashesSeparateWhateverFollows() {
    #expect(PathName.names(in: "/a//b/") == ["a", "b"])
    #expect(PathName.names(in: "/a/\u{308}b") == ["a", "\u{308}b"])
    #expect(PathName.isAbsolute("/\u{308}b") && !PathName.isAbsolute("b/") && !PathName.isAbsolute(""))
  }
}
