import CutlistKit
import Foundation
import Platform
import TestSupport
import Testing

/// Renders that watch replace the movies that they have made, and no other file.
@Suite struct ReplacementTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("movie.mp4") }

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String) throws {
    try WrittenFile.write(Array(text.utf8), to: path, .named)
  }

  @Test func whatAppearsDuringARenderStays() throws {
    try write("first")
    let own = Replacement.none.adding([path])
    let pending = try PendingFile(for: path, replacing: own.rule(for: path))
    try pending.descriptor.write(Array("second".utf8))
    try write("theirs")
    let failure = #expect(throws: SystemFailure.self) { try pending.takeName() }
    #expect(failure?.code == EEXIST)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "theirs")
  }

  @Test func itsOwnMovieIsReplaced() throws {
    try write("first")
    let own = Replacement.none.adding([path])
    try WrittenFile.write(Array("second".utf8), to: path, .named, replacing: own.rule(for: path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "second")
    // One that has gone is made anew.
    let again = own.adding([path])
    try FileManager.default.removeItem(atPath: path)
    try WrittenFile.write(Array("third".utf8), to: path, .named, replacing: again.rule(for: path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "third")
  }
}
