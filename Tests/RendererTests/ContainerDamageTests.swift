import Foundation
import Media
import Renderer
import TestSupport
import Testing
import TimelineModel

/// The renders of files whose containers tell that parts are wrong or missing: nothing wrong is shown or heard without a
/// word.
@Suite struct ContainerDamageTests {
  /// A movie of 100 numbered frames and sound.
  private func studio(with name: String, _ arguments: [String] = []) throws -> Studio {
    let studio = try Studio()
    try BarcodeMovie().write(to: studio.folder.path("source.mp4"))
    var words = ["-v", "error", "-i", studio.folder.path("source.mp4"), "-f", "lavfi"]
    words += ["-i", "aevalsrc=sin(2000*t*t):s=48000:d=4", "-c:v", "libx264", "-g", "20", "-bf", "0"]
    words += ["-pix_fmt", "yuv420p", "-c:a", "aac"]
    try CommandLineTool.run("ffmpeg", words + arguments + [studio.folder.path(name)])
    studio.add(name)
    return studio
  }

  private func facts(_ studio: Studio, _ name: String) throws -> MediaFacts {
    studio.add(name)
    return try #require(studio.catalog.facts(for: MediaReference(name)))
  }

  private func change(_ studio: Studio, _ name: String, _ edit: (inout Data) throws -> Void) throws -> MediaFacts {
    var file = try Data(contentsOf: studio.folder.url.appending(path: name))
    try edit(&file)
    try file.write(to: studio.folder.url.appending(path: name))
    return try facts(studio, name)
  }

  /// Expects that each picture is right or refused, and that one is refused.
  private func expectNothingWrong(_ studio: Studio, _ name: String) throws {
    let renderer = studio.renderer(composition([movie(name, 0.s, 4.s)]))
    var refused = 0
    for frame in Int64(0)..<100 {
      do throws(RenderFailure) { #expect(try Barcode.read(renderer.frame(frame)) == Int(frame), "\(frame)") } catch {
        refused += 1
      }
    }
    #expect(refused > 0)
  }

  // MARK: Beginnings

