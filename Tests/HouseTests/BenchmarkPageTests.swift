import Foundation
import Testing

/// What the published benchmarks have to say.
@Suite struct BenchmarkPageTests {
  /// Shows ARC-17.
  @Test func aMixedEditRendersFasterThanItPlays() throws {
    let page = try String(contentsOf: LevelTests.root.appendingPathComponent("docs/benchmarks.md"), encoding: .utf8)
    let edit = try #require(page.firstMatch(of: /## A mixed edit of (\d+) s\n/))
    let row = try #require(page[edit.range.upperBound...].firstMatch(of: /\| cutlist \|.*\n/))
    let cells = row.0.split(separator: "|", omittingEmptySubsequences: false).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let (wall, length) = (try #require(Double(cells[4])), try #require(Double(edit.1)))
    #expect(wall < length && cells[8] == "right", "\(row.0)")
  }
}
