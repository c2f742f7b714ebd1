import CutlistKit
import Foundation
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Media files that change after they were checked are named.
@Suite struct SourceWatchTests {
  private let folder: TemporaryFolder
  private let watch: SourceWatch

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.mp4", "b.mp4", "c.mp4"] { try BarcodeMovie().write(to: folder.path(name)) }
    let text = "timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4, b.mp4, c.mp4 ] } ]\n"
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    watch = try DocumentLoader().load(folder.path("edit.yaml")).sourceWatch
  }

  private var references: [MediaReference] { ["a.mp4", "b.mp4", "c.mp4"].map(MediaReference.init) }

  @Test func whatStaysIsNoChange() throws {
    #expect(watch.changes().isEmpty && watch.areUntouched(references))
    try watch.check()
    // A file of another name is another matter; one with another name besides is the same.
    #expect(!watch.areUntouched([MediaReference("d.mp4")]))
    Thread.sleep(forTimeInterval: 0.05)
    #expect(link(folder.path("a.mp4"), folder.path("also-a.mp4")) == 0)
    #expect(watch.changes().isEmpty && !watch.areUntouched(references))
    #expect(watch.areUntouched(references.dropFirst()))
  }

  @Test func whatIsWrittenReplacedOrRemovedIsNamed() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path("a.mp4")))
    try file.truncate(atOffset: 100)
    try FileManager.default.removeItem(atPath: folder.path("b.mp4"))
    try FileManager.default.moveItem(atPath: folder.path("c.mp4"), toPath: folder.path("old.mp4"))
    try FileManager.default.copyItem(atPath: folder.path("old.mp4"), toPath: folder.path("c.mp4"))
    let messages = watch.changes().map(\.message)
    #expect(
      messages == [
        "a.mp4 was changed since it was checked", "b.mp4 is gone since it was checked",
        "c.mp4 was changed since it was checked",
      ])
    let failure = #expect(throws: RenderFailure.self) { try watch.check() }
    #expect(failure?.kind == .sourceChanged && failure?.message == messages[0])
    #expect(failure?.detail == messages.dropFirst().joined(separator: "; "))
  }
}
