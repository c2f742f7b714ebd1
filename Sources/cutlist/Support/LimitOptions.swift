import ArgumentParser
import CutlistKit
import Foundation
import Media
import Platform

/// What a command may take of the machine, whatever documents say.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long documents are looked at, and a second more for each 10 MiB of them and their media; 60 unless said, 600 where frames are drawn, and 0 is without end. A render is held to it only where it is said.",
      valueName: "seconds"))
  var maxTime: Int?

  @Option(
    help: ArgumentHelp(
      "How much memory is used at most, in MiB; 3072 unless said, and 0 is all. Unless it is said, a render has three quarters of the machine's memory once it draws frames.",
      valueName: "MiB"))
  var maxMemory: Int?

  @Option(
    help: ArgumentHelp("How many pixels a picture may have; 120000000 unless said.", valueName: "count"))
  var maxPixels: Int?

  static let usualSeconds = 60
  static let usualMebibytes = 3072
  /// Of these, how long a single trial of a filter or an encoder may take.
  private static let trialSeconds = 10

  func validate() throws {
    for (name, value) in [("--max-time", maxTime), ("--max-memory", maxMemory)] {
      if let value, !(0...1_000_000_000).contains(value) {
        throw ValidationError("\(name) has to be a number from 0 to 1000000000")
      }
    }
    if let maxPixels, maxPixels < 1 { throw ValidationError("--max-pixels has to be at least 1") }
  }

  /// The same for a command that waits for others, or looks at no media.
  static func beginUnwatched() { Trials.useProcesses(seconds: trialSeconds, bytes: usualMebibytes << 20) }

  /// How a command spends its time.
  enum Pace {
    /// It looks at documents, and that should be done soon.
    case looks
    /// It draws frames as well.
    case draws
    /// It renders, which takes as long as it takes once the document is known.
    case renders
  }

  /// Holds this process to the limits from now on.
  ///
  /// - Parameter status: The exit status if a document exceeds them.
  func begin(_ pace: Pace, endingWith status: ExitStatus) {
    if let maxPixels { PictureLimit.pixels = maxPixels }
    let seconds = maxTime ?? LimitOptions.usualSeconds * (pace == .draws ? 10 : 1)
    let mebibytes = maxMemory ?? LimitOptions.usualMebibytes
    func least(_ usual: Int, _ wanted: Int?) -> Int { wanted.flatMap { $0 == 0 ? nil : min($0, usual) } ?? usual }
    // A trial that is cut off in time is an error at its place.
    Trials.useProcesses(
      seconds: least(LimitOptions.trialSeconds, maxTime.map { $0 == 0 ? 0 : max(1, $0 / 2) }),
      bytes: least(LimitOptions.usualMebibytes, maxMemory) << 20)
    let mostSeconds = seconds == 0 ? nil : seconds
    let mostBytes = mebibytes == 0 ? nil : mebibytes << 20
    let isRenderFree = maxMemory == nil && pace == .renders
    LimitWatch.start(
      endingWith: status,
      seconds: .init(looking: mostSeconds, rendering: maxTime == nil ? nil : mostSeconds),
      bytes: .init(looking: mostBytes, rendering: isRenderFree ? MachineMemory.bytes / 4 * 3 : mostBytes))
  }
}

/// A command whose options say what it may take.
protocol LimitedCommand: ParsableCommand {
  var limits: LimitOptions { get }
  var pace: LimitOptions.Pace { get }
  /// The exit status if a document exceeds the limits.
  var statusBeyondLimits: ExitStatus { get }
}

extension LimitedCommand {
  var pace: LimitOptions.Pace { .looks }
  var statusBeyondLimits: ExitStatus { .documentHasErrors }
}
