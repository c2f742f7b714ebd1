import Foundation
import Testing

/// The map in ARCHITECTURE.md is what the imports say.
@Suite struct LevelTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// From the lowest to the highest; a target imports only from lower levels.
  static let levels: [[String]] = [
    ["Diagnostics", "CFFmpeg", "CYAML", "CText", "CXML", "CJPEG", "CAssertion", "CLinux"],
    ["Syntax", "TimelineModel", "Platform"],
    ["Checker", "Planner", "Media", "Store"],
    ["Compiler", "Renderer", "TestSupport"],
    ["CutlistKit"],
    ["LanguageServer"],
    ["cutlist"],
  ]
  /// What only one target may import.
  static let owners = [
    "CFFmpeg": "Media", "CText": "Media", "CXML": "Media", "CJPEG": "Media", "CAssertion": "Media", "CYAML": "Syntax", "CLinux": "Platform", "ArgumentParser": "cutlist", "Crypto": "Store",
  ]

  private static let level = Dictionary(
    uniqueKeysWithValues: levels.enumerated().flatMap { index, names in names.map { ($0, index) } })

  private func imports() throws -> [(target: String, module: String, file: String)] {
    let sources = Self.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)!
    var found: [(String, String, String)] = []
    for case let url as URL in files where url.pathExtension == "swift" {
      let path = url.path.dropFirst(sources.path.count + 1)
      let target = String(path.prefix { $0 != "/" })
      for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
        if let match = line.wholeMatch(of: /(?:package |public |internal )?import (\w+)/) {
          found.append((target, String(match.1), String(path)))
        }
      }
    }
    return found
  }

  @Test func importsGoDownwards() throws {
    let imports = try imports()
    #expect(imports.count > 100)
    for (target, module, file) in imports {
      let own = try #require(Self.level[target], "\(target) has no level")
      guard let other = Self.level[module] else { continue }
      #expect(other < own, "\(file) imports \(module)")
    }
  }

  @Test func systemLibrariesHaveOneOwner() throws {
    for (target, module, file) in try imports() {
      if let owner = Self.owners[module] { #expect(target == owner, "\(file) imports \(module)") }
    }
  }

  /// Tests in a folder that is no target would never run.
  @Test func everyFolderOfTestsIsATarget() throws {
    let manifest = try String(contentsOf: Self.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let tests = Self.root.appendingPathComponent("Tests")
    for folder in try FileManager.default.contentsOfDirectory(atPath: tests.path) where !folder.hasPrefix(".") {
      #expect(manifest.contains("name: \"\(folder)\""), "\(folder)")
    }
  }

  @Test func theMapNamesEveryTarget() throws {
    let map = try String(contentsOf: Self.root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.root.appendingPathComponent("Sources").path)
    #expect(Set(folders) == Set(Self.level.keys))
    for folder in folders {
      #expect(map.contains("### \(folder)\n"), "ARCHITECTURE.md has no section \(folder)")
    }
    for (index, names) in Self.levels.enumerated() {
      let row = map.split(separator: "\n").first { $0.hasPrefix("\(index + 1)  ") } ?? ""
      for name in names { #expect(row.contains(name), "the table's level \(index + 1) lacks \(name)") }
    }
  }

  /// Everything else is `package`.
  @Test func onlyTheLibraryIsPublic() throws {
    let sources = Self.root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)!
    for case let url as URL in files where url.pathExtension == "swift" && !url.path.contains("/CutlistKit/") {
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(
        text.firstMatch(of: /(?m)^ *public (?!import)/) == nil, "\(url.lastPathComponent) has a public declaration")
    }
  }

  @Test func everyRuleHasAFileOfItsName() throws {
    let rules = Self.root.appendingPathComponent("Sources/Checker/Rules")
    let files = FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)!
    var names: Set<String> = []
    for case let url as URL in files where url.pathExtension == "swift" {
      let name = url.deletingPathExtension().lastPathComponent
      names.insert(name)
      let text = try String(contentsOf: url, encoding: .utf8)
      let constant = name.prefix(1).lowercased() + name.dropFirst()
      #expect(text.contains("static let \(constant) = Rule("), "\(name).swift holds no rule \(constant)")
      #expect(text.components(separatedBy: "= Rule(").count == 2, "\(name).swift holds more than one rule")
    }
    let catalogue = try String(
      contentsOf: rules.deletingLastPathComponent().appendingPathComponent("RuleCatalogue.swift"), encoding: .utf8)
    let listed = catalogue.matches(of: /\.(\w+)[,\n]/).map { $0.1.prefix(1).uppercased() + $0.1.dropFirst() }
    #expect(Set(listed) == names)
  }
}
