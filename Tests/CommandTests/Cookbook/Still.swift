import Foundation
import TestSupport

/// What picture the cookbook has of an example.
enum Still: Sendable, Equatable {
  /// A frame of it: the time, and perhaps other arguments of `cutlist frames`.
  case frame([String])
  /// Its sound: all of it as one wave, a wave for each channel, or its frequencies from 0 to 6 kHz.
  case waveform, waveforms, spectrum

  init(_ text: String) {
    switch text {
    case "waveform": self = .waveform
    case "waveforms": self = .waveforms
    case "spectrum": self = .spectrum
    default: self = .frame(text.split(separator: " ").map(String.init))
    }
  }

  /// How near the picture in the book has to come to one that is made now, in dB of PSNR. Processors and versions of
  /// FFmpeg round differently, and the book's pictures have few colours. What is drawn of sound has hard edges, and
  /// encoders of sound differ more.
  var tolerance: Double {
    switch self {
    case .frame: 32
    case .waveform, .waveforms, .spectrum: 24
    }
  }

  /// Makes the picture of an example.
  func make(of example: Example, in scratch: TemporaryFolder) throws -> String {
    let picture = scratch.path("still.png")
    switch self {
    case .frame(let arguments):
      try Self.succeed(["frames", example.path, "--at"] + arguments + ["-o", picture])
    case .waveform: try draw(Self.waves(height: 100, of: "aformat=channel_layouts=mono,"))
    case .waveforms: try draw(Self.waves(height: 180, of: ""))
    case .spectrum:
      try draw(
        "aformat=sample_rates=12000:channel_layouts=mono,apad=whole_dur=2,"
          + "showspectrumpic=s=320x128:legend=0:scale=log:color=magma:drange=60")
    }
    return picture

    func draw(_ graph: String) throws {
      let sound = scratch.path("sound.m4a")
      try Self.succeed(["render", example.path, "-o", sound, "--preset", "audio", "--no-store"])
      try CommandLineTool.ffmpeg("-i", sound, "-filter_complex", graph, "-frames:v", "1", picture)
    }
  }

  private static func waves(height: Int, of sound: String) -> String {
    let colors = Array(repeating: "0xf4a261|0x96cee4", count: 4).joined(separator: "|")
    let isSplit = sound.isEmpty ? 1 : 0
    return "color=0x14183a:s=320x\(height):d=1[b];[0]\(sound)volume=2,"
      + "showwavespic=s=320x\(height):split_channels=\(isSplit):colors=\(colors)[w];[b][w]overlay=format=rgb"
  }

  private static func succeed(_ arguments: [String]) throws {
    let result = try Program.run(arguments)
    guard result.status == 0 else { throw CommandLineTool.Failure(description: result.errors) }
  }
}
