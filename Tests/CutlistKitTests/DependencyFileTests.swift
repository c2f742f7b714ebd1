import CutlistKit
import Foundation
import Platform
import TestSupport
import Testing

/// Make and Ninja read what is written.
@Suite struct DependencyFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Names that are hard to write down.
  static let names = [
    "plain.mp4", "two words.mp4", "a#b.mp4", "cost $5 ${x}.mp4", "10:30.mp4", "a: b.mp4", "back\\slash.mp4",
    "back\\ slash.mp4", "two\\\\ back.mp4", "åäö 映画.mp4", "half%.mp4", "x=y.mp4", "~home.mp4", "clip [1080p].mp4",
    "take (2).mp4", "a,b+c@d!{e}.mp4", "#first", "  spaces  .mp4", "-dash.mp4", "caf\u{e9}.mp4", "cafe\u{301}.mp4",
    "\u{600}$(shell \u{301}touch pwned).mp4", "\u{600} a\u{600}#b\u{600}:c\u{600}%.mp4", "a \u{301}b$\u{301}c.mp4",
    ".IGNORE", ".SECONDEXPANSION", "a!=b.mp4", ":=c.mp4", "export x.mp4",
  ]

  @Test func bothBuildAndThenDoNothingUntilOneChanges() throws {
    for name in Self.names { try Data().write(to: URL(fileURLWithPath: folder.path(name))) }
    let target = "out $1: #2.txt"
    let file = DependencyFile(target: target, dependencies: Self.names + Self.names)
    try file.begin(at: folder.path("out.d"))?.takeLastingName()
    #expect(file.dependencies == Self.names)
    try "out\\ $$1\\:\\ \\#2.txt:\n\ttouch 'out $$1: #2.txt'\n\techo made\ninclude out.d\n"
      .write(toFile: folder.path("Makefile"), atomically: true, encoding: .utf8)
    try """
    rule touch
      command = touch 'out $$1: #2.txt'; cp out.d deps.d
      depfile = deps.d
    build out$ $$1$:$ #2.txt: touch

    """.write(toFile: folder.path("build.ninja"), atomically: true, encoding: .utf8)
    for (tool, arguments, made) in [
      ("make", ["-s", "-C", folder.url.path], "made"), ("ninja", ["-v", "-C", folder.url.path], "touch"),
    ] {
      try? FileManager.default.removeItem(atPath: folder.path(target))
      func runs() throws -> Bool { try CommandLineTool.run(tool, arguments).contains(made) }
      #expect(try runs(), "\(tool)")
      #expect(try !runs(), "\(tool) runs again")
      for name in Self.names {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: 5)], ofItemAtPath: folder.path(name))
        #expect(try runs(), "\(tool) does not see \(name)")
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -5)], ofItemAtPath: folder.path(name))
        #expect(try !runs(), "\(tool) runs again after \(name)")
      }
    }
  }

  /// A rule of such a name would be an order to Make, or one that it does not read.
  @Test func ordersToMakeHaveNoRules() throws {
    let names = ["edit.yaml", ".IGNORE", ".SECONDEXPANSION", "x&", "100%", "folder/.IGNORE"]
    let text = try DependencyFile(target: "out", dependencies: names).text()
    let rules = text.split(separator: "\n").filter { $0.hasSuffix(":") }
    #expect(rules == ["edit.yaml:", "folder/.IGNORE:"])
    #expect(throws: DependencyFileFailure.self) { try DependencyFile(target: "out&", dependencies: names).text() }
  }

  @Test(arguments: [
    "", "a\nb", "a;b", "a|b", "end:", "end\\", "a\\#b", "a\\:b", "lib(member)", "a\tb", "end ", "~/a", "./~/a",
    "~root/a", "=x.png", "+=x.png", "?=x.png", "!=touch$IFS'made'.png", "!= x", "a\\=b", "export", "define", "private",
  ])
  func whatTheyReadDifferentlyIsRefused(name: String) {
    #expect(throws: DependencyFileFailure.unspeakable(name)) {
      try DependencyFile(target: "out", dependencies: ["edit.yaml", name]).text()
    }
  }

  /// Make takes it for a pattern, and the other file for the one that is meant.
  @Test func aPatternForOthersIsRefused() throws {
    func text() throws -> String {
      try DependencyFile(target: "out", dependencies: ["edit.yaml", folder.path("clip[1].mp4")]).text()
    }
    try Data().write(to: URL(fileURLWithPath: folder.path("clip[1].mp4")))
    #expect(try text().contains("clip[1].mp4"))
    try Data().write(to: URL(fileURLWithPath: folder.path("clip1.mp4")))
    #expect(throws: DependencyFileFailure.unspeakable(folder.path("clip[1].mp4"))) { try text() }
  }

  @Test func whatIsMadeIsNoPlaceForIt() throws {
    let file = DependencyFile(
      target: folder.path("out.mp4"), companions: [folder.path("out.chapters.json")], dependencies: ["edit.yaml"])
    for path in ["out.mp4", "out.chapters.json"] {
      #expect(throws: DependencyFileFailure.unwritable(folder.path(path), reason: "it is what is made")) {
        try file.check(folder.path(path))
      }
    }
    try file.check(folder.path("out.d"))
  }

  @Test func targetsAndFirstWordsHaveMoreRules() throws {
    #expect(throws: DependencyFileFailure.unspeakable("50%.mp4")) {
      try DependencyFile(target: "50%.mp4", dependencies: []).text()
    }
    #expect(throws: DependencyFileFailure.unspeakable("a=b.yaml")) {
      try DependencyFile(target: "out", dependencies: ["a=b.yaml"]).text()
    }
    #expect(
      try DependencyFile(target: "out", dependencies: ["a=b.yaml", "c"]).text() == "out: \\\n  c \\\n  a=b.yaml\n\nc:\n"
    )
  }
}