  /// If the first key frame cannot be decoded, it is missing at its own time, and all other frames keep theirs.
  @Test(arguments: ["h264.mp4", "h264.mkv", "h264.flv", "mjpeg.mov", "mjpeg.avi", "png.nut", "ffv1.mkv", "cluster.mkv"])
  func aBeginningThatCannotBeDecodedIsMissing(name: String) throws {
    let codec = [
      "mjpeg": ["mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"], "png": ["png", "-pix_fmt", "rgb24"],
      "h264": ["libx264"],
    ]
    let kind = String(name.prefix { $0 != "." })
    let studio = try studio(with: name, ["-an", "-c:v"] + (codec[kind] ?? ["ffv1", "-slicecrc", "1"]))
    let whole = try facts(studio, name)
    let packet = try CommandLineTool.ffprobe(
      studio.folder.path(name), "-select_streams", "v", "-show_entries", "packet=pos,size")[0]
      .split(separator: ",").compactMap { Int($0) }
    let (size, place) = (packet[0], packet[1])
    let changed = try change(studio, name) { file in
      if kind == "cluster" {
        file[try #require(file.range(of: Data([0x1F, 0x43, 0xB6, 0x75]))).lowerBound] = 0
      } else {
        // Behind the key, the length and the track that a container may have before it.
        for index in place + 24..<place + size { file[index] = 0xA5 }
      }
    }
    #expect(changed.video?.timing.frameCount == whole.video?.timing.frameCount && changed.video?.start == whole.video?.start)
    #expect(kind == "ffv1" || changed.damage == .zero)
    let renderer = studio.renderer(composition([movie(name, 0.s, 4.s)]))
    for frame in Int64(0)..<100 {
      do throws(RenderFailure) {
        let picture = try renderer.frame(frame)
        #expect(frame > 0 && Barcode.read(picture) == Int(frame), "\(frame)")
      } catch { #expect(frame < 20, "\(frame)") }
    }
    // The next good frame stands in where none comes before.
    let log = DamageLog()
    let mended = studio.renderer(composition([movie(name, 0.s, 4.s)]), damage: log)
    let first = try #require(Barcode.read(mended.frame(0)))
    #expect((1...20).contains(first))
    #expect(Barcode.read(try mended.frame(Int64(first))) == first && log.entries.map(\.first) == [.zero])
  }

  // MARK: Matroska

  /// The offset of the block of a packet of the picture, which begins with the number of its track.
  private func block(_ packet: Int, in path: String) throws -> Int {
    let packets = try CommandLineTool.ffprobe(path, "-select_streams", "v", "-show_entries", "packet=pos")
    return try #require(Int(packets[packet].split(separator: ",")[0]))
  }

  /// Damage before the first cluster changes no frame, even if the clock of the movie does not begin at 0.
  @Test func aDamagedTagLeavesAMovieThatBeginsLateAsItIs() throws {
    let studio = try studio(with: "a.mkv", ["-an", "-output_ts_offset", "50"])
    let changed = try change(studio, "a.mkv") { file in
      let cluster = try #require(file.range(of: Data([0x1F, 0x43, 0xB6, 0x75]))).lowerBound
      file[try #require(file[..<cluster].range(of: Data([0x12, 0x54, 0xC3, 0x67]), options: .backwards)).lowerBound] = 0
    }
    #expect(changed.damage == .zero && changed.video?.timing.frameCount == 100)
    let renderer = studio.renderer(composition([movie("a.mkv", 0.s, 4.s)]))
    for frame in Int64(0)..<100 { #expect(Barcode.read(try renderer.frame(frame)) == Int(frame)) }
  }

  @Test(arguments: ["track", "lacing", "identifier"]) func aBlockOfMatroskaThatCannotBeIsDamaged(what: String) throws {
    let studio = try studio(with: "a.mkv")
    #expect(try facts(studio, "a.mkv").damage == nil)
    let block = try block(30, in: studio.folder.path("a.mkv"))
    let changed = try change(studio, "a.mkv") { file in
      switch what {
      case "track": file[block] = 0x9F
      case "lacing": file[block + 3] |= 0x06
      default:
        let place = try #require(file[..<block].lastIndex(of: 0xA3))
        file[place] = 0xA4
      }
    }
    #expect(changed.damage != nil)
    try expectNothingWrong(studio, "a.mkv")
  }

  // MARK: Fragments

  private func fragments(of file: Data) -> [Int] {
    var (places, position): ([Int], Int) = ([], 0)
    while position + 8 <= file.count {
      if file[position + 4..<position + 8].elementsEqual("moof".utf8) { places.append(position) }
      position += max(file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }, 8)
    }
    return places
  }

  @Test func aFragmentThatIsMissingIsToldOf() throws {
    let studio = try studio(with: "a.mov", ["-c:a", "pcm_s16le", "-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    #expect(try facts(studio, "a.mov").damage == nil)
    let changed = try change(studio, "a.mov") { file in
      let places = fragments(of: file)
      file.removeSubrange(places[2]..<places[3])
    }
    #expect(changed.damage != nil)
    try expectNothingWrong(studio, "a.mov")
  }

  /// Libavformat takes a file for ended where a box cannot be read, or reaches past its end.
  @Test(arguments: ["long fragment", "long data", "short", "nothing", "cut"])
  func aFragmentThatCannotBeReadIsToldOf(what: String) throws {
    let studio = try studio(with: "a.mov", ["-c:a", "pcm_s16le", "-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    let changed = try change(studio, "a.mov") { file in
      let place = fragments(of: file)[2]
      let size = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      switch what {
      case "long fragment": file[place] = 0x70
      case "long data": file[place + size] = 0x70
      case "short": file[place + 3] ^= 0x08
      case "nothing": file.replaceSubrange(place..<place + 4, with: [0, 0, 0, 0])
      default: file.removeSubrange((place + 60)...)
      }
    }
    #expect(changed.damage != nil)
  }

  /// Some programs append empty bytes to a file.
  @Test func emptyBytesBehindFragmentsAreNoDamage() throws {
    let studio = try studio(with: "a.mov", ["-c:a", "pcm_s16le", "-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    #expect(try change(studio, "a.mov") { $0.append(Data(count: 100)) }.damage == nil)
  }

  /// Writers may leave out numbers; without a gap in the clock nothing is missing.
  @Test func numbersThatLeapAloneAreNoDamage() throws {
    let studio = try studio(with: "a.mov", ["-c:a", "pcm_s16le", "-movflags", "frag_keyframe+empty_moov+default_base_moof"])
    let changed = try change(studio, "a.mov") { file in
      for place in fragments(of: file).dropFirst(2) { file[place + 23] += 5 }
    }
    #expect(changed.damage == nil)
  }

  // MARK: Transport streams

  private func packet(of file: Data, after first: Int, begins: Bool = false) -> Int {
    stride(from: first * 188, to: file.count - 188, by: 188).first { place in
      let identifier = Int(file[place + 1] & 0x1F) << 8 | Int(file[place + 2])
      return identifier == 0x101 && (file[place + 1] & 0x40 != 0) == begins
    }!
  }

  @Test(arguments: ["bytes put in", "a unit that begins nowhere"])
  func soundOfATransportStreamIsNotHeardWrong(what: String) throws {
    let studio = try studio(with: "a.ts")
    let whole = try facts(studio, "a.ts")
    #expect(whole.damage == nil)
    let changed = try change(studio, "a.ts") { file in
      let place = packet(of: file, after: 120)
      if what == "bytes put in" {
        file.insert(contentsOf: [UInt8](repeating: 0, count: 100), at: place + 94)
      } else {
        file[place + 1] |= 0x40
      }
    }
    #expect(changed.damage != nil)
    let audio = try #require(changed.audio)
    #expect(throws: LibAVError.self) {
      try SoundReader(path: studio.folder.path("a.ts"), facts: audio).read(from: 0, count: 180_000)
    }
  }

  /// The sound is that of the programme whose picture is shown.
  @Test func programmesAreNotMixed() throws {
    let studio = try Studio()
    let path = studio.folder.path("radio.ts")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "sine=300:r=48000:d=2", "-f", "lavfi", "-i", "color=blue:s=64x48:r=10:d=2", "-f", "lavfi",
      "-i", "sine=900:r=44100:d=2", "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-c:a", "aac", "-program",
      "title=Radio:st=0", "-program", "title=TV:st=1:st=2", path)
    let facts = try facts(studio, "radio.ts")
    #expect(facts.video != nil && facts.audio?.sampleRate == 44100)
    // Without sound of its own it is shown with what there is.
    try CommandLineTool.ffmpeg(
      "-i", path, "-map", "0:0", "-map", "0:1", "-c", "copy", "-program", "title=Radio:st=0", "-program", "title=TV:st=1",
      studio.folder.path("apart.ts"))
    #expect(try self.facts(studio, "apart.ts").audio?.sampleRate == 48000)
  }
}
