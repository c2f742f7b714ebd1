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

  /// Copies the examples and those of their media whose number, in the order of their names, leaves a rest of the two.
  private func copyExamples(to folder: TemporaryFolder, mediaWith rest: (Int) -> Bool) throws -> [String] {
    try Example.footage.get()
    var media: [String] = []
    let all = FileManager.default.enumerator(atPath: Example.folder.path)?.compactMap { $0 as? String } ?? []
    for name in all.sorted() {
      let original = Example.folder.appendingPathComponent(name)
      var isFolder = ObjCBool(false)
      _ = FileManager.default.fileExists(atPath: original.path, isDirectory: &isFolder)
      if isFolder.boolValue { continue }
      let isText = [".yaml", ".json", ".cube", ".svg"].contains { name.hasSuffix($0) }
      if !isText { media.append(name) }
      guard isText || rest(media.count) else { continue }
      let copy = folder.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: original, to: copy)
    }
    return media
  }

  @Test(arguments: [0, 1]) func examplesHaveNoErrorsWithHalfOfTheirMedia(rest: Int) throws {
    let folder = try TemporaryFolder()
    let media = try copyExamples(to: folder) { $0 % 2 == rest }
    #expect(media.count > 3)
    let result = try Program.run(["check", "--offline"] + Example.names, in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A lock stands for all media, or for those that are gone.
  @Test func examplesHaveNoErrorsWithLocks() throws {
    let folder = try TemporaryFolder()
    let media = try copyExamples(to: folder) { _ in true }
    let before = try Program.run(["check"] + Example.names, in: folder.url.path)
    #expect(before.status == 0, "\(before.errors)")
    #expect(try Program.run(["lock"] + Example.names, in: folder.url.path).status == 0)
    for rest in [0, 1] {
      for (number, name) in media.enumerated() where number % 2 == rest {
        try? FileManager.default.removeItem(atPath: folder.path(name))
      }
      let result = try Program.run(["check", "--locked"] + Example.names, in: folder.url.path)
      #expect(result.status == 0, "\(result.errors)")
    }
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
