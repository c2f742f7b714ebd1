import Foundation
import Platform
import TestSupport
import Testing
import TimelineModel

@testable import Media

/// Fonts are read and not mapped.
@Suite struct FontContentTests {
  private let folder: TemporaryFolder
  private let font: FontFile

  init() throws {
    folder = try TemporaryFolder()
    var font = try #require(FontFile(family: "DejaVu Sans"))
    try FileManager.default.copyItem(atPath: font.path, toPath: folder.path("font.ttf"))
    font.path = folder.path("font.ttf")
    self.font = font
  }

  /// The system ends a program that looks into a mapped file behind its end.
  @Test func aFontThatBecomesShorterIsDrawnAsItWas() throws {
    let face = try FontFace(font, library: FreeType())
    #expect(truncate(font.path, 0) == 0)
    for character in "Harbour ÄÖ Ж" { #expect(face.canWrite(character)) }
    try face.setSize(40)
    #expect((1..<200).contains { face.outline(of: $0, x: 0, y: 0) != nil })
    #expect(throws: TextError.self) { try FontFace(font, library: FreeType()) }
  }

  @Test func allWhoDrawWithAFontShareItsBytes() throws {
    let content = try FontContent.ofFile(at: font.path)
    #expect(try FontContent.ofFile(at: font.path) === content)
    try Data(contentsOf: URL(fileURLWithPath: font.path)).dropLast().write(to: URL(fileURLWithPath: font.path))
    #expect(try FontContent.ofFile(at: font.path) !== content)
    #expect(throws: SystemFailure.self) { try FontContent.ofFile(at: folder.path("none.ttf")) }
  }
}
