import CutlistKit
import Diagnostics
import Foundation
import TestSupport
import Testing

/// What the pages of rules say that a shell shows is what it shows.
@Suite struct RuleSessionTests {
  static let sessions: [(id: String, session: ShellSession)] = ListedRule.all.compactMap { rule in
    rule.page.session.map { (rule.page.id.name, $0) }
  }

  @Test(arguments: sessions.map(\.id)) func goesAsItIsShown(id: String) throws {
    let session = try #require(Self.sessions.first { $0.id == id }?.session)
    let folder = try TemporaryFolder()
    _ = try folder.document(session.document + "\n")
    let commands = session.transcript.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map {
      String($0.dropFirst(2))
    }
    let shown = try Program.transcript(of: commands, in: folder.url.path)
    #expect(shown == session.transcript + "\n")
    #expect(shown.contains("[\(id)]"))
  }

  @Test func explainShowsThem() throws {
    let (id, session) = try #require(Self.sessions.first)
    let page = try Program.run("explain", id).output
    for line in session.transcript.split(separator: "\n") { #expect(page.contains("    \(line)\n")) }
  }
}
