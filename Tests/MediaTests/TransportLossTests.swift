import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

/// Transport streams of which packets are missing.
@Suite struct TransportLossTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let length = 188

  private func record(_ picture: String, _ sound: String) throws -> [UInt8] {
    let path = folder.path("whole.ts")
    try CommandLineTool.ffmpeg(
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=4", "-f", "lavfi", "-i", "sine=300:r=48000:d=4", "-c:v", picture,
      "-g", "10", "-c:a", sound, path)
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  /// The places of the packets of a stream, and which of them begin a picture or a piece of sound.
  private func packets(of stream: Int, in bytes: [UInt8]) -> [(place: Int, begins: Bool)] {
    stride(from: 0, to: bytes.count, by: length).compactMap { place in
      let identifier = Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2])
      return identifier == stream ? (place, bytes[place + 1] & 0x40 != 0) : nil
    }
  }

  private func write(_ bytes: [UInt8], without places: [Int] = []) throws -> MediaFacts {
    var bytes = bytes
    for place in places.sorted(by: >) { bytes.removeSubrange(place..<place + length) }
    let path = folder.path("a.ts")
    try Data(bytes).write(to: URL(filePath: path))
    guard case .found(let facts) = MediaProbe.probe(path: path, depth: .precise) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return facts
  }

  private func readSound(_ facts: MediaFacts) throws {
    let audio = try #require(facts.audio)
    let reader = try SoundReader(path: folder.path("a.ts"), facts: audio, sampleRate: 48000, channels: 1)
    _ = try reader.read(from: 0, count: 190_000)
  }

  /// Recorders fill up the last block of a disk.
  @Test(arguments: [188, 376, 600]) func emptyBytesAtTheEndAreNoFailure(count: Int) throws {
    let whole = try record("libx264", "aac")
    let intact = try write(whole)
    let filled = try write(whole + [UInt8](repeating: 0, count: count))
    #expect(filled.video?.timing == intact.video?.timing && filled.audio?.duration == intact.audio?.duration)
    try readSound(filled)
  }

  /// A decoder of MPEG layer II cannot tell that a frame is damaged.
  /// Within a piece, libavformat counts on at the first rate.
  @Test(arguments: ["mp2", "aac", "ac3"], [32000, 44100]) func aRateThatChangesLosesNothing(encoder: String, rate: Int) throws {
    var bytes: [UInt8] = []
    for (index, rate) in [48000, rate].enumerated() {
      let part = folder.path("\(index).ts")
      try CommandLineTool.ffmpeg(
        "-f", "lavfi", "-i", "sine=\(index == 0 ? 300 : 500):r=\(rate):d=3", "-c:a", encoder, "-b:a", "128k",
        "-output_ts_offset", "\(index == 0 ? 0 : 3.2)", "-muxdelay", "0", part)
      bytes += try Data(contentsOf: URL(filePath: part))
    }
    // The packets of each stream are counted on.
    var counts: [Int: UInt8] = [:]
    for place in stride(from: 0, to: bytes.count, by: 188) where bytes[place + 3] & 0x10 != 0 {
      let stream = Int(bytes[place + 1] & 0x1F) << 8 | Int(bytes[place + 2])
      let count = counts[stream].map { ($0 + 1) & 15 } ?? bytes[place + 3] & 15
      bytes[place + 3] = bytes[place + 3] & 0xF0 | count
      counts[stream] = count
    }
    let facts = try write(bytes)
    #expect(facts.damage == nil)
    let audio = try #require(facts.audio)
    for start in [Int64(180_000), 0] {
      let reader = try SoundReader(path: folder.path("a.ts"), facts: audio, sampleRate: 48000, channels: 1)
      let sound = Array(try reader.read(from: start, count: 280_000 - Int(start))[0].dropFirst(start == 0 ? 170_000 : 0))
      // Ten milliseconds of a tone have its level wherever they are.
      for from in stride(from: 0, to: sound.count - 480, by: 480) {
        let level = sound[from..<from + 480].map { $0 * $0 }.reduce(0, +) / 480
        #expect(level > 0.001, "\(from) behind \(start)")
      }
    }
  }

  @Test(arguments: ["mp2", "aac", "ac3", "libopus"]) func soundThatLacksPacketsIsDamaged(encoder: String) throws {
    let whole = try record("mpeg2video", encoder)
    let intact = try write(whole)
    #expect(intact.damage == nil)
    try readSound(intact)
    let sound = packets(of: 257, in: whole)
    let beginnings = sound.indices.filter { sound[$0].begins }
    let middle = beginnings[beginnings.count / 2]
    // The first there is, one within a piece, and the beginning of one.
    for lost in [1, middle + 1, middle] {
      let facts = try write(whole, without: [sound[lost].place])
      #expect(facts.damage != nil, "\(lost)")
      let error = #expect(throws: LibAVError.self, "\(lost)") { try readSound(facts) }
      #expect(error?.text.hasPrefix("the sound is damaged at ") == true, "\(error?.text ?? "")")
    }
    var exchanged = whole
    let (one, other) = (sound[middle + 1].place, sound[middle + 2].place)
    for offset in 0..<length { exchanged.swapAt(one + offset, other + offset) }
    let facts = try write(exchanged)
    #expect(throws: LibAVError.self) { try readSound(facts) }
  }

  @Test(arguments: ["libx264", "libx265", "mpeg4", "mpeg2video"])
  func aKeyFrameThatLacksPacketsIsDamaged(encoder: String) throws {
    let whole = try record(encoder, "mp2")
    let picture = packets(of: 256, in: whole)
    let beginnings = picture.indices.filter { picture[$0].begins }
    for begins in [beginnings[0], beginnings[20]] {
      let facts = try write(whole, without: [picture[begins + 1].place])
      #expect(facts.damage != nil)
      let video = try #require(facts.video)
      let reader = try FrameReader(path: folder.path("a.ts"), facts: video)
      #expect(throws: LibAVError.self) { for frame in Int64(0)..<40 { _ = try reader.frame(frame) } }
    }
  }

  /// The counters have four bits, so that sixteen packets can be missing and they go on.
  @Test(arguments: [256, 257]) func sixteenPacketsAreMissed(stream: Int) throws {
    let whole = try record("libx264", "aac")
    let all = packets(of: stream, in: whole)
    let beginnings = all.indices.filter { all[$0].begins }
    let lost = try #require(
      beginnings.indices.dropFirst().dropLast(3).lazy.compactMap { first in
        beginnings[first...].dropFirst().first { ($0 - beginnings[first]) % 16 == 0 }.map { beginnings[first]..<$0 }
      }.first)
    let facts = try write(whole, without: all[lost].map(\.place))
    #expect(facts.damage != nil, "\(lost)")
  }

  /// The counters begin anew, as in what `cat` writes.
  @Test(arguments: ["libx264", "libx265", "mpeg2video"]) func recordingsThatWereJoinedAreWhole(encoder: String) throws {
    let whole = try record(encoder, "mp2")
    let later = folder.path("later.ts")
    try CommandLineTool.ffmpeg("-i", folder.path("whole.ts"), "-c", "copy", "-output_ts_offset", "5", later)
    let facts = try write(whole + Array(try Data(contentsOf: URL(filePath: later))))
    #expect(facts.damage == nil)
    try readSound(facts)
    let video = try #require(facts.video)
    let reader = try FrameReader(path: folder.path("a.ts"), facts: video)
    for frame in 0..<(video.timing.frameCount ?? 0) { _ = try reader.frame(frame) }
  }
}
