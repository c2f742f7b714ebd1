import CutlistKit
import Foundation
import TestSupport
import Testing

/// What `fmt` and `--fix` write back.
@Suite struct RewrittenFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("edit.yaml") }

  init() throws { folder = try TemporaryFolder() }

  private func content() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test func aFileThatIsAsItWasReadIsWritten() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try RewrittenFile(path).write(Array("new".utf8), replacing: Array("old".utf8))
    #expect(try content() == "new")
  }

  /// An editor saves it while it is looked at: what it wrote stays, though it is as long.
  @Test(arguments: ["own", "", "older"]) func aFileThatWasSavedMeanwhileStays(saved: String) throws {
    try Data(saved.utf8).write(to: URL(fileURLWithPath: path))
    let failure = #expect(throws: RewriteFailure.self) {
      try RewrittenFile(path).write(Array("new".utf8), replacing: Array("old".utf8))
    }
    #expect(failure?.description == "cannot write \(path): it was written while it was looked at")
    #expect(try content() == saved)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["edit.yaml"])
  }

  @Test func aFileThatIsGoneIsNotMadeAgain() throws {
    #expect(throws: RewriteFailure.self) {
      try RewrittenFile(path).write(Array("new".utf8), replacing: Array("old".utf8))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
