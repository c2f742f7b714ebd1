import Foundation
import TestSupport
import Testing

/// The cookbook has every example, word for word and as it looks. `make cookbook` rewrites it; otherwise nothing is
/// ever written.
@Suite struct CookbookTests {
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1"
  static let docs = Program.package.appendingPathComponent("docs")
  static let pictures = docs.appendingPathComponent("cookbook")

  /// Shows ARC-18.
  @Test(arguments: Example.all) func showsWhatItMakes(example: Example) throws {
    try Example.footage.get()
    let scratch = try TemporaryFolder()
    let made = try example.still.make(of: example, in: scratch)
    let kept = Self.pictures.appendingPathComponent(example.stem + ".png").path
    if Self.isUpdating {
      try FileManager.default.createDirectory(at: Self.pictures, withIntermediateDirectories: true)
      try StillPicture.writeReduced(made, to: kept)
    }
    let psnr = try StillPicture(contentsOf: kept).psnr(against: StillPicture(contentsOf: made))
    let said = "\(example.stem): \(psnr.map { "\($0) dB" } ?? "another size"); run `make cookbook` and look at it"
    #expect(psnr ?? 0 >= example.still.tolerance, "\(said)")
  }

  @Test func saysWhatTheDocumentsSay() throws {
    let page = Self.docs.appendingPathComponent("cookbook.md")
    if Self.isUpdating { try CookbookPage.text.write(to: page, atomically: true, encoding: .utf8) }
    #expect(try String(contentsOf: page, encoding: .utf8) == CookbookPage.text, "run `make cookbook`")
  }

  @Test func hasEveryExample() throws {
    for name in Example.names { _ = try Example(named: name) }
    let shown = CookbookPage.chapters.flatMap(\.examples).map(\.name)
    #expect(shown.sorted() == Example.names, "each example is listed in one of `CookbookPage.chapters`")
    #expect(shown.count == CookbookPage.chapters.flatMap(\.stems).count)
    let headings = Example.all.map(\.title) + CookbookPage.chapters.map(\.title)
    #expect(Set(headings.map(CookbookPage.anchor)).count == headings.count)
  }

  @Test func hasNoOtherPictures() throws {
    let stems = Set(Example.all.map { $0.stem + ".png" })
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.pictures.path) where !stems.contains(name) {
      if Self.isUpdating { try FileManager.default.removeItem(at: Self.pictures.appendingPathComponent(name)) }
      #expect(Self.isUpdating, "\(name) is a picture of no example")
    }
  }

  /// Small enough to be kept beside the sources.
  @Test func isSmall() throws {
    let bytes = try FileManager.default.contentsOfDirectory(
      at: Self.pictures, includingPropertiesForKeys: [.fileSizeKey]
    )
    .reduce(0) { try $0 + ($1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    #expect(bytes < 1_000_000)
  }
}
