import Foundation
import TestSupport
import Testing

/// `diff` as git calls it, in a real repository whose media are not under version control.
@Suite struct GitTests {
  private let folder: TemporaryFolder
  private let pair: DifferencePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try DifferencePair.page().pairs[0]
    try FileManager.default.createDirectory(atPath: folder.path("edits"), withIntermediateDirectories: true)
    let media = try TemporaryFolder()
    try DifferencePair.addMedia(to: media)
    for name in ["a.mp4", "b.mp4"] {
      try FileManager.default.moveItem(atPath: media.path(name), toPath: folder.path("edits/\(name)"))
    }
    _ = try folder.document("*.mp4\n", ".gitignore")
    _ = try folder.document("edits/*.yaml diff=cutlist\n", ".gitattributes")
    _ = try folder.document("Notes.\n", "notes.txt")
    _ = try folder.document(pair.old, "edits/edit.yaml")
    try git("init", "-q")
    try git("add", ".")
    try git("-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "-q", "-m", "One")
    _ = try folder.document(pair.new, "edits/edit.yaml")
    _ = try folder.document("More notes.\n", "notes.txt")
  }

  @discardableResult private func git(_ arguments: String...) throws -> String {
    try CommandLineTool.run("git", ["-C", folder.url.path] + arguments)
  }

  @Test func asTheDriverOfDocuments() throws {
    let said = try git("-c", "diff.cutlist.command=\(Program.url.path) diff --git", "diff")
    #expect(said.contains("edits/edit.yaml\n" + pair.said.trimmingCharacters(in: .newlines)), "\(said)")
    #expect(said.contains("+More notes."))
    let backwards = try git("-c", "diff.cutlist.command=\(Program.url.path) diff --git", "diff", "-R")
    #expect(backwards.contains("  - "), "\(backwards)")
  }

  @Test func aNewDocumentAndOneThatIsGone() throws {
    try git("add", ".")
    try git("rm", "-q", "--cached", "edits/edit.yaml")
    let driver = "diff.cutlist.command=\(Program.url.path) diff --git"
    let gone = try git("-c", driver, "diff", "--cached")
    #expect(gone.contains("main, which is gone"), "\(gone)")
    let new = try git("-c", driver, "diff", "--cached", "-R")
    #expect(new.contains("main, which is new"), "\(new)")
  }

  @Test func asADifftool() throws {
    let said = try git(
      "-c", "difftool.cutlist.cmd=\(Program.url.path) diff --as \"$MERGED\" \"$LOCAL\" \"$REMOTE\"", "difftool", "-y",
      "-t", "cutlist", "HEAD", "--", "edits")
    #expect(said.trimmingCharacters(in: .newlines) == pair.said.trimmingCharacters(in: .newlines), "\(said)")
  }

  /// Another document's history goes on behind one that could not be read once.
  @Test func aVersionWithErrorsDoesNotEndGit() throws {
    _ = try folder.document(pair.new.replacing("segments:", with: "segmnets:"), "edits/edit.yaml")
    let said = try git("-c", "diff.cutlist.command=\(Program.url.path) diff --git", "diff")
    #expect(said.contains("+More notes."))
  }
}
