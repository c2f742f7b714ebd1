import Foundation
import Testing

/// Every row of docs/features.md is shown by a test. `make snapshots` rewrites the page's last column.
@Suite struct FeaturePageTests {
  static let page = LevelTests.root.appendingPathComponent("docs/features.md")

  /// The rows that there are to be.
  static let ids: [String] = [
    ("AST", 1...22), ("MET", 1...6), ("CHP", 1...7), ("VID", 1...33), ("ANI", 1...22), ("CMP", 1...31), ("AUD", 1...15),
    ("TIM", 11...11), ("PLY", 24...25), ("PLY", 30...30), ("PLY", 34...34), ("ARC", 17...18), ("ARC", 21...21),
  ].flatMap { family, numbers in numbers.map { "\(family)-\($0 < 10 ? "0" : "")\($0)" } }

  private static let showings = Result { try Showings.inTests(of: LevelTests.root) }

  private func read() throws -> FeaturePage { FeaturePage(try String(contentsOf: Self.page, encoding: .utf8)) }

  @Test func everyRowIsShown() throws {
    let page = try read()
    let showings = try Self.showings.get().all
    let filled = page.filled(with: showings)
    if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
      try filled.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      let differing = zip(page.rows, FeaturePage(filled).rows).filter { $0.shownBy != $1.shownBy }.map(\.0.id)
      #expect(differing == [], "other tests show these now: run `make snapshots`")
    }
    for row in page.rows {
      #expect(showings.contains { $0.row == row.id }, "no test shows \(row.id): \(row.wording)")
    }
  }

  @Test func everyFeatureHasARow() throws {
    let rows = try read().rows
    #expect(rows.map(\.id) == Self.ids)
    #expect(rows.allSatisfy { $0.wording.count > 20 && $0.wording.hasSuffix(".") })
  }

  @Test func whatIsShownIsARow() throws {
    let showings = try Self.showings.get()
    #expect(showings.all.count > 150)
    for showing in showings.all {
      #expect(Self.ids.contains(showing.row), "\(showing.name) shows \(showing.row), which is no row")
    }
    #expect(showings.astray == [])
  }

  @Test func testsAndCasesAreRead() {
    var showings = Showings()
    showings.add(
      source: """
        @Suite(.serialized) struct CutTests {
          # Cuts are exact. Shows AST-01,
          # AST-02.
          @Test(arguments: [
            1, 2,
          ])
          func cuts(n: Int) {}

          @Test func others() {}

          # Shows AST-03.
          private func helper() {}
        }
        """.replacing("#", with: "///"), at: "Tests/CutTests.swift")
    showings.add(
      cases: "# Sources\n## Beyond the end, and how far\nShows AST-04.\n```yaml\n# Shows AST-05.\n```\n",
      at: "Tests/Cases/sources.md")
    #expect(
      showings.all == [
        Showing(row: "AST-01", name: "CutTests.cuts", place: "Tests/CutTests.swift"),
        Showing(row: "AST-02", name: "CutTests.cuts", place: "Tests/CutTests.swift"),
        Showing(
          row: "AST-04", name: "sources: Beyond the end, and how far",
          place: "Tests/Cases/sources.md#beyond-the-end-and-how-far"),
      ])
    #expect(showings.astray == ["AST-03 in Tests/CutTests.swift"])
  }
}
