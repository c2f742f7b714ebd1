import Foundation
import Media
import TestSupport
import TimelineModel

/// Picture files that are played one after another.
struct PictureSequence: Sendable {
  /// Of their names, with two digits for the number, which counts from 0.
  var pattern: String
  var pictures: Pattern
  var size: PixelSize
  var rate: FrameRate
  var count: Int

  var media: MediaReference { MediaReference(pattern, imageRate: rate) }

  private func name(_ number: Int) -> String {
    pattern.replacing("%02d", with: (number < 10 ? "0" : "") + "\(number)")
  }

  /// Writes the files and tells what is known of them.
  func make(
    in folder: TemporaryFolder, _ catalog: inout MediaCatalog, _ sources: inout [MediaReference: ReferenceSource]
  ) throws {
    let frames = try (0..<count).map { try pictures.frame($0, size: size) }
    for (number, frame) in frames.enumerated() { try TestPicture.writePNG(frame, to: folder.path(name(number))) }
    let images = (0..<count).map { MediaReference(name($0)) }
    for image in images { catalog.media[image] = MediaProbe.probe(path: folder.path(image.path), depth: .precise) }
    guard var facts = catalog.facts(for: images[0]) else { return }
    facts.video?.timing = .regular(rate, count: Int64(count))
    facts.images = images
    (facts.durationSource, facts.isDurationInHeader) = (.header, true)
    catalog.media[media] = .found(facts)
    sources[media] = ReferenceSource(
      picture: ReferenceSource.MovingPicture(
        frames: frames.map { Picture($0, color: ColorFacts()) },
        times: (0..<Int64(count)).map { Rational($0) / rate.perSecond },
        end: Rational(Int64(count)) / rate.perSecond, frameDuration: rate.frameDuration,
        displaySize: SIMD2(Double(size.width), Double(size.height))))
  }
}
