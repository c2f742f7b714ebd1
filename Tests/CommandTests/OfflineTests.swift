import Foundation
import TestSupport
import Testing

/// Without their media documents have no errors that they do not have with them.
@Suite struct OfflineTests {
  @Test func examplesHaveNoErrorsWithoutTheirMedia() throws {
    let folder = try TemporaryFolder()
    for name in Example.names {
      let copy = folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: Example.folder.appendingPathComponent(name), to: copy)
    }
    let result = try Program.run(["check", "--offline"] + Example.names, in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
    // They do need what cannot be known.
    #expect(result.errors.contains("[media-not-inspected]"))
  }

  @Test(arguments: [
    "source: 50f..100f", "source: 00:00:02:00..00:00:04:00", "source: 1s..end", "source: end - 2s..end",
    "freeze: end - 100ms, duration: 4s", "freeze: 12f, duration: 4s", "source: 0s..4s, crop: [400, 100, 200, 200]",
    "source: 0s..4s, view: [0, 0, 100%, 2000]", "source-tc: 10:00:00:00..10:00:02:00",
  ])
  func whatDependsOnASourceIsNotKnown(keys: String) throws {
    let folder = try TemporaryFolder()
    let document = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks: [ { id: A, kind: video, segments: [ { clip: gone.mp4, \(keys) } ] } ]
      instructions: [ { over: 0s..2s, layers: [ A ] }, { over: 2s.., layers: [] } ]
      titles: [ { text: Sea, over: A.end - 2s..end } ]

      """)
    let result = try Program.run("check", "--offline", document)
    #expect(!result.errors.contains(": error:"), "\(result.errors)")
  }

  /// What is wrong with any source is an error all the same.
  @Test(arguments: [
    ("source: 2s..1s", "empty-range"), ("crop: [-1, 0, 10, 10], source: 0s..1s", "bad-value"),
    ("source: 0s..A.end", "bad-time"), ("freeze: A.end, duration: 1s", "bad-time"),
  ])
  func whatNoSourceAllowsIsAnError(keys: String, rule: String) throws {
    let folder = try TemporaryFolder()
    let document = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks: [ { id: A, kind: video, segments: [ { clip: gone.mp4, \(keys) } ] } ]

      """)
    let result = try Program.run("check", "--offline", document)
    #expect(result.status == 1 && result.errors.contains("[\(rule)]"), "\(result.errors)")
  }
}
