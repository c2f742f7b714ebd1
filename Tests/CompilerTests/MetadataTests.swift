import Compiler
import Diagnostics
import TestSupport
import Testing
import TimelineModel

/// What is written into a movie says there what it says in the document, or is an error.
@Suite struct MetadataTests {
  private func compiled(_ name: String, _ text: String) -> Compilation {
    compile(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      metadata: { \(name): "\(text)" }
      tracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: 1s } ] } ]
      """, catalog: MediaCatalog())
  }

  @Test(arguments: [
    ("track", "300/70000"), ("track", "70000"), ("disc", "65536"), ("disc", "-1"), ("Season_Number", "256"),
    ("media_type", "300"), ("tmpo", "99999999999999999999"), ("creation_time", "1890-01-01T00:00:00Z"),
    ("creation_time", "2150-01-01T00:00:00Z"), ("creation_time", "not a time"), ("creation_time", "now"),
    ("creation_time", "2026-02-29"), ("creation_time", "2040-01-01T01:00:00+00:30"), ("creation_time", ""),
  ])
  func whatWouldBecomeSomethingElse(name: String, text: String) {
    #expect(compiled(name, text).diagnostics.map(\.id.name) == ["bad-value"])
  }

  @Test(arguments: [
    ("track", "3/12", "3/12"), ("track", "65535", "65535"), ("disc", "side B", "side B"), ("season_number", "0", "0"),
    ("comment", "70000", "70000"), ("creation_time", "2026-05-01", "2026-05-01T00:00:00Z"),
    ("creation_time", "2026-05-01 12:30:00", "2026-05-01T12:30:00Z"),
    ("creation_time", "2026-05-01T12:30:15.250000Z", "2026-05-01T12:30:15.250000Z"),
    ("creation_time", "2026-03-01T00:30:00+02:00", "2026-02-28T22:30:00Z"),
    ("creation_time", "2024-02-29T23:30:00-0100", "2024-03-01T00:30:00Z"),
  ])
  func whatStays(name: String, text: String, written: String) throws {
    let compilation = compiled(name, text)
    #expect(compilation.diagnostics.isEmpty, "\(compilation.diagnostics)")
    #expect(try #require(compilation.composition).metadata[name] == written)
  }

  /// QuickTime and MP4 write the length of a chapter's title in 16 bits.
  @Test(arguments: [65_535, 65_536]) func chapterTitles(count: Int) {
    let compilation = compile(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      tracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: 1s } ] } ]
      chapters: [ { at: 0s, title: { en: A, de: \(String(repeating: "x", count: count)) } } ]
      """, catalog: MediaCatalog())
    #expect(compilation.diagnostics.map(\.id.name) == (count > 65_535 ? ["limit-exceeded"] : []))
  }

  @Test(arguments: [65_535, 65_536]) func chapterTitlesOfAnAsset(count: Int) {
    var facts = MediaFacts(
      container: "matroska,webm",
      video: VideoFacts(
        stream: 0, codec: "h264", codedSize: PixelSize(width: 64, height: 48), pixelFormat: "yuv420p",
        timing: .regular(FrameRate(10), count: 10)), audio: nil)
    facts.chapters = [
      ChapterFacts(start: .zero, end: .one, title: String(repeating: "x", count: count))
    ]
    let compilation = compile(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      assets: { film: a.mkv }
      tracks: [ { kind: video, segments: [ film ] } ]
      chapters: [ { import: film } ]
      """, catalog: MediaCatalog(media: [MediaReference("a.mkv"): .found(facts)]))
    #expect(compilation.diagnostics.map(\.id.name) == (count > 65_535 ? ["limit-exceeded"] : []))
  }
}
