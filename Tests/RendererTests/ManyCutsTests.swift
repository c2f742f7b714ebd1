import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// A thousand cuts between fifty files: what is open is what is being shown.
@Suite struct ManyCutsTests {
  private static let cuts = 1000
  private static let files = 50

  /// Shows VID-22.
  @Test func filesAreOpenOnlyWhileTheyAreNeeded() throws {
    let studio = try Studio()
    let size = PixelSize(width: 64, height: 48)
    for number in 0..<ManyCutsTests.files { try studio.addColor(name(number), .black, frames: 3, size: size) }
    let segments = (0..<ManyCutsTests.cuts).map { cut in
      movie(name(file(at: cut)), Rational(Int64(cut), 25), Rational(Int64(cut) + 1, 25), from: Rational(1, 25))
    }
    let renderer = studio.renderer(composition(segments, size: size))
    for cut in 0..<ManyCutsTests.cuts {
      _ = try renderer.frame(Int64(cut))
      let open = openFiles(in: studio)
      #expect(open.contains(name(file(at: cut))))
      // The readers of this frame and the one before it, and a few that are kept in case they come again.
      #expect(open.count <= 4, "cut \(cut): \(open)")
      let recent = Set((max(0, cut - 5)...cut).map { name(file(at: $0)) })
      #expect(recent.isSuperset(of: open), "cut \(cut): \(open)")
    }
  }

  private func name(_ number: Int) -> String { "clip\(number).mp4" }

  /// Every file comes again and again, never twice in a row.
  private func file(at cut: Int) -> Int { cut * 7 % ManyCutsTests.files }

  /// The files of the studio that this process has open, as the system lists them; one open twice comes twice.
  private func openFiles(in studio: Studio) -> [String] {
    let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.compactMap { descriptor in
      guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)"),
        path.hasPrefix(studio.folder.url.path)
      else { return nil }
      return URL(filePath: path).lastPathComponent
    }
  }
}
