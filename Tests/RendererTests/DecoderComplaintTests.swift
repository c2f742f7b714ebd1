import Foundation
import Media
import Platform
import Renderer
import TestSupport
import Testing
import TimelineModel

/// What a decoder logs as wrong while it gives a picture or a sound all the same is damage.
@Suite struct DecoderComplaintTests {
  private func packets(of path: String, _ stream: String) throws -> [(size: Int, place: Int)] {
    try CommandLineTool.ffprobe(path, "-select_streams", stream, "-show_entries", "packet=size,pos")
      .map { $0.split(separator: ",").compactMap { Int($0) } }.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
  }

  private func change(_ path: String, _ changes: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(filePath: path))
    changes(&bytes)
    try bytes.write(to: URL(filePath: path))
  }

  @Test(arguments: [
    ("a.mkv", ["-c:v", "ffv1", "-level", "3", "-slicecrc", "1", "-g", "1"]), ("a.avi", ["-c:v", "mjpeg", "-q:v", "2"]),
    ("b.mkv", ["-c:v", "ffv1", "-level", "3", "-slicecrc", "1", "-g", "1", "-slices", "4"]),
  ])
  func ofPictures(name: String, arguments: [String]) throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path(name)
    try CommandLineTool.ffmpeg(["-i", studio.folder.path("source.mp4"), "-an"] + arguments + [path])
    let packet = try packets(of: path, "v")[27]
    try change(path) { bytes in for index in 0..<40 { bytes[packet.place + packet.size / 2 + index] = 0 } }
    studio.add(name)
    let segment = composition([movie(name, 0.s, seconds(60, 25))])
    for threads in [false, true] {
      let renderer = studio.renderer(segment)
      for frame in Int64(0)..<60 where frame != 27 {
        #expect(Barcode.read(try renderer.frame(frame)) == Int(frame), "\(threads)")
      }
      #expect(throws: RenderFailure.self) { try renderer.frame(27) }
    }
    let log = DamageLog()
    let mended = studio.renderer(segment, damage: log)
    for frame in Int64(20)..<40 { #expect(Barcode.read(try mended.frame(frame)) == (frame == 27 ? 26 : Int(frame))) }
    #expect(log.entries.map(\.first) == [seconds(27, 25)] && log.entries.map(\.count) == [1])
  }

  /// Each worker of a decoder with threads tells of its own packets.
  @Test func ofThreads() throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.mkv")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("source.mp4"), "-an", "-c:v", "ffv1", "-level", "3", "-slicecrc", "1", "-g", "1", path)
    let all = try packets(of: path, "v")
    let damaged: Set<Int64> = [7, 8, 30, 61]
    try change(path) { bytes in
      for packet in damaged.map({ all[Int($0)] }) {
        for index in 0..<40 { bytes[packet.place + packet.size / 2 + index] = 0 }
      }
    }
    studio.add("a.mkv")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mkv"))?.video)
    let reader = try FrameReader(path: ConfinedPath(anywhere: path), facts: facts, threads: 4)
    for frame in Int64(0)..<100 {
      let seen = try? Barcode.read(reader.frame(frame))
      #expect(seen == (damaged.contains(frame) ? nil : Int(frame)), "\(frame)")
    }
  }

  @Test(arguments: ["png", "jpg", "tiff", "gif"]) func ofStills(ending: String) throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.\(ending)")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("source.mp4"), "-frames:v", "1", path)
    let reader = { () throws -> FrameReader in
      guard case .found(let facts) = MediaProbe.probe(path: path, depth: .precise) else { throw CocoaError(.fileReadCorruptFile) }
      return try FrameReader(path: ConfinedPath(anywhere: path), facts: #require(facts.video))
    }
    #expect(Barcode.read(try reader().frame(0)) == 0)
    try change(path) { bytes in bytes.removeLast(bytes.count / 2) }
    #expect(throws: (any Error).self) { try reader().frame(0) }
    // The check tells of it.
    if case .found(let facts) = MediaProbe.probe(path: path, depth: .precise) { #expect(facts.damage == .zero) }
  }

  /// MLP has sums of its own, which its decoder only logs.
  @Test func ofSound() throws {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 96_000)], to: studio.folder.path("a.wav"))
    let path = studio.folder.path("a.mlp")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-c:a", "mlp", "-strict", "-2", path)
    studio.add("a.mlp")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.mlp"))?.audio)
    let good = try SoundReader(path: path, facts: facts).read(from: 0, count: 90_000)[0]
    #expect(good.contains { $0 != 0 })
    let all = try packets(of: path, "a")
    let packet = all[all.count / 2]
    try change(path) { bytes in bytes[packet.place + packet.size - 20] ^= 0x10 }
    #expect(throws: LibAVError.self) { try SoundReader(path: path, facts: facts).read(from: 0, count: 90_000) }
  }

  /// A picture that others are made of is missing, and nothing but the log of the decoder tells.
  @Test func ofReferences() throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.hevc")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("source.mp4"), "-an", "-c:v", "libx265", "-x265-params",
      "keyint=50:bframes=3:scenecut=0:open-gop=0:log-level=error", path)
    let all = try packets(of: path, "v")
    let largest = try #require((10..<30).max { all[$0].size < all[$1].size })
    try change(path) { bytes in bytes.removeSubrange(all[largest].place..<all[largest + 1].place) }
    studio.add("a.hevc")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.hevc"))?.video)
    let reader = try FrameReader(path: ConfinedPath(anywhere: path), facts: facts)
    let count = try #require(facts.timing.frameCount)
    #expect(throws: LibAVError.self) { for frame in 0..<count { _ = try reader.frame(frame) } }
  }
}
