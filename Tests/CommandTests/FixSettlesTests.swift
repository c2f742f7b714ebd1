import Foundation
import TestSupport
import Testing

/// Fixes of examples with random slips come to an end, and leave nothing that could be fixed.
@Suite struct FixSettlesTests {
  private static func slipped(_ text: String, _ random: inout SplitMix) -> String {
    var lines = text.components(separatedBy: "\n")
    let number = Int.random(in: 0..<lines.count, using: &random)
    var characters = Array(lines[number])
    let place = characters.isEmpty ? 0 : Int.random(in: 0..<characters.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: lines.remove(at: number)
    case 1: lines.insert(lines[number], at: number)
    case 2 where place + 1 < characters.count: characters.swapAt(place, place + 1)
    case 3 where !characters.isEmpty: characters.remove(at: place)
    case 4: characters.insert(characters.isEmpty ? "x" : characters[place], at: place)
    default: characters = Array(lines[number].replacing("duration", with: "source").replacing("2s", with: "2"))
    }
    if lines.indices.contains(number), characters != Array(lines[number]) { lines[number] = String(characters) }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [["--fix", "--unsafe"], ["--fix"]]) func slips(options: [String]) throws {
    let folder = try TemporaryFolder()
    var random = SplitMix(seed: 24)
    var names: [String] = []
    for name in Example.names where !name.contains("/") {
      let text = try String(contentsOf: Example.folder.appendingPathComponent(name), encoding: .utf8)
      for number in 0..<3 {
        names.append("\(number)-\(name)")
        _ = try folder.document(Self.slipped(text, &random), names.last!)
      }
    }
    func texts() throws -> [Data] { try names.map { try Data(contentsOf: folder.url.appendingPathComponent($0)) } }
    let before = try texts()
    let first = try Program.run(["check", "--offline"] + options + names, in: folder.url.path)
    let after = try texts()
    #expect(first.errors.contains("fixed") && before != after)
    let second = try Program.run(["check", "--offline"] + options + names, in: folder.url.path)
    #expect(try after == texts())
    #expect(!second.errors.contains(" fixed"))
    if options.count > 1 { #expect(!second.errors.contains("fixable with"), "\(second.errors.suffix(200))") }
  }
}
