import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reports for programs, read by what reads them.
@Suite struct ReportTests {
  /// Two characters that take two UTF-16 units each stand before the mistake.
  private static let emoji = "timeline: 1\ntracks: []\ntitles: [ { text: \"Å🎬👍🏽\", colr: red } ]\n"

  private func checked(_ text: String, name: String = "edit.yaml") -> (CheckedDocument, SourceSet) {
    let compiled = Compilation(ParsedDocument(SourceFile(name: name, text: text)), catalog: .init())
    return (CheckedDocument(name: name, diagnostics: compiled.diagnostics), SourceSet([compiled.source]))
  }

  private func sarif(_ text: String, name: String = "edit.yaml") throws -> [String: Any] {
    let (document, sources) = checked(text, name: name)
    let log = SARIFPrinter(sources, version: "1.2.3", pages: compilerPages) { "https://example.org/\($0).md" }
      .print([document])
    let read = try #require(try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any])
    return try #require((read["runs"] as? [[String: Any]])?.first)
  }

  @Test func sarifCountsColumnsInCodeUnits() throws {
    let run = try sarif(Self.emoji)
    #expect(run["columnKind"] as? String == "utf16CodeUnits")
    let results = try #require(run["results"] as? [[String: Any]])
    let result = try #require(results.first { $0["ruleId"] as? String == "unknown-key" })
    let place = try #require((result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    let region = try #require(place["region"] as? [String: Int])
    // `titles: [ { text: "Å🎬👍🏽", ` is 19 + 1 + 2 + 4 + 3 units long.
    let before = "titles: [ { text: \"Å🎬👍🏽\", ".utf16.count
    #expect(before == 29)
    #expect(region == ["startLine": 3, "startColumn": 30, "endLine": 3, "endColumn": 34])
  }

  @Test func sarifTellsOfItsRulesAndFixes() throws {
    let run = try sarif(Self.emoji)
    let tool = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(tool["name"] as? String == "cutlist" && tool["semanticVersion"] as? String == "1.2.3")
    let rules = try #require(tool["rules"] as? [[String: Any]])
    let results = try #require(run["results"] as? [[String: Any]])
    for result in results {
      let rule = rules[try #require(result["ruleIndex"] as? Int)]
      #expect(rule["id"] as? String == result["ruleId"] as? String)
      #expect(rule["helpUri"] as? String == "https://example.org/\(rule["id"] ?? "").md")
      let help = try #require(rule["help"] as? [String: String])
      #expect(help["markdown"]?.contains("```yaml") == true)
    }
    let result = try #require(results.first { $0["ruleId"] as? String == "unknown-key" })
    let fix = try #require((result["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect((replacement["insertedContent"] as? [String: String])?["text"] == "color")
    #expect((replacement["deletedRegion"] as? [String: Int])?["startColumn"] == 30)
  }

  @Test func sarifNamesWhatIsRelated() throws {
    let run = try sarif("timeline: 1\ntimeline: 1\ntracks: []\n")
    let result = try #require(
      (run["results"] as? [[String: Any]])?.first { $0["ruleId"] as? String == "duplicate-key" })
    let related = try #require(result["relatedLocations"] as? [[String: Any]])
    let place = try #require(related.first?["physicalLocation"] as? [String: Any])
    #expect((place["region"] as? [String: Int])?["startLine"] == 1)
    #expect((related.first?["message"] as? [String: String])?["text"]?.isEmpty == false)
  }

  @Test(arguments: [
    ("edit.yaml", "edit.yaml"), ("my edit.yaml", "my%20edit.yaml"), ("a:b/ü%.yaml", "a%3Ab/%C3%BC%25.yaml"),
    ("/films/a.yaml", "file:///films/a.yaml"), ("<stdin>", "%3Cstdin%3E"),
  ])
  func pathsAreReferences(path: String, reference: String) { #expect(path.uriReference == reference) }

  @Test func annotationsAreEscaped() throws {
    let (document, sources) = checked("timeline: 1\ntracks: []\n\"a%,b:\\nc\": 1\n", name: "a,b:c.yaml")
    let lines = GitHubPrinter(sources).print(document.diagnostics).split(separator: "\n")
    #expect(lines.count == document.diagnostics.count)
    let line = try #require(lines.first { $0.contains("title=unknown-key") })
    #expect(line.hasPrefix("::error file=a%2Cb%3Ac.yaml,line=3,endLine=3,col=1,endColumn=11,title=unknown-key::"))
    let message = line.suffix(from: try #require(line.range(of: "unknown-key::")).upperBound)
    #expect(message.contains("a%25,b:%0Ac"), "data keeps its commas and colons: \(message)")
  }

  @Test func annotationsTellLevelsApart() {
    let span = SourceSpan(file: FileID(0), 0..<3)
    let sources = SourceSet([SourceFile(name: "a.yaml", text: "one\ntwo\n")])
    let text = GitHubPrinter(sources).print([
      Diagnostic(.warning, "a-rule", "first", at: span, notes: [Note("here", at: span)], fixIts: [FixIt("do it")]),
      Diagnostic(.remark, "a-rule", "second", at: SourceSpan(file: FileID(0), 0..<6)),
      Diagnostic(.error, "a-rule", "third", at: nil),
    ])
    #expect(
      text == """
        ::warning file=a.yaml,line=1,endLine=1,col=1,endColumn=4,title=a-rule::first%0Aa.yaml:1:1: note: here%0Ahelp: do it
        ::notice file=a.yaml,line=1,endLine=2,title=a-rule::second
        ::error title=a-rule::third

        """)
  }

  /// What an XML parser makes of a report: its elements with their attributes, and the text in them.
  private final class Reading: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text = ""
    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) { elements.append((name, attributes)) }
    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
  }

  private func read(_ xml: String) throws -> Reading {
    let reading = Reading()
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reading
    #expect(parser.parse(), "\(xml)")
    return reading
  }

  @Test func aTestReportFailsWhereThereAreErrors() throws {
    let (bad, sources) = checked("timeline: 1\ntracks: []\n\"<a> & \\e'b'\": 1\n", name: "b&d.yaml")
    let warning = Diagnostic(.warning, "some-rule", "careful", at: nil)
    let reading = try read(
      JUnitPrinter(sources).print([
        bad, CheckedDocument(name: "good.yaml", diagnostics: []),
        CheckedDocument(name: "fair.yaml", diagnostics: [warning, warning]),
      ]))
    let suites = reading.elements.filter { $0.name == "testsuite" }
    #expect(suites.map { $0.attributes["name"] } == ["b&d.yaml", "good.yaml", "fair.yaml"])
    #expect(suites.map { $0.attributes["failures"] } == ["\(Set(bad.diagnostics.map(\.id)).count)", "0", "0"])
    #expect(suites.map { $0.attributes["tests"] }.dropFirst() == ["1", "1"])
    let cases = reading.elements.filter { $0.name == "testcase" }
    #expect(cases.contains { $0.attributes["name"] == "unknown-key" && $0.attributes["classname"] == "b&d.yaml" })
    #expect(cases.last?.attributes["name"] == "some-rule")
    let failure = try #require(
      reading.elements.first { $0.name == "failure" && $0.attributes["type"] == "unknown-key" })
    #expect(failure.attributes["message"]?.contains("<a> & \u{FFFD}'b'") == true)
    #expect(reading.text.contains("<a> & ") && reading.text.contains("warning: careful"))
  }
}
