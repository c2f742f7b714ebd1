import Compiler
import Diagnostics
import Foundation
import Renderer
import TestSupport
import TimelineModel

/// Renders a document in every configuration and holds the results to the reference and to one another.
struct Comparison: Sendable {
  let library: SourceLibrary
  var configurations = Configuration.all

  /// In dB, for every plane of every frame.
  static let leastPSNR = 45.0
  static let largestSoundDistance = 1e-4

  struct Result: Sendable {
    var difference: Difference?
    /// Which configuration differs, and from what.
    var place = ""
    /// The configurations that it takes to see that.
    var involved: [Configuration] = []
    /// Against the reference; nil where there is no picture or no sound to compare.
    var worstPSNR: Double?
    var worstSoundDistance: Double?
    var frames = 0
    /// In the configuration that copies most.
    var copiedFrames = 0
  }

  /// `name` is part of the file names of what is rendered.
  func run(_ document: String, name: String) -> Result {
    let composition: Composition
    switch compile(document) {
    case .success(let compiled): composition = compiled
    case .failure(let failure): return Result(difference: .doesNotCompile(failure.text))
    }
    do {
      return try compare(composition, name: name)
    } catch {
      return Result(difference: .doesNotRender("\(error)"))
    }
  }

  private struct CompileFailure: Error { var text: String }

  private func compile(_ document: String) -> Swift.Result<Composition, CompileFailure> {
    let file = SourceFile(id: FileID(0), name: "document.yaml", bytes: Array(document.utf8))
    let compilation = Compilation(ParsedDocument(file), catalog: library.catalog)
    guard !compilation.hasErrors, let composition = compilation.composition else {
      let errors = compilation.diagnostics.filter { $0.severity == .error }
      return .failure(CompileFailure(text: errors.map(\.message).joined(separator: "; ")))
    }
    return .success(composition)
  }

  private func compare(_ composition: Composition, name: String) throws -> Result {
    var result = Result()
    let movies = try configurations.enumerated().map { index, configuration in
      let (movie, copiedFrames) = try render(composition, configuration, to: "\(name)-\(index).mkv")
      result.copiedFrames = max(result.copiedFrames, copiedFrames)
      return movie
    }
    let reference = try ReferencePicture(
      composition, sources: library.sources, luts: SourceLibrary.luts,
      pixelFormat: composition.output.video?.pixelFormat ?? "yuv420p")
    let hasPicture = composition.output.video != nil && !(composition.videoTracks.isEmpty && composition.titles.isEmpty)
    let frames = hasPicture ? try (0..<composition.frameCount).map(reference.frame) : []
    let sound = ReferenceSound(composition: composition, sources: library.sources).samples()
    result.frames = frames.count
    for (movie, configuration) in zip(movies, configurations) where result.difference == nil {
      result.place = "\(configuration.name) against the reference"
      result.involved = [configuration]
      compare(movie, frames, sound, composition, &result)
    }
    for (movie, configuration) in zip(movies, configurations).dropFirst() where result.difference == nil {
      result.place = "\(configuration.name) against \(configurations[0].name)"
      result.involved = [configurations[0], configuration]
      result.difference = difference(movie, movies[0])
    }
    return result
  }

  private func render(
    _ composition: Composition, _ configuration: Configuration, to name: String
  ) throws
    -> (Movie, copiedFrames: Int)
  {
    let path = library.folder.path(name)
    var session = RenderSession(composition, folder: library.media, outputPath: path)
    configuration.adjust(&session)
    let report = try session.run()
    defer { try? FileManager.default.removeItem(atPath: path) }
    return (try Movie(path: path, canvas: composition.canvas), Int(report.copiedFrames))
  }

  private func compare(
    _ movie: Movie, _ frames: [[[UInt8]]], _ sound: [[Double]]?, _ composition: Composition, _ result: inout Result
  ) {
    guard movie.frames.count == frames.count else {
      result.difference = .length("there are \(movie.frames.count) frames, not \(frames.count)")
      return
    }
    if let worst = PictureDifference.worst(movie.frames, frames, width: movie.width) {
      result.worstPSNR = min(result.worstPSNR ?? .infinity, worst.psnr)
      if worst.psnr < Comparison.leastPSNR { result.difference = .picture(worst) }
    }
    let isHeard =
      composition.output.audio != nil && composition.audioTracks.contains { $0.segments.contains { !$0.isGap } }
    guard isHeard, let sound else { return }
    guard movie.sound.first?.count == sound.first?.count, movie.sound.count == sound.count else {
      result.difference =
        result.difference
        ?? .length("there are \(movie.sound.first?.count ?? 0) samples, not \(sound.first?.count ?? 0)")
      return
    }
    if let worst = SoundDifference.worst(movie.sound, sound) {
      result.worstSoundDistance = max(result.worstSoundDistance ?? 0, worst.distance)
      if worst.distance > Comparison.largestSoundDistance {
        result.difference = result.difference ?? .sound(worst)
      }
    }
  }

  private func difference(_ movie: Movie, _ other: Movie) -> Difference? {
    guard movie.frames.count == other.frames.count, movie.sound.first?.count == other.sound.first?.count else {
      return .length("the lengths differ")
    }
    if let worst = PictureDifference.worst(movie.frames, other.frames, width: movie.width),
      worst.psnr < Comparison.leastPSNR
    {
      return .picture(worst)
    }
    let heard = other.sound.map { $0.map(Double.init) }
    if let worst = SoundDifference.worst(movie.sound, heard), worst.distance > 0 { return .sound(worst) }
    return nil
  }
}
