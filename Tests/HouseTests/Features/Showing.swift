import Foundation

/// A test that says that it shows a row of docs/features.md: with a sentence of the word "Shows" and the ids of the rows
/// in the comment above it. A section of a case file says so under its heading.
struct Showing: Equatable {
  var row: String
  /// What the page calls the test.
  var name: String
  /// From the package's folder, with the heading's anchor where there is one.
  var place: String

  var link: String { "[\(name)](../\(place))" }
}

/// All that the tests say of themselves.
struct Showings {
  private(set) var all: [Showing] = []
  /// Where such a sentence stands above something that is no test.
  private(set) var astray: [String] = []

  /// Everything under `Tests/` of the package.
  static func inTests(of package: URL) throws -> Showings {
    var showings = Showings()
    let folder = package.appendingPathComponent("Tests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    for name in names where name.hasSuffix(".swift") || name.hasSuffix(".md") {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      if name.hasSuffix(".md") {
        showings.add(cases: text, at: "Tests/\(name)")
      } else {
        showings.add(source: text, at: "Tests/\(name)")
      }
    }
    return showings
  }

  mutating func add(source text: String, at path: String) {
    var suite = ""
    var comment = ""
    var rows: [String] = []
    var isTest = false
    for line in text.components(separatedBy: "\n") {
      if let first = line.first, first.isLetter || first == "@",
        let type = line.firstMatch(of: /^(?:@Suite\b.* )?(?:final )?(?:struct|class|extension) (\w+)/)
      {
        suite = String(type.1)
      }
      let code = line.trimmingCharacters(in: .whitespaces)
      if code.hasPrefix("///") {
        comment += code.dropFirst(3)
        continue
      }
      if !comment.isEmpty {
        rows = Self.rows(in: comment)
        isTest = code.hasPrefix("@Test")
        comment = ""
      }
      guard !rows.isEmpty else { continue }
      let function = code.firstMatch(of: /\bfunc (\w+)/)
      if isTest, function == nil, !code.isEmpty { continue }
      if isTest, let function {
        all += rows.map { Showing(row: $0, name: "\(suite).\(function.1)", place: path) }
      } else {
        astray += rows.map { "\($0) in \(path)" }
      }
      rows = []
    }
  }

  mutating func add(cases text: String, at path: String) {
    let file = path.split(separator: "/").last?.dropLast(3) ?? ""
    var heading = ""
    var prose = ""
    var isFenced = false
    func section() -> [Showing] {
      Self.rows(in: prose).map {
        Showing(row: $0, name: "\(file): \(heading)", place: "\(path)#\(heading.anchor)")
      }
    }
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") { isFenced.toggle() }
      if isFenced { continue }
      if line.hasPrefix("#") {
        all += section()
        (heading, prose) = (line.drop { $0 == "#" || $0 == " " }.description, "")
      } else {
        prose += line + " "
      }
    }
    all += section()
  }

  private static func rows(in prose: String) -> [String] {
    guard prose.contains("Shows ") else { return [] }
    return prose.matches(of: /\bShows ([A-Z]{3}-[^.]*)\./).flatMap { sentence in
      sentence.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }
}
