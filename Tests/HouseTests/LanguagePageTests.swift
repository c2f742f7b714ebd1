import Foundation
import Testing

/// What the reference of the language refers to within itself is there.
@Suite struct LanguagePageTests {
  static let page = try? String(
    contentsOf: LevelTests.root.appendingPathComponent("docs/language.md"), encoding: .utf8)

  @Test func theContentsAreTheHeadings() throws {
    let page = try #require(Self.page)
    let headings = page.matches(of: /(?m)^## (.+)$/).map { String($0.1) }
    let contents = page.matches(of: /(?m)^(\d+)\. \[(.+)\]\(#(.+)\)$/)
    #expect(contents.map { String($0.2) } == headings)
    #expect(contents.map { Int($0.1) } == Array(1...headings.count))
    #expect(contents.map { String($0.3) } == headings.map(\.anchor))
  }

  @Test func everyReferenceWithinItLeadsToAHeading() throws {
    let page = try #require(Self.page)
    let anchors = Set(page.matches(of: /(?m)^##+ (.+)$/).map { String($0.1).anchor })
    let references = page.matches(of: /\]\(#([^)]+)\)/).map { String($0.1) }
    #expect(references.count > anchors.count / 2)
    for reference in references { #expect(anchors.contains(reference), "#\(reference)") }
  }
}
