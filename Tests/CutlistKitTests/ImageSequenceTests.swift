import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Media
import Planner
import Platform
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Pictures with numbers in their names play as a movie.
@Suite struct ImageSequenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func add(_ name: String, _ number: Int, size: PixelSize = PixelSize(width: 96, height: 54)) throws {
    let picture = try Barcode.frame(number, size: size, pixelFormat: "rgba")
    try TestPicture.writePNG(picture, to: folder.path(name))
  }

  private func load(_ images: String) throws -> LoadedDocument {
    let text = """
      timeline: 1
      canvas: { size: 96x54, rate: 24 }
      assets: { boats: { images: "\(images)", rate: 12 } }
      tracks: [ { kind: video, segments: [ boats, { clip: boats, source: 1f..2f, speed: 1/2 } ] } ]
      """
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    return try DocumentLoader().load(folder.path("edit.yaml"))
  }

  /// Numbers count as numbers, and neither case nor the language of the machine decides.
  @Test func namesHaveOneOrder() throws {
    let names = ["a1.png", "A2.png", "a02.png", "a10.png", "b.png", "B1.png", "é.png", "f.png", "Z.png", "ä10.png"]
    let sorted = names.map { ($0, NaturalOrder($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    #expect(
      sorted == ["a1.png", "A2.png", "a02.png", "a10.png", "ä10.png", "b.png", "B1.png", "é.png", "f.png", "Z.png"])
  }

  @Test(arguments: [
    ("*_*.png", [1, 2, 3]), ("b**_*1*", [1]), ("*.png", [1, 2, 3]), ("boat*_3*.*g", [3]), ("*x*", []), ("boat_", []), ("boat_2*", [2]),
  ]) func starsStandForAnyText(pattern: String, shown: [Int]) throws {
    for number in 1...3 { try add("boat_\(number).png", number) }
    let document = try load(pattern)
    let isMissing = document.compilation.diagnostics.contains { $0.id.name == "missing-media" }
    #expect(isMissing == shown.isEmpty, "\(document.compilation.diagnostics)")
    let images = document.catalog.media.keys.filter { $0.imageRate == nil }.map(\.path).sorted()
    #expect(images == shown.map { "boat_\($0).png" })
  }

  /// A number of any length is one.
  @Test func longNumbersLeaveGaps() throws {
    for number in ["1", "2", "99999999999999999999", "99999999999999999998"] { try add("boat_\(number).png", 1) }
    let errors = try load("boat_%d.png").compilation.diagnostics.filter { $0.severity == .error }
    #expect(errors.contains { $0.message.contains("number 3 is missing") }, "\(errors)")
  }

  /// One pattern at two rates is looked at once and plays at both.
  @Test func onePatternPlaysAtSeveralRates() throws {
    for number in 1...4 { try add("boat_\(number).png", number) }
    let text = """
      timeline: 1
      canvas: { size: 96x54, rate: 24 }
      assets: { slow: { images: "boat_*.png", rate: 6 }, fast: { images: "boat_*.png", rate: 24 } }
      tracks: [ { kind: video, segments: [ slow, fast ] } ]
      """
    try text.write(toFile: folder.path("edit.yaml"), atomically: true, encoding: .utf8)
    let document = try DocumentLoader().load(folder.path("edit.yaml"))
    #expect(document.compilation.diagnostics.isEmpty, "\(document.compilation.diagnostics)")
    #expect(document.compilation.composition?.frameCount == 20)
  }

  @Test(arguments: ["boat_%02d.png", "boat_*.png", "boat_%d.png"]) func playsInOrder(pattern: String) throws {
    let digits = pattern.contains("02") ? 2 : 1
    for number in 8...11 {
      try add("boat_\(String(repeating: "0", count: max(0, digits - "\(number)".count)))\(number).png", number)
    }
    try add("other.png", 99)
    let document = try load(pattern)
    #expect(document.compilation.diagnostics.isEmpty)
    let composition = try #require(document.compilation.composition)
    let target = RenderTarget(composition.canvas, settings: composition.output.video!, scale: .one)
    let plan = PicturePlan(composition, catalog: document.catalog, target: target, level: .full)
    let renderer = FrameRenderer(plan, folder: MediaFolder(root: document.folder, within: nil, catalog: document.catalog))
    let shown = try (0..<composition.frameCount).map { Barcode.read(try renderer.frame($0)) }
    #expect(shown == [8, 8, 9, 9, 10, 10, 11, 11, 9, 9, 9, 9])
    #expect(document.dependencies.count == 5, "the document and four pictures")
  }

  @Test func aSinglePictureHasNoLengthToFindOut() throws {
    try add("boat.png", 1)
    try """
    timeline: 1
    canvas: { size: 96x54, rate: 24 }
    tracks: [ { kind: video, segments: [ { clip: boat.png, duration: 1s } ] } ]
    """.write(toFile: folder.path("still.yaml"), atomically: true, encoding: .utf8)
    #expect(try DocumentLoader().load(folder.path("still.yaml")).compilation.diagnostics.isEmpty)
  }

  @Test func whatIsNoSequenceIsNamed() throws {
    #expect(try problems(with: "boat_%d.png") == ["there are no files that match `boat_%d.png`"])
    for number in [1, 2, 4] { try add("boat_\(number).png", number) }
    #expect(
      try problems(with: "boat_%d.png") == ["`boat_%d.png` cannot be read: number 3 is missing among the pictures"])
    for name in ["boat_3.png", "boat_02.png"] { try add(name, 1) }
    #expect(
      try problems(with: "boat_%d.png") == [
        "`boat_%d.png` cannot be read: boat_02.png and boat_2.png have the same number among the pictures"
      ])
    try FileManager.default.removeItem(atPath: folder.path("boat_02.png"))
    try add("boat_3.png", 3, size: PixelSize(width: 48, height: 54))
    #expect(
      try problems(with: "boat_%d.png") == [
        "`boat_%d.png` cannot be read: boat_3.png is 48x54, and boat_1.png is 96x54"
      ])
  }

  private func problems(with images: String) throws -> [String] {
    Set(try load(images).compilation.diagnostics.map(\.message)).sorted()
  }
}
