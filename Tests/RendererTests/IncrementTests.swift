import Foundation
import Media
import Planner
import Renderer
import Store
import TestSupport
import Testing
import TimelineModel

/// What is in the store is not made again, and what is not changed is in the store.
@Suite struct IncrementTests {
  private let studio: Studio
  private let store: ArtifactStore

  init() throws {
    studio = try Studio()
    try studio.addBarcodes("a.mp4") { $0.frames = 200 }
    try studio.addBarcodes("b.mp4") { movie in
      movie.frames = 200
      movie.firstNumber = 1000
    }
    store = ArtifactStore(folder: studio.folder.path("store"))
  }

  private func render(_ composition: Composition, _ name: String = "out.mp4", jobs: Int = 2) throws -> RenderReport {
    var session = studio.session(composition, name, jobs: jobs)
    session.store = store
    session.level = .encodeAll
    return try session.run()
  }

  private func programme(_ text: String = "Hello", from: Rational = .zero) -> Composition {
    let title = textTitle(text, range(3.s, 5.s), style: TextStyle(font: "DejaVu Sans", size: 20))
    var result = composition(
      [movie("a.mp4", 0.s, 4.s, from: from), movie("b.mp4", 4.s, 8.s)], titles: [title])
    result.output.video!.options = ["preset": "ultrafast", "crf": "30"]
    return result
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: studio.folder.path(name))) }

  @Test func theSecondTimeNothingIsEncoded() throws {
    let first = try render(programme(), "one.mp4")
    #expect(first.encodedFrames == 200 && first.storedFrames == 0)
    let second = try render(programme(), "two.mp4")
    #expect(second.encodedFrames == 0 && second.storedFrames == 200)
    #expect(try bytes("one.mp4") == bytes("two.mp4"))
  }

  @Test func theBytesAreThoseOfARenderWithoutAStore() throws {
    var session = studio.session(programme(), "plain.mp4")
    session.level = .encodeAll
    _ = try session.run()
    _ = try render(programme(), "cold.mp4", jobs: 1)
    _ = try render(programme(), "warm.mp4", jobs: 8)
    #expect(try bytes("plain.mp4") == bytes("cold.mp4"))
    #expect(try bytes("plain.mp4") == bytes("warm.mp4"))
  }

  @Test func aChangedTitleCostsItsSpanAlone() throws {
    _ = try render(programme())
    let report = try render(programme("Bye"))
    #expect(report.encodedFrames == 50)
    #expect(report.storedFrames == 150)
  }

  @Test func whatComesLaterMayMove() throws {
    _ = try render(programme())
    var moved = composition(
      [movie("b.mp4", 0.s, 2.s, from: 5.s), movie("a.mp4", 2.s, 5.s), movie("b.mp4", 5.s, 9.s)])
    moved.output = programme().output
    // Three seconds of `a` are those from before the title.
    let report = try render(moved)
    #expect(report.storedFrames == 75)
  }

  @Test func aRenamedOrMovedFileIsTheSameFile() throws {
    _ = try render(programme())
    try FileManager.default.moveItem(atPath: studio.folder.path("a.mp4"), toPath: studio.folder.path("other.mp4"))
    studio.add("other.mp4")
    var renamed = programme()
    renamed.videoTracks[0].segments[0] = movie("other.mp4", 0.s, 4.s)
    #expect(try render(renamed).encodedFrames == 0)
  }

  @Test func aFileWithOtherContentIsAnother() throws {
    _ = try render(programme())
    try studio.addBarcodes("a.mp4") { movie in
      movie.frames = 200
      movie.firstNumber = 500
    }
    let report = try render(programme(), "changed.mp4")
    // Its four seconds, and the one after it that is under the same title.
    #expect(report.encodedFrames == 125)
    #expect(try studio.barcodes(of: "changed.mp4").first == 500)
  }

  /// What a file's numbers mean may be said by the document.
  @Test func anotherReadingOfAFileIsOtherWork() throws {
    func programmeRead(as reading: MediaReading) -> Composition {
      var result = programme()
      for index in result.videoTracks[0].segments.indices {
        guard case .movie(let media, let mapping) = result.videoTracks[0].segments[index].content else { continue }
        result.videoTracks[0].segments[index].content = .movie(media.read(as: reading), mapping)
      }
      return result
    }
    _ = try render(programme())
    _ = try render(programmeRead(as: MediaReading(color: .pq)), "pq.mp4")
    let full = MediaReading(color: .pq, isFullRange: true)
    #expect(try render(programmeRead(as: full), "full.mp4").storedFrames == 0)
  }

  @Test func otherEncoderSettingsAreOtherWork() throws {
    _ = try render(programme())
    var finer = programme()
    finer.output.video!.options["crf"] = "28"
    #expect(try render(finer).storedFrames == 0)
  }

  @Test func aShiftedSourceIsOtherWork() throws {
    _ = try render(programme())
    #expect(try render(programme(from: seconds(1, 25))).storedFrames == 75)
  }

  @Test func equalPiecesAreEncodedOnceHoweverManyAreWorkedOnAtOnce() throws {
    var again = composition((0..<4).map { movie("a.mp4", Rational(2 * $0), Rational(2 * $0 + 2)) })
    again.output = programme().output
    let report = try render(again, jobs: 4)
    #expect(report.encodedFrames == 50)
    #expect(report.storedFrames == 150)
  }

  @Test func damageIsFoundAndMended() throws {
    _ = try render(programme(), "one.mp4")
    let objects = FileManager.default.enumerator(atPath: studio.folder.path("store/objects"))!
    for case let name as String in objects {
      let path = studio.folder.path("store/objects/\(name)")
      guard var data = FileManager.default.contents(atPath: path), data.count > 200 else { continue }
      data[data.count / 2] ^= 1
      try data.write(to: URL(filePath: path))
    }
    let report = try render(programme(), "two.mp4")
    #expect(report.encodedFrames == 200)
    #expect(try bytes("one.mp4") == bytes("two.mp4"))
  }
}
