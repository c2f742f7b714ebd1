import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// Frames whose lines show two moments become pictures of one.
@Suite struct InterlacedTests {
  private static let moving =
    "testsrc2=s=320x180:r=50:d=1,format=yuv420p,crop=256:180:x='32+32*sin(2*PI*t)':y=0,pad=320:180:32:0,gblur=sigma=3"

  @Test(arguments: ["mpeg2video", "libx264", "ffv1"], [FieldOrder.top, .bottom])
  func showsOneMoment(encoder: String, order: FieldOrder) throws {
    let studio = try Studio()
    let (still, woven) = (studio.folder.path("moments.mkv"), studio.folder.path("woven.mkv"))
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", Self.moving, "-c:v", "ffv1", still)
    let weave =
      "tinterlace=\(order == .top ? "interleave_top" : "interleave_bottom"),setfield=\(order == .top ? "tff" : "bff")"
    var arguments = ["-v", "error", "-i", still, "-vf", weave, "-c:v", encoder]
    switch encoder {
    case "mpeg2video": arguments += ["-q:v", "2", "-flags", "+ildct+ilme", "-top", order == .top ? "1" : "0"]
    case "libx264": arguments += ["-qp", "4", "-x264-params", order == .top ? "tff=1" : "bff=1"]
    default: arguments += ["-field_order", "progressive"]
    }
    try CommandLineTool.run("ffmpeg", arguments + [woven])
    for name in ["moments.mkv", "woven.mkv"] { studio.add(name) }
    // FFV1 says nothing of fields, so the document has to.
    let isFlagged = encoder != "ffv1"
    let facts = try #require(studio.catalog.facts(for: MediaReference("woven.mkv"))?.video)
    #expect(facts.fields == (isFlagged ? order : .progressive))
    let media = MediaReference("woven.mkv").read(as: MediaReading(fields: isFlagged ? nil : order))
    let plain = MediaReference("woven.mkv").read(as: MediaReading(fields: .progressive))
    let moments = studio.renderer(composition([whole(MediaReference("moments.mkv"))], rate: FrameRate(50)))
    let (mended, left) = (studio.renderer(composition([whole(media)])), studio.renderer(composition([whole(plain)])))
    for frame in [12, 3, 4, 5, 0, 24, 11] as [Int64] {
      let wanted = Planes(try moments.frame(2 * frame)).luma
      let (good, bad) = (
        difference(Planes(try mended.frame(frame)).luma, wanted), difference(Planes(try left.frame(frame)).luma, wanted)
      )
      #expect(good < bad / 4, "frame \(frame): \(good), woven \(bad)")
    }
  }

  /// On a canvas that is fast enough, each field shows its own moment.
  @Test(arguments: [FieldOrder.top, .bottom]) func showsBothMoments(order: FieldOrder) throws {
    let studio = try Studio()
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", Self.moving, "-c:v", "ffv1", studio.folder.path("moments.mkv"))
    let (weave, field) = order == .top ? ("interleave_top", "tff") : ("interleave_bottom", "bff")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("moments.mkv"), "-vf", "tinterlace=\(weave),setfield=\(field)", "-c:v", "libx264", "-qp",
      "4", "-x264-params", "\(field)=1", studio.folder.path("woven.mkv"))
    for name in ["moments.mkv", "woven.mkv"] { studio.add(name) }
    let media = MediaReference("woven.mkv").read(as: MediaReading.asWritten.showingBothFields(true))
    #expect(studio.catalog.facts(for: media)?.video?.timing == .regular(FrameRate(50), count: 50))
    #expect(studio.catalog.facts(for: media)?.videoEnd == 1.s)
    let moments = studio.renderer(composition([whole(MediaReference("moments.mkv"))], rate: FrameRate(50)))
    let mended = studio.renderer(composition([whole(media)], rate: FrameRate(50)))
    for frame in [12, 13, 3, 4, 5, 0, 49, 48, 22] as [Int64] {
      let seen = Planes(try mended.frame(frame)).luma
      let right = difference(seen, Planes(try moments.frame(frame)).luma)
      let other = difference(seen, Planes(try moments.frame(frame == 49 ? 47 : frame + 2)).luma)
      #expect(right < other / 3, "frame \(frame): \(right), another moment \(other)")
    }
    // The earlier field is what it is by itself.
    let single = studio.renderer(composition([whole(media.coded)]))
    #expect(Planes(try mended.frame(20)).luma == Planes(try single.frame(10)).luma)
  }

  private func whole(_ media: MediaReference) -> VideoSegment {
    let second = range(0.s, 1.s)
    let mapping = TimeMapping(source: SourceRange(start: .zero, duration: 1.s), target: second)
    return VideoSegment(content: .movie(media, mapping), range: second)
  }

  /// The mean square of what two planes differ by.
  private func difference(_ a: [[Int]], _ b: [[Int]]) -> Double {
    var sum = 0
    for (left, right) in zip(a, b) { for (one, two) in zip(left, right) { sum += (one - two) * (one - two) } }
    return Double(sum) / Double(a.count * a[0].count)
  }

  /// Any frame comes out the same whatever was shown before it.
  @Test func neighboursDoNotDependOnTheWay() throws {
    let studio = try Studio()
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", Self.moving, "-vf", "tinterlace=interleave_top,setfield=tff", "-c:v", "libx264",
      "-x264-params", "tff=1", studio.folder.path("a.mkv"))
    studio.add("a.mkv")
    let segment = whole(MediaReference("a.mkv"))
    let forward = studio.renderer(composition([segment]))
    let all = try (0..<25).map { Planes(try forward.frame($0)).luma }
    for frame in [20, 7, 8, 0, 24, 1] as [Int64] {
      let alone = studio.renderer(composition([segment]))
      #expect(Planes(try alone.frame(frame)).luma == all[Int(frame)], "frame \(frame)")
    }
  }
}
