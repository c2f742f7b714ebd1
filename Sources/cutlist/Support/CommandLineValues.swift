import ArgumentParser
import Compiler
import TimelineModel

/// Values of the command line that are written as they are in documents.
enum CommandLineValues {
  /// A factor above 0 and at most 1; 1 where nothing was said.
  static func scale(_ text: String?) throws -> Rational {
    guard let text else { return .one }
    guard let scale = exactNumber(text), scale > .zero, scale <= .one else {
      throw ValidationError("--scale is a factor above 0 and at most 1, such as 1/2; `\(text)` is none")
    }
    return scale
  }

  static func check(preset: String?) throws {
    guard let preset, !Preset.all.contains(where: { $0.name == preset }) else { return }
    throw ValidationError("there is no preset \(preset); cutlist presets lists them")
  }

  /// A stretch of a programme's timeline.
  static func range(_ text: String, in composition: Composition) throws -> TimelineRange {
    switch timelineRange(text, in: composition) {
    case .success(let range): return range
    case .failure(let problem): throw ValidationError("--range: \(problem.message)")
    }
  }

  /// Where a chapter begins and ends.
  static func chapter(_ number: Int, in composition: Composition) throws -> TimelineRange {
    if let range = composition.range(ofChapter: number) { return range }
    let count = composition.chapters.count
    throw ValidationError(
      "--chapter: there is no chapter \(number); the programme has \(count == 0 ? "none" : "\(count)")")
  }

  static func time(_ text: String, in composition: Composition) throws -> TimelineTime {
    switch timelineTime(text, in: composition) {
    case .success(let time): return time
    case .failure(let problem): throw ValidationError("--at: \(problem.message)")
    }
  }
}
