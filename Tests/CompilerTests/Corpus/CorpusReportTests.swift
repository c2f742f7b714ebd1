import Compiler
import Diagnostics
import Foundation
import TestSupport
import Testing
import TimelineModel

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What is said of the whole corpus, in every format.
@Suite struct CorpusReportTests {
  private static let checked: (documents: [CheckedDocument], sources: SourceSet) = {
    var sources = SourceSet()
    let documents = CorpusTests.corpus.enumerated().map { index, planted in
      let name = "\(planted.document.name) \(index).yaml"
      let source = SourceFile(id: FileID(Int32(index)), name: name, text: Marked(planted.text).text)
      sources.insert(source)
      let compiled = Compilation(ParsedDocument(source), catalog: CorpusDocument.catalog)
      return CheckedDocument(name: name, diagnostics: compiled.diagnostics)
    }
    return (documents, sources)
  }()

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The published schema of SARIF lies in the folder that the environment variable CUTLIST_SCHEMAS names, or beside
  /// the project.
  private static let sarifSchema: String = {
    let folder =
      ProcessInfo.processInfo.environment["CUTLIST_SCHEMAS"]
      ?? package.deletingLastPathComponent().appendingPathComponent("shared/schemas").path
    return folder + "/sarif-schema-2.1.0.json"
  }()

  private func complaints(about report: String, by schema: String) throws -> String {
    let scratch = try TemporaryFolder()
    try report.write(toFile: scratch.path("report.json"), atomically: true, encoding: .utf8)
    let script = Self.package.appendingPathComponent("Scripts/validate.py").path
    return try CommandLineTool.run("/usr/bin/python3", [script, schema, scratch.path("report.json")])
  }

  private var sarif: String {
    SARIFPrinter(Self.checked.sources, version: "0.1.0", pages: compilerPages).print(Self.checked.documents)
  }

  @Test func theJSONIsWhatItsSchemaSays() throws {
    let report = JSONPrinter(Self.checked.sources).print([CheckedDocument(name: "", diagnostics: Self.checked.documents.flatMap(\.diagnostics))])
    let schema = Self.package.appendingPathComponent("Schemas/diagnostics.schema.json").path
    #expect(try complaints(about: report, by: schema).isEmpty)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: sarifSchema)))
  func theSARIFIsWhatThePublishedSchemaSays() throws {
    #expect(try complaints(about: sarif, by: Self.sarifSchema).isEmpty)
  }

  /// A region in lines and UTF-16 columns holds the text that the bytes of the edit hold.
  @Test func theFixesOfTheSARIFChangeTheSameText() throws {
    let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let diagnostics = Self.checked.documents.flatMap(\.diagnostics)
    #expect(results.count == diagnostics.count)
    var compared = 0
    for (result, diagnostic) in zip(results, diagnostics) {
      let fixes = diagnostic.fixIts.filter { !$0.edits.isEmpty }
      let written = result["fixes"] as? [[String: Any]] ?? []
      #expect(written.count == fixes.count)
      for (fix, expected) in zip(written, fixes) {
        let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
        let replacements = try #require(change["replacements"] as? [[String: Any]])
        for (replacement, edit) in zip(replacements, expected.edits) {
          let file = try #require(Self.checked.sources[edit.span])
          let region = try #require(replacement["deletedRegion"] as? [String: Int])
          #expect(text(of: region, in: file) == file.text(of: edit.span))
          #expect((replacement["insertedContent"] as? [String: String])?["text"] == edit.replacement)
          compared += 1
        }
      }
    }
    #expect(compared > 50)
  }

  private func text(of region: [String: Int], in file: SourceFile) -> String? {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    // Where each line begins, in code units.
    let starts = lines.reduce(into: [0]) { starts, line in starts.append(starts.last! + line.utf16.count + 1) }
    guard let first = region["startLine"], let start = region["startColumn"], let last = region["endLine"],
      let end = region["endColumn"]
    else { return nil }
    let units = Array(file.text.utf16)
    return String(decoding: units[starts[first - 1] + start - 1..<starts[last - 1] + end - 1], as: UTF16.self)
  }

  @Test func theTestReportIsXML() {
    let report = JUnitPrinter(Self.checked.sources).print(Self.checked.documents)
    #expect(XMLParser(data: Data(report.utf8)).parse())
  }

  @Test func everyAnnotationIsOneLine() {
    let report = GitHubPrinter(Self.checked.sources).print(Self.checked.documents.flatMap(\.diagnostics))
    let lines = report.split(separator: "\n")
    #expect(lines.count == Self.checked.documents.map(\.diagnostics.count).reduce(0, +))
    let form = /::(error|warning|notice) (file=[^,:]+,line=\d+,endLine=\d+,(col=\d+,endColumn=\d+,)?)?title=[a-z-]+::.+/
    #expect(lines.allSatisfy { $0.wholeMatch(of: form) != nil })
  }
}
