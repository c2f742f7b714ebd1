import Compiler
import Diagnostics
import Foundation
import TestSupport
import TimelineModel

/// A document that others play like a movie.
struct PlayedTimeline: Sendable {
  var name: String
  /// The file that is all that is heard of it, from its beginning.
  var sound: String
  var document: String

  struct NotCompiled: Error { var complaints: [String] }

  /// Compiles it and tells what is known of it. Its pictures are the reference's own.
  func make(
    in folder: TemporaryFolder, _ catalog: inout MediaCatalog, _ sources: inout [MediaReference: ReferenceSource]
  ) throws {
    let file = SourceFile(id: FileID(0), name: name, bytes: Array(document.utf8))
    let compilation = Compilation(ParsedDocument(file), catalog: catalog)
    guard !compilation.hasErrors, let composition = compilation.composition else {
      throw NotCompiled(complaints: compilation.diagnostics.map(\.message))
    }
    let timeline = NestedTimeline(composition: composition, catalog: catalog, folder: folder.url.path)
    let media = MediaReference(name)
    let canvas = composition.canvas
    let reference = try ReferencePicture(composition, sources: sources, pixelFormat: "yuv444p")
    let frames = try (0..<composition.frameCount).map { Picture(planes: try reference.frame($0), size: canvas.size) }
    catalog.timelines[media] = timeline
    catalog.media[media] = .found(timeline.facts)
    sources[media] = ReferenceSource(
      picture: ReferenceSource.MovingPicture(
        frames: frames, times: frames.indices.map { Rational(Int64($0)) / canvas.rate.perSecond },
        end: Rational(composition.frameCount) / canvas.rate.perSecond, frameDuration: canvas.rate.frameDuration,
        displaySize: SIMD2(Double(canvas.size.width), Double(canvas.size.height))),
      sound: sources[MediaReference(sound)]?.sound.map {
        ReferenceSource.Sound(tones: $0.tones, start: .zero, duration: composition.end.seconds)
      })
  }
}

extension Picture {
  /// Bytes of luma and chroma in limited range, with a chroma sample for every pixel.
  fileprivate init(planes: [[UInt8]], size: PixelSize) {
    func plane(_ index: Int, _ value: (Double) -> Double) -> Plane {
      Plane(width: size.width, height: size.height) { value(Double(planes[index][$1 * size.width + $0])) }
    }
    self.init(.black)
    luma = plane(0) { ($0 - 16) / 219 }
    blue = plane(1) { ($0 - 128) / 224 }
    red = plane(2) { ($0 - 128) / 224 }
    alpha = Plane(width: 1, height: 1) { _, _ in 1 }
  }
}
