import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Media
import Planner
import Platform
import Renderer
import TimelineModel

struct Frames: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write single frames as PNG: the same pixels that a render encodes.")

  @Argument(help: ArgumentHelp("The document, or a media file.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(parsing: .upToNextOption, help: ArgumentHelp("The times, as in 2s, 45f or 00:00:02:05.", valueName: "time"))
  var at: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The first frames of the chapters with these numbers.", valueName: "number"))
  var chapter: [Int] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A .png file, or a folder where there are several times; the current one unless said.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace files that are there.")
  var overwrite = false

  @Option(help: ArgumentHelp("The picture's size against the canvas, as in 1/2.", valueName: "factor"))
  var scale: String?

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  var pace: LimitOptions.Pace { .draws }

  func validate() throws {
    if at.isEmpty, chapter.isEmpty { throw ValidationError("--at or --chapter has to say which frames") }
  }

  func run() throws {
    let loaded = try DocumentLoader(
      root: root, settings: parameters.settings, allowsNetwork: network.allowNetwork, trust: trust.trust
    )
    .loadOrStop(file)
    let reporter = Reporter()
    try reporter.reportOrStop(loaded)
    guard let composition = loaded.compilation.composition else { throw ExitStatus.ofErrors(in: [loaded]) }
    let rate = composition.canvas.rate
    let wanted =
      try at.map { try CommandLineValues.time($0, in: composition) }
      + chapter.map {
        try rate.frames(in: CommandLineValues.chapter($0, in: composition)).lowerBound
      }
      .map { TimelineTime(rate.seconds(ofFrame: $0)) }
    // Times within one frame show one picture, which has one name.
    var frames: Set<Int64?> = []
    let times = wanted.filter { frames.insert(rate.frame(at: $0.seconds)).inserted }
    let paths = try paths(for: times, rate: rate)
    if let words = paths.lazy.compactMap({ OutputFile.objection(to: $0, in: loaded) }).first {
      throw ValidationError(words)
    }
    let target = RenderTarget(composition, scale: try CommandLineValues.scale(scale))
    let renderer = FrameRenderer(
      PicturePlan(composition, catalog: loaded.catalog, target: target, level: .full),
      folder: loaded.mediaFolder)
    let sources = loaded.sourceWatch
    for (time, path) in zip(times, paths) {
      do throws(RenderFailure) {
        let frame = try renderer.frame(at: time)
        try sources.check()
        try write(frame, to: path)
      } catch {
        throw reporter.stop(on: error, in: loaded.sources)
      }
      Output.print("\(path)")
    }
  }

  private func paths(for times: [TimelineTime], rate: FrameRate) throws -> [String] {
    let isFile = output?.lowercased().hasSuffix(".png") ?? false
    if isFile, times.count > 1 {
      throw ValidationError("-o names one file, and there are \(times.count) times: name a folder")
    }
    let stem = file == "-" ? "frame" : PathName.withoutEnding(PathName.name(of: file))
    let paths = times.map { time -> String in
      if let output, isFile { return output }
      let folder = output.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
      return "\(folder)\(stem)-\(rate.frame(at: time.seconds) ?? 0).png"
    }
    for path in paths where WrittenFile.wouldBeReplaced(path) && !overwrite {
      throw ValidationError("\(path) is already there; add --overwrite to replace it")
    }
    return paths
  }

  private func write(_ frame: VideoFrame, to path: String) throws(RenderFailure) {
    do {
      try OpenFolder.make(PathName.folder(of: path))
      try WrittenFile.write(try PictureWriter.png(frame), to: path, .named, replacing: Replacing(overwrite))
    } catch {
      let why =
        (error as? LibAVError)?.description ?? (error as? SystemFailure)?.description ?? (error as NSError).reason
      throw RenderFailure(.output, "cannot write \(path)", detail: why)
    }
  }
}
