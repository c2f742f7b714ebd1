import ArgumentParser
import TimelineModel

/// Which part of a programme a command is about.
struct StretchOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The stretch of the timeline, as in 2s..10s. It may go on past the end.", valueName: "range"))
  var range: String?

  @Option(help: ArgumentHelp("The chapter with this number, in place of a range; the first is 1.", valueName: "number"))
  var chapter: Int?

  func validate() throws {
    if range != nil, chapter != nil { throw ValidationError("--range and --chapter both say which part") }
  }

  /// Nil for all of it.
  func stretch(of composition: Composition) throws -> TimelineRange? {
    if let chapter { return try CommandLineValues.chapter(chapter, in: composition) }
    return try range.map { try CommandLineValues.range($0, in: composition) }
  }
}
