import Foundation
import TestSupport
import Testing

/// What `diff` says of pairs of documents. The pairs and what is expected stand in Pairs.md; `make snapshots` rewrites
/// what is expected.
@Suite struct DifferenceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try DifferencePair.addMedia(to: folder)
  }

  private func diff(_ old: String, _ new: String, _ arguments: String...) throws -> Program.Result {
    _ = try folder.document(old, "old.yaml")
    _ = try folder.document(new, "new.yaml")
    return try Program.run(["diff", "old.yaml", "new.yaml"] + arguments, in: folder.url.path)
  }

  private func report(_ old: String, _ new: String) throws -> [String: Any] {
    let result = try diff(old, new, "--format", "json")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  private func kinds(_ report: [String: Any]) -> [String: Int] {
    let tracks = report["tracks"] as? [[String: Any]] ?? []
    let parts = tracks.flatMap { $0["parts"] as? [[String: Any]] ?? [] }
    return parts.reduce(into: [:]) { $0[$1["change"] as? String ?? "", default: 0] += 1 }
  }

  private func hunks(_ report: [String: Any], _ side: String) -> [[Int]] {
    let picture = report["picture"] as? [String: Any]
    return (picture?["hunks"] as? [[String: [Int]]] ?? []).compactMap { $0[side] }
  }

  private func length(_ ranges: [[Int]]) -> Int { ranges.reduce(0) { $0 + $1[1] - $1[0] } }

  @Test func everyPairIsSaid() throws {
    var page = try DifferencePair.page()
    for pair in page.pairs {
      let result = try diff(pair.old, pair.new)
      #expect(result.errors.isEmpty, "\(pair.title): \(result.errors)")
      #expect(result.status == (result.output.isEmpty ? 0 : 1), "\(pair.title)")
      if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
        page.text = page.text.replacing(pair.section, with: pair.section(saying: result.output))
      } else {
        #expect(result.output == pair.said, "\(pair.title)")
      }
    }
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try page.text.write(to: DifferencePair.url, atomically: true, encoding: .utf8)
    }
  }

  @Test func aDocumentIsItself() throws {
    for pair in try DifferencePair.page().pairs {
      for text in [pair.old, pair.new] {
        let result = try diff(text, text)
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(pair.title): \(result.output)")
      }
    }
  }

  @Test func backwardsAddedIsRemoved() throws {
    for pair in try DifferencePair.page().pairs {
      let (there, back) = (try report(pair.old, pair.new), try report(pair.new, pair.old))
      #expect(there["same"] as? Bool == back["same"] as? Bool, "\(pair.title)")
      let (one, two) = (kinds(there), kinds(back))
      #expect(one["added"] == two["removed"] && one["removed"] == two["added"], "\(pair.title): \(one), \(two)")
      #expect(one["moved"] == two["moved"] && one["trimmed"] == two["trimmed"], "\(pair.title): \(one), \(two)")
      // Of two that change places, either may be said to have stayed.
      #expect(length(hunks(there, "before")) == length(hunks(back, "after")), "\(pair.title)")
      #expect(length(hunks(there, "after")) == length(hunks(back, "before")), "\(pair.title)")
    }
  }

  @Test func statusesAreThoseOfDiff() throws {
    let pair = try #require(try DifferencePair.page().pairs.first)
    #expect(try diff(pair.old, pair.old).status == 0)
    #expect(try diff(pair.old, pair.new).status == 1)
    let wrong = try diff(pair.old, pair.new.replacing("a.mp4", with: "gone.mp4"))
    #expect(wrong.status == 2 && wrong.output.isEmpty && wrong.errors.contains("[missing-media]"), "\(wrong.errors)")
    #expect(try Program.run("diff", "old.yaml", "nothing.yaml", in: folder.url.path).status == 2)
    #expect(try Program.run("diff", "old.yaml", in: folder.url.path).status == 2)
    #expect(try Program.run("diff", "--git", "old.yaml", "new.yaml", in: folder.url.path).status == 2)
  }

  /// Git gives nine arguments for a document that was renamed; media lie beside the one in the working tree.
  @Test func aRenamedDocumentIsLookedForUnderItsNewName() throws {
    let pair = try #require(try DifferencePair.page().pairs.first)
    _ = try diff(pair.old, pair.new)
    let arguments = ["gone/old.yaml", "old.yaml", "0", "100644", "new.yaml", "0", "100644", "new.yaml", "similarity"]
    let result = try Program.run(["diff", "--git"] + arguments, in: folder.url.path)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.hasPrefix("gone/old.yaml → new.yaml\n") && result.output.contains("main"))
  }

  @Test func markdownIsForComments() throws {
    let pair = try #require(try DifferencePair.page().pairs.first)
    let result = try diff(pair.old, pair.new, "--format", "markdown")
    #expect(result.status == 1 && result.output.contains("**main**\n\n- "), "\(result.output)")
    #expect(result.output.contains("\n- added: `"))
    #expect(try diff(pair.old, pair.old, "--format", "markdown").output == "Both make the same movie.\n")
  }

  /// What is in a lock stands for the media, and so does nothing at all where no frame depends on any.
  @Test func noMediaAreNeeded() throws {
    let pair = try #require(try DifferencePair.page().pairs.first)
    let said = try diff(pair.old, pair.new).output
    #expect(try Program.run("lock", "old.yaml", "new.yaml", in: folder.url.path).status == 0)
    for name in ["a.mp4", "b.mp4"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
    let locked = try Program.run("diff", "--locked", "old.yaml", "new.yaml", in: folder.url.path)
    #expect(locked.status == 1 && locked.output == said, "\(locked.errors)")
    let offline = try Program.run("diff", "--offline", "old.yaml", "new.yaml", in: folder.url.path)
    #expect(offline.status == 1 && offline.output.contains("frames are not compared"), "\(offline.output)")
    #expect(try Program.run("diff", "old.yaml", "new.yaml", in: folder.url.path).status == 2)
  }

  /// Two folders with the same clips, as two checkouts have them.
  @Test func mediaAreToldApartByTheirContent() throws {
    let pair = try #require(try DifferencePair.page().pairs.first)
    _ = try folder.document(pair.old, "old.yaml")
    let other = try TemporaryFolder()
    for name in ["a.mp4", "b.mp4"] {
      try FileManager.default.copyItem(atPath: folder.path(name), toPath: other.path(name))
    }
    _ = try other.document(pair.old, "old.yaml")
    let same = try Program.run("diff", "old.yaml", other.path("old.yaml"), in: folder.url.path)
    #expect(same.status == 0, "\(same.output)")
    try FileManager.default.removeItem(atPath: other.path("b.mp4"))
    try FileManager.default.copyItem(atPath: folder.path("a.mp4"), toPath: other.path("b.mp4"))
    let another = try Program.run("diff", "old.yaml", other.path("old.yaml"), in: folder.url.path)
    #expect(another.status == 1 && another.output.contains("frames differ"), "\(another.output)")
  }
}
