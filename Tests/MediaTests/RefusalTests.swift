import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// What the system refuses is not taken for what a file holds.
@Suite struct RefusalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func facts(_ name: String) throws -> MediaFacts {
    guard case .found(let facts) = MediaProbe.probe(path: folder.path(name), depth: .precise) else {
      throw LibAVError(call: "probe", complaint: "unreadable")
    }
    return facts
  }

  @Test(arguments: [EIO, ENOMEM, EMFILE, ENFILE, EAGAIN]) func refusalsAreTold(code: Int32) {
    #expect(LibAVError(call: "read", code: -code).isRefusal)
  }

  @Test func badDataIsNoRefusal() {
    for code in [-EINVAL, -EPERM, -1_094_995_529] { #expect(!LibAVError(call: "decode", code: code).isRefusal) }
  }

  /// Another program cuts a file short that is being read: that is not where its sound ends.
  @Test(arguments: ["wav", "flac", "mkv", "m4a", "mp3", "ogg"]) func soundThatBecomesShorterIsNoSilence(ending: String)
    throws
  {
    let codec = ["mkv": ["-c:a", "pcm_s16le"], "ogg": ["-c:a", "libvorbis"]][ending] ?? []
    let path = folder.path("a.\(ending)")
    let source = ["-v", "error", "-y", "-f", "lavfi", "-i", "anoisesrc=d=60:r=48000:a=0.3:seed=3"]
    try CommandLineTool.run("ffmpeg", source + codec + [path])
    let audio = try #require(try facts("a.\(ending)").audio)
    let reader = try SoundReader(path: path, facts: audio)
    _ = try reader.read(from: 0, count: 1024)
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(truncate(path, size / 2) == 0)
    #expect(throws: LibAVError.self) {
      for second in 1..<60 { _ = try reader.read(from: Int64(second) * 48000, count: 48000) }
    }
  }

  @Test(arguments: ["mp4", "mkv"]) func aPictureThatBecomesShorterFails(ending: String) throws {
    let path = folder.path("a.\(ending)")
    // Noise, so that much more has to be read than is read ahead.
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=12,noise=alls=30:allf=t:all_seed=7", "-c:v",
      "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", path)
    let video = try #require(try facts("a.\(ending)").video)
    // What is damaged would be made up for; this is not.
    let reader = try FrameReader(path: path, facts: video, report: { _, _ in })
    _ = try reader.frame(0)
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(truncate(path, size / 3) == 0)
    #expect(throws: LibAVError.self) { for index in 1..<300 { _ = try reader.frame(Int64(index)) } }
  }

  /// Every read did well, so what libavformat calls a failed one says of the data that they are cut short.
  @Test func aBlockThatIsCutShortIsNoRefusal() throws {
    let block: [UInt8] = [0xD2] + Array(repeating: 0x55, count: 32)
    let whole = Array(repeating: block, count: 100).flatMap(\.self)
    try Data(whole + block.prefix(20)).write(to: URL(fileURLWithPath: folder.path("a.gsm")))
    let audio = try #require(try facts("a.gsm").audio)
    #expect(audio.codec == "gsm")
    let reader = try SoundReader(path: folder.path("a.gsm"), facts: audio)
    #expect(try reader.read(from: 0, count: 16000).first?.count == 16000)
  }

  /// In a process of its own, for which libav's memory is bounded.
  @Test func memoryMayEndAnywhereWhileAFileIsOpened() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try TestPicture.writeMovie(of: .black, frames: 2, to: folder.path("a.mp4"))
      let bound = try #require(dlsym(nil, "av_max_alloc"))
      let setLargest = unsafeBitCast(bound, to: (@convention(c) (Int) -> Void).self)
      var opened: [Bool] = []
      for bytes in sequence(first: 64, next: { $0 < 1 << 20 ? $0 * 5 / 4 : nil }) {
        setLargest(bytes)
        if case .found = MediaProbe.probe(path: folder.path("a.mp4"), depth: .header) {
          opened.append(true)
        } else {
          opened.append(false)
        }
      }
      #expect(opened.first == false && opened.last == true)
    }
  }
}
