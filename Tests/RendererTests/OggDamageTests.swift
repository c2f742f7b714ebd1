import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// A page of Ogg that is damaged or missing is told of, and nothing wrong is shown or heard without a word.
@Suite struct OggDamageTests {
  private func pages(of file: Data) -> [Int] {
    var starts: [Int] = []
    while let next = file.range(of: Data("OggS".utf8), in: (starts.last.map { $0 + 4 } ?? 0)..<file.count) {
      starts.append(next.lowerBound)
    }
    return starts
  }

  private func damage(_ kind: String, in path: String) throws {
    var file = try Data(contentsOf: URL(filePath: path))
    let starts = pages(of: file)
    let page = starts.count / 2
    switch kind {
    case "bit": file[starts[page] + 120] ^= 1
    case "zeroes": for index in starts[page + 1] - 100..<starts[page + 1] + 200 { file[index] = 0 }
    case "page": file.removeSubrange(starts[page]..<starts[page + 1])
    case "first": file[starts[2] + 120] ^= 1
    case "twice": file.insert(contentsOf: file[starts[page]..<starts[page + 1]], at: starts[page])
    default: file[starts.last! + 60] ^= 1
    }
    try file.write(to: URL(filePath: path))
  }

  @Test(arguments: ["bit", "zeroes", "page", "twice", "end"]) func ofPicture(kind: String) throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.ogv")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("source.mp4"), "-c:v", "libtheora", "-q:v", "10", "-g", "5", "-page_duration", "100000", path)
    studio.add("a.ogv")
    let whole = try #require(studio.catalog.facts(for: MediaReference("a.ogv")))
    #expect(whole.damage == nil && whole.video?.losses == nil)
    try damage(kind, in: path)
    studio.add("a.ogv")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.ogv")))
    #expect(facts.damage != nil)
    guard kind != "end" else { return }
    #expect(facts.video?.timing == .regular(FrameRate(25), count: 100))
    let segment = composition([movie("a.ogv", 0.s, 4.s)])
    let log = DamageLog()
    let lenient = studio.renderer(segment, damage: log)
    let wrong = try (0..<Int64(100)).filter { Barcode.read(try lenient.frame($0)) != Int($0) }
    let told = log.entries.reduce(0) { $0 + $1.count }
    #expect(!wrong.isEmpty && wrong.count <= told && told < 30, "\(wrong) \(told)")
    let strict = studio.renderer(segment)
    var refused = 0
    for frame in wrong {
      do throws(RenderFailure) { #expect(try Barcode.read(strict.frame(frame)) == Int(frame), "\(frame)") } catch {
        refused += 1
      }
    }
    // Of a page that comes twice nothing is lost where reading begins behind it.
    #expect(refused > 0 || kind == "twice")
  }

  @Test(arguments: ["flac", "libvorbis", "libopus"], ["bit", "zeroes", "page"])
  func ofSound(codec: String, kind: String) throws {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 192_000)], to: studio.folder.path("a.wav"))
    let path = studio.folder.path("a.ogg")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-c:a", codec, "-page_duration", "200000", path)
    studio.add("a.ogg")
    let whole = try #require(studio.catalog.facts(for: MediaReference("a.ogg")))
    #expect(whole.damage == nil && whole.audio?.losses == nil)
    try damage(kind, in: path)
    studio.add("a.ogg")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.ogg")))
    #expect(facts.damage != nil)
    let audio = try #require(facts.audio)
    #expect(audio.duration == whole.audio?.duration)
    let error = #expect(throws: LibAVError.self) {
      try SoundReader(path: path, facts: audio).read(from: 0, count: 190_000)
    }
    #expect(error?.text.contains("the sound is damaged at") == true, "\(error as Any)")
  }

  /// Numbers that jump behind the headers are those of a broadcast; behind damaged bytes they tell that a page is missing.
  @Test func ofTheFirstPage() throws {
    let studio = try Studio()
    try TestSound.write([TestSound.sweep(count: 192_000)], to: studio.folder.path("a.wav"))
    let path = studio.folder.path("a.ogg")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("a.wav"), "-c:a", "libvorbis", path)
    let whole = try Data(contentsOf: URL(filePath: path))
    var broadcast = whole
    broadcast.removeSubrange(pages(of: whole)[2]..<pages(of: whole)[3])
    try broadcast.write(to: URL(filePath: path))
    studio.add("a.ogg")
    #expect(studio.catalog.facts(for: MediaReference("a.ogg"))?.damage == nil)
    try whole.write(to: URL(filePath: path))
    try damage("first", in: path)
    studio.add("a.ogg")
    #expect(studio.catalog.facts(for: MediaReference("a.ogg"))?.damage != nil)
  }

  /// A file that only breaks off has the frames that it has.
  @Test func whatBreaksOffIsNotDamaged() throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.ogv")
    try CommandLineTool.ffmpeg("-i", studio.folder.path("source.mp4"), "-c:v", "libtheora", "-q:v", "10", "-g", "5", path)
    let file = try Data(contentsOf: URL(filePath: path))
    try file.prefix(file.count * 2 / 3).write(to: URL(filePath: path))
    studio.add("a.ogv")
    #expect(studio.catalog.facts(for: MediaReference("a.ogv"))?.damage == nil)
  }

  /// A whole page of the sound behind the picture's last one, which is damaged, does not hide that.
  @Test func thePageBeforeTheLast() throws {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    let path = studio.folder.path("a.ogv")
    try CommandLineTool.ffmpeg(
      "-i", studio.folder.path("source.mp4"), "-f", "lavfi", "-i", "sine=d=4.5", "-map", "0:v", "-map", "1:a", "-c:v",
      "libtheora", "-q:v", "10", "-g", "5", "-c:a", "libvorbis", "-page_duration", "100000", path)
    var file = try Data(contentsOf: URL(filePath: path))
    let starts = pages(of: file)
    let picture = file[14..<18]
    let last = try #require(starts.last { file[$0 + 14..<$0 + 18].elementsEqual(picture) })
    try #require(last != starts.last)
    file[last + 60] ^= 1
    try file.write(to: URL(filePath: path))
    studio.add("a.ogv")
    let facts = try #require(studio.catalog.facts(for: MediaReference("a.ogv")))
    #expect(facts.damage != nil)
  }
}
