import Platform
import Foundation
import Glibc
import Media
import Synchronization
import TimelineModel

/// Where libraries are tried with what documents say.
package enum Trials {
  private static let process = Mutex<TrialProcess?>(nil)

  /// From here on, trials that could do harm are made in processes of this program, which has to call `answerIfAsked`
  /// before anything else. A program that does not call this makes them itself.
  ///
  /// `seconds` and `bytes` of memory are what a single trial may take.
  package static func useProcesses(seconds: Int, bytes: Int) {
    let trials = TrialProcess(program: currentProgram, limits: TrialLimits(seconds: seconds, bytes: bytes))
    process.withLock { $0 = trials }
    DrawingTrial.use { path in
      if case .drawing(let outcome) = trials.outcome(of: .drawing(path.seenFromOutside)) { outcome } else {
        .refused("no answer came to a trial")
      }
    }
  }

  static func outcome(of trial: LibraryTrial) -> LibraryTrialOutcome {
    guard trial.isRisky, let process = process.withLock({ $0 }) else { return trial.make() }
    return process.outcome(of: trial)
  }

  /// A path of this program. Without /proc it is the one that the program was started by, which may lead elsewhere by now
  /// or nowhere: no trial is made then, and nothing passes untried.
  private static var currentProgram: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    if readlink("/proc/self/exe", &path, path.count - 1) > 0 { return "/proc/self/exe" }
    return AbsolutePath.of(LimitedProcess.startedBy ?? CommandLine.arguments.first ?? "")
  }
}

extension LibraryTrial {
  /// True if a document's own words go into the libraries, beyond what the presets say.
  fileprivate var isRisky: Bool {
    switch self {
    case .filter, .audioFilter, .drawing: return true
    case .export(let use):
      let options = [use.picture?.settings.options, use.sound?.settings.options]
      let pixels = use.picture.map { $0.size.width * $0.size.height } ?? 0
      return !options.allSatisfy { $0?.areOrdinary ?? true } || pixels > Trials.ordinaryPixels
    }
  }
}

extension Trials {
  /// More than 2560x1440 has.
  fileprivate static let ordinaryPixels = 4_000_000
}

// MARK: The other side

extension Trials {
  /// Says with an empty line that it has begun, answers trials on standard input until there are no more, and ends the
  /// process, if the arguments of the program say so. `write` puts bytes on standard output, and gives false if it cannot.
  package static func answerIfAsked(_ arguments: [String], _ write: ([UInt8]) -> Bool) {
    guard arguments.count >= 5, arguments[1] == TrialProcess.argument, let seconds = Int(arguments[2]),
      let bytes = Int(arguments[3]), let pixels = Int(arguments[4])
    else { return }
    PictureLimit.pixels = pixels
    ConfinedPath.allowLinks(into: Array(arguments[5...]))
    DrawingTrial.listen()
    WorkThread.statusWithoutThreads.store(TrialProcess.cannotAnswer, ordering: .relaxed)
    LimitedProcess.begin(secondsOfProcessor: seconds * 4, bytesOfMemory: bytes)
    let newline = UInt8(ascii: "\n")
    guard write([newline]) else { exit(TrialProcess.cannotAnswer) }
    while let line = readLine() {
      guard let trial = try? JSONDecoder().decode(LibraryTrial.self, from: Data(line.utf8)),
        let answer = try? JSONEncoder().encode(trial.make()), write(Array(answer) + [newline])
      else { exit(TrialProcess.cannotAnswer) }
    }
    exit(0)
  }
}
