import Foundation
import TestSupport
import Testing

/// What the system refuses says nothing of a document, and ends commands with 3.
@Suite struct RefusedReadingTests {
  @Test(arguments: [
    ["coverage"], ["emit", "--stage", "document"], ["emit", "--stage", "composition"], ["emit", "--stage", "plan"],
    ["check"], ["plan"], ["expand"],
  ])
  func ofMedia(command: [String]) throws {
    let folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    _ = try folder.document("timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n")
    var refusals = 0
    for count in 3...24 {
      let result = try Program.run(command + ["edit.yaml"], in: folder.url.path, limits: "ulimit -n \(count)")
      guard result.errors.contains("a.mp4"), result.errors.contains("too many open files") else { continue }
      refusals += 1
      #expect(result.status == 3, "\(count): \(result.errors)")
    }
    #expect(refusals > 0)
  }
}
