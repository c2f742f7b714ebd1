import Foundation
import Media
import Planner
import Renderer
import TestSupport
import TimelineModel

/// A folder with media that a test made, and what the probe says of them.
final class Studio {
  let folder: TemporaryFolder
  private(set) var catalog = MediaCatalog()

  init() throws { folder = try TemporaryFolder() }

  /// Looks at a file that a test wrote there.
  func add(_ name: String) {
    catalog.media[MediaReference(name)] = MediaProbe.probe(path: folder.path(name), depth: .precise)
  }

  /// Looks at a file and reads it as a document says.
  func add(_ name: String, as reading: MediaReading) -> MediaReference {
    add(name)
    let media = MediaReference(name).read(as: reading)
    catalog.media[media] = catalog.facts(for: media.file).map { .found($0.read(as: reading)) }
    return media
  }

  /// Takes files that break off for as long as their headers say.
  func expectAllThatIsListed() { catalog.media = catalog.media.mapValues(\.asListed) }

  /// Looks an encoder up, which is how the planner comes to know what it writes.
  func addEncoder(_ name: String) { catalog.encoders[name] = EncoderCatalog.finding(name) }

  func addBarcodes(_ name: String, _ change: (inout BarcodeMovie) -> Void = { _ in }) throws {
    var movie = BarcodeMovie()
    change(&movie)
    try movie.write(to: folder.path(name))
    add(name)
  }

  func addColor(_ name: String, _ color: Color, frames: Int = 50, size: PixelSize = canvasSize) throws {
    try TestPicture.writeMovie(of: color, frames: frames, to: folder.path(name), size: size)
    add(name)
  }

  func addPNG(_ name: String, _ frame: VideoFrame) throws {
    try TestPicture.writePNG(frame, to: folder.path(name))
    add(name)
  }

  func addSound(_ name: String, _ channels: [[Float]], rate: Int = 48000) throws {
    try TestSound.write(channels, to: folder.path(name), rate: rate)
    add(name)
  }

  var media: MediaFolder { MediaFolder(root: folder.url.path, within: nil, catalog: catalog) }

  func renderer(
    _ composition: Composition, scale: Rational = .one, usesKernels: Bool = true, damage: DamageLog? = nil
  ) -> FrameRenderer {
    let target = RenderTarget(composition.canvas, settings: composition.output.video!, scale: scale)
    let plan = PicturePlan(composition, catalog: catalog, target: target, level: usesKernels ? .full : .encodeAll)
    return FrameRenderer(plan, folder: MediaFolder(root: folder.url.path, within: nil, catalog: catalog, damage: damage))
  }

  func session(_ composition: Composition, _ name: String, jobs: Int = 1, range: TimelineRange? = nil) -> RenderSession
  {
    RenderSession(composition, folder: media, outputPath: folder.path(name), range: range, jobs: jobs)
  }

  /// The numbers that the frames of a rendered movie show.
  func barcodes(of name: String) throws -> [Int?] {
    add(name)
    guard let facts = catalog.facts(for: MediaReference(name))?.video else { return [] }
    let reader = try FrameReader(path: folder.path(name), facts: facts)
    return try (0..<(facts.timing.frameCount ?? 0)).map { Barcode.read(try reader.frame($0)) }
  }
}

/// A picture's planes as numbers.
struct Planes {
  var luma: [[Int]]
  var u: [[Int]]
  var v: [[Int]]

  init(_ frame: VideoFrame) {
    let chroma = frame.pixelFormat.contains("420") ? 2 : 1
    let isDeep = PixelFormatName.isDeep(frame.pixelFormat)
    func plane(_ index: Int, _ divisor: Int) -> [[Int]] {
      frame.withPlane(index) { bytes, stride in
        (0..<frame.size.height / divisor).map { y in
          (0..<frame.size.width / divisor).map { x in
            let place = y * stride + (isDeep ? 2 * x : x)
            return Int(bytes[place]) + (isDeep ? Int(bytes[place + 1]) << 8 : 0)
          }
        }
      }
    }
    luma = plane(0, 1)
    u = plane(1, chroma)
    v = plane(2, chroma)
  }

  func color(atX x: Int, y: Int) -> [Int] {
    let divisor = luma.count / u.count
    return [luma[y][x], u[y / divisor][x / divisor], v[y / divisor][x / divisor]]
  }
}

/// True where no two numbers differ by more than `tolerance`.
func near(_ a: [Int], _ b: [Int], within tolerance: Int = 1) -> Bool {
  zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

/// BT.709 in limited range, by its definition.
func yuv(_ color: Color) -> [Int] { yuv(Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255) }

func yuv(_ r: Double, _ g: Double, _ b: Double) -> [Int] {
  let y = 0.2126 * r + 0.7152 * g + 0.0722 * b
  return [16 + 219 * y, 128 + 224 * (b - y) / 1.8556, 128 + 224 * (r - y) / 1.5748].map { Int($0.rounded()) }
}
