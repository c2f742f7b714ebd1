import Compiler
import CutlistKit
import Diagnostics
import Foundation
import TestSupport
import Testing
import TimelineModel

/// Timelines that play others play no more of them than a document can mean.
@Suite struct NestedLoadsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ name: String, parameters: String = "", _ segments: [String]) throws {
    try """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    \(parameters.isEmpty ? "" : "parameters: { \(parameters) }\nmetadata: { title: \"${q}\" }")
    tracks: [ { kind: video, segments: [ \(segments.joined(separator: ", ")) ] } ]

    """.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
  }

  private let color = "{ clip: { color: navy }, duration: 1s }"

  private func load(_ name: String) throws -> LoadedDocument {
    var loader = DocumentLoader()
    loader.configuration = .nowhere
    return try loader.load(folder.path(name))
  }

  private func errors(_ document: LoadedDocument) -> [Diagnostic] {
    document.compilation.diagnostics.filter { $0.severity == .error }
  }

  /// Each plays the next twice, with other values each time: 8,388,608 ways lead to the last one.
  @Test(.timeLimit(.minutes(2))) func timelinesThatDoubleEnd() throws {
    for index in 0..<23 {
      try write(
        "n\(index).yaml", parameters: "q: '0'",
        [0, 1].map { "{ clip: { timeline: n\(index + 1).yaml, with: { q: \"${q}\($0)\" } } }" })
    }
    try write("n23.yaml", parameters: "q: '0'", [color])
    let document = try load("n0.yaml")
    let found = errors(document)
    #expect(found.contains { $0.message.contains("more than 1000 timelines") }, "\(found.map(\.message))")
    let places = Set(found.compactMap { document.sources.place(of: $0.span) })
    #expect(places.contains { $0.contains(":5:") } && found.count < 100, "\(places)")
  }

  /// The next one is loaded once and played twice, which doubles what plays with every level.
  @Test(.timeLimit(.minutes(2))) func playsAreCountedEachTime() throws {
    for index in 0..<30 { try write("n\(index).yaml", ["n\(index + 1).yaml", "n\(index + 1).yaml"]) }
    try write("n30.yaml", [color])
    #expect(errors(try load("n22.yaml")).isEmpty)
    for name in ["n21.yaml", "n0.yaml"] {
      let found = errors(try load(name))
      #expect(found.contains { $0.message.contains("more than 1000 timelines") }, "\(found.map(\.message))")
    }
    try write("flat.yaml", Array(repeating: "n30.yaml", count: 1001))
    #expect(errors(try load("flat.yaml")).count == 1)
  }

  /// With the same values there is but one of each, however often it is played.
  @Test(.timeLimit(.minutes(2))) func timelinesThatAreTheSameAreOne() throws {
    for index in 4..<12 {
      try write(
        "n\(index).yaml", parameters: "q: '0'",
        [0, 1].map { _ in "{ clip: { timeline: n\(index + 1).yaml, with: { q: \"${q}\" } } }" })
    }
    try write("n12.yaml", parameters: "q: '0'", [color])
    let document = try load("n4.yaml")
    #expect(errors(document).isEmpty)
    #expect(document.compilation.composition?.end == TimelineTime(Rational(256)))
  }

  /// A mistake in one that several play is said once, and each place where it is played says that it cannot be.
  @Test func whatSeveralPlayIsSaidOnce() throws {
    try write("inner.yaml", ["{ clip: { color: nothing }, duration: 1s }"])
    for name in ["a", "b", "c"] { try write("\(name).yaml", ["inner.yaml", color]) }
    try write("outer.yaml", ["a.yaml", "b.yaml", "c.yaml", "inner.yaml"])
    let document = try load("outer.yaml")
    let found = errors(document)
    #expect(found.count { $0.message.contains("`nothing`") } == 1)
    let places = found.compactMap { document.sources.place(of: $0.span) }
    for name in ["a", "b", "c"] { #expect(places.contains { $0.contains("/\(name).yaml:4:") }, "\(places)") }
    #expect(places.count { $0.contains("outer.yaml:4:") } == 4, "\(places)")
  }

  /// Values that are wrong are marked where each of those stands that give them.
  @Test func wrongValuesAreMarkedWhereTheyAreGiven() throws {
    try "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\nparameters: { q: { type: time, default: 1s } }\ntracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: \"${q}\" } ] } ]\n"
      .write(toFile: folder.path("inner.yaml"), atomically: true, encoding: .utf8)
    let clip = "{ clip: { timeline: inner.yaml, with: { q: never } } }"
    try write("a.yaml", [clip])
    try write("b.yaml", [color, clip])
    try write("outer.yaml", ["a.yaml", "b.yaml"])
    let document = try load("outer.yaml")
    let places = errors(document).filter { $0.message.contains("`never`") }
      .compactMap { document.sources.place(of: $0.span) }
    #expect(places.contains { $0.contains("/a.yaml:") } && places.contains { $0.contains("/b.yaml:") }, "\(places)")
  }

  @Test func depthIsBounded() throws {
    for index in 0..<60 { try write("d\(index).yaml", ["d\(index + 1).yaml"]) }
    try write("d60.yaml", [color])
    #expect(errors(try load("d30.yaml")).isEmpty)
    let found = errors(try load("d0.yaml"))
    #expect(found.contains { $0.message.contains("more than 32 timelines would lie within one another") })
  }

  /// What one timeline cannot play because of those around it, another can.
  /// Whether one is met before or within others makes no difference.
  @Test func depthIsBoundedInEveryOrder() throws {
    try write("n0.yaml", [color])
    for index in 1..<40 { try write("n\(index).yaml", ["{ clip: n\(index - 1).yaml }"]) }
    for (deepest, isRefused) in [(31, false), (32, true)] {
      let all = (0...deepest).map { "{ clip: n\($0).yaml }" }
      for segments in [all, all.reversed(), [all[deepest]]] {
        try write("all.yaml", segments)
        #expect(errors(try load("all.yaml")).isEmpty != isRefused, "\(deepest), \(segments.count)")
      }
    }
  }

  /// A link to a timeline plays what lies beside the link.
  @Test func linksToOneTimelineHaveFoldersOfTheirOwn() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try write("a/doc.yaml", ["{ clip: x.yaml }"])
    try write("a/x.yaml", [color])
    try FileManager.default.createSymbolicLink(atPath: folder.path("b/doc.yaml"), withDestinationPath: "../a/doc.yaml")
    try write("main.yaml", ["{ clip: a/doc.yaml }", "{ clip: b/doc.yaml }"])
    #expect(errors(try load("main.yaml")).contains { $0.message.contains("b/doc.yaml") || $0.message.contains("x.yaml") })
    try write("b/x.yaml", [color.replacing("1s", with: "2s")])
    let found = try load("main.yaml")
    #expect(errors(found).isEmpty && found.compilation.composition?.range.end == TimelineTime(Rational(3)))
  }

  @Test func whatIsRefusedInOnePlaceIsNotEverywhere() throws {
    for index in 0..<40 { try write("d\(index).yaml", ["d\(index + 1).yaml"]) }
    try write("d40.yaml", [color])
    try write("outer.yaml", ["d0.yaml", "d38.yaml"])
    let document = try load("outer.yaml")
    let places = errors(document).filter { $0.span?.file == document.compilation.source.id }
    #expect(places.count == 1, "\(places)")
  }

  /// A document, its variants and what they play have one limit of values, however few lines ask for them.
  @Test(.timeLimit(.minutes(2))) func valuesOfVariantsAddUp() throws {
    let keys = (0..<200).map { "\($0)/1000000s: 0.5" }.joined(separator: ", ")
    let variants = (1...30).map { "v\($0): {}" }.joined(separator: ", ")
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      defaults: { segment: { opacity: { keys: { \(keys) } } } }
      tracks: [ { kind: video, segments: [ \(Array(repeating: color, count: 1500).joined(separator: ", ")) ] } ]
      variants: { \(variants) }
      """
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    let document = try load("edit.yaml")
    #expect(!document.compilation.hasErrors)
    let loaded = DocumentLoader().variants(of: document)
    let found = loaded.flatMap { $0.problems(besidesThoseOf: document) }
    #expect(found.map(\.id.name) == ["limit-exceeded"], "\(found)")
    // 14 times 300,000 values and more, of which one is the document itself.
    let span = try #require(found.first?.span)
    #expect(document.compilation.source.text(of: span) == "v13" && loaded.count == 13)
  }

  /// Each variant plays timelines with values of its own.
  @Test(.timeLimit(.minutes(2))) func timelinesOfVariantsAddUp() throws {
    try write("part.yaml", parameters: "q: a", [color])
    let plays = (0..<300).map { "{ clip: { timeline: part.yaml, with: { q: \"${w}-\($0)\" } } }" }
    let variants = (1...40).map { "v\($0): { parameters: { w: \"\($0)\" } }" }.joined(separator: ", ")
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      parameters: { w: "0" }
      tracks: [ { kind: video, segments: [ \(plays.joined(separator: ", ")) ] } ]
      variants: { \(variants) }
      """
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    let document = try load("edit.yaml")
    #expect(!document.compilation.hasErrors)
    let found = DocumentLoader().variants(of: document).flatMap { $0.problems(besidesThoseOf: document) }
    let refused = try #require(found.first { $0.id.name == "limit-exceeded" })
    #expect(refused.message.contains("more than 10,000 timelines"))
    // 33 times 300 have a place, and 100 of the next.
    let text34 = try #require(refused.span.map(document.compilation.source.text))
    #expect(text34 == "v34", "\(text34)")
    #expect(found.contains { $0.id.name == "unreadable-media" && $0.message.contains("more than 10,000 timelines") })
  }

  /// What variants play alike is compiled once for all of them.
  @Test func whatVariantsPlayAlikeIsTheSame() throws {
    try write("part.yaml", parameters: "q: a", ["{ clip: missing.mov }"])
    try """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: part.yaml } ] } ]
    variants: { wide: { canvas: { size: 128x64 } }, tall: { canvas: { size: 64x128 } } }
    """.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    let document = try load("edit.yaml")
    #expect(document.compilation.diagnostics.contains { $0.id.name == "missing-media" })
    let variants = DocumentLoader().variants(of: document)
    #expect(variants.count == 2 && variants.allSatisfy { $0.compilation.hasErrors })
    #expect(variants.flatMap { $0.problems(besidesThoseOf: document) }.isEmpty)
  }
}
