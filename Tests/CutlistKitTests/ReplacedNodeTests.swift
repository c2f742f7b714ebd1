import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Platform
import Syntax
import TestSupport
import Testing

/// Examples of which every single node is emptied, nulled and given another type in turn: whatever comes of it is said,
/// and nothing ends the program.
@Suite struct ReplacedNodeTests {
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Examples")

  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: examples.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
  }()

  /// What stands in the place of a node.
  private static let values = ["", "~", "\"\"", "[]", "{}", "[ ~ ]", "{ a: ~ }", "-7", "1e400", "yes", "\"${\"", "[ [ [ 1 ] ] ]"]

  /// The places of all nodes of a tree but its root.
  private func spans(in node: Node) -> [SourceSpan] {
    switch node.content {
    case .scalar: []
    case .sequence(let elements): elements.flatMap { [$0.span] + spans(in: $0) }
    case .mapping(let entries): entries.flatMap { [$0.value.span] + spans(in: $0.value) }
    }
  }

  @Test(arguments: names) func everyNode(name: String) throws {
    let folder = Self.examples.path
    let bytes = Array(try Data(contentsOf: Self.examples.appendingPathComponent(name)))
    let source = SourceFile(name: name, bytes: bytes)
    let tree = try #require(parse(source).value ?? nil)
    var loader = DocumentLoader(isOffline: true)
    loader.configuration = .nowhere
    loader.memory = WorldMemory()
    let places = spans(in: tree).filter { !$0.range.isEmpty }
    #expect(places.count > 3)
    // Of large ones some, with all values in turn.
    var step = max(1, places.count * Self.values.count / 1500)
    while step > 1, (2..<Self.values.count).contains(where: { step % $0 == 0 && Self.values.count % $0 == 0 }) { step += 1 }
    var number = 0
    for place in places {
      for value in Self.values {
        number += 1
        guard number % step == 0 else { continue }
        var changed = bytes
        changed.replaceSubrange(place.range, with: value.utf8)
        let text = SourceFile(name: name, bytes: changed)
        let loaded = try loader.load(text, in: folder)
        let length = changed.count
        for diagnostic in loaded.compilation.diagnostics {
          guard let span = diagnostic.span, span.file == text.id else { continue }
          #expect(span.start <= span.end && span.end <= length, "\(name) at \(place.start): \(value)")
        }
        // An editor reads it as well, however broken.
        _ = LenientReading(text).tree
      }
    }
  }
}
