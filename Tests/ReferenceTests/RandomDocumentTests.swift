import Foundation
import Testing
import TimelineModel

/// Random documents, rendered and drawn by the reference.
///
/// `CUTLIST_REFERENCE_SEED` chooses other documents, `CUTLIST_REFERENCE_COUNT` how many, `CUTLIST_REFERENCE_ONLY` one
/// of them by its number, which is then printed. Every fifth document is rendered in every configuration and the others in the last one alone,
/// unless `CUTLIST_REFERENCE_ALL=1` or only one is wanted; `CUTLIST_REFERENCE_REPORT=1` prints the worst figures for each kind of document.
@Suite struct RandomDocumentTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment["CUTLIST_REFERENCE_\(name)"].flatMap { Int($0) }
  }

  /// Shows ARC-21.
  @Test func rendersAreWhatTheLanguageSays() async throws {
    let seed = RandomDocumentTests.setting("SEED") ?? 1
    let only = RandomDocumentTests.setting("ONLY")
    let numbers = only.map { $0..<$0 + 1 } ?? 0..<(RandomDocumentTests.setting("COUNT") ?? 500)
    let comparison = Comparison(library: try SourceLibrary.shared.get())
    let isThorough = RandomDocumentTests.setting("ALL") != nil || only != nil
    let outcomes = await onThreads(numbers) { number in
      var comparison = comparison
      if !isThorough && number % 5 != 0 { comparison.configurations = Array(Configuration.all.suffix(1)) }
      let document = RandomDocument(seed: seed, number: number)
      if only != nil { print(document.written.yaml) }
      let result = comparison.run(document.written.yaml, name: "\(seed)-\(number)")
      return Outcome(number: number, document: document, result: result)
    }
    let failures = outcomes.filter { $0.result.difference != nil }
    if RandomDocumentTests.setting("REPORT") != nil { print(Report(outcomes)) }
    // A fault rarely comes alone, and one small document says more than many.
    for outcome in failures.prefix(RandomDocumentTests.setting("REDUCED") ?? 3) {
      guard let difference = outcome.result.difference else { continue }
      let (smallest, result) = comparison.reduce(outcome.document.written, outcome.result, name: "\(seed)-reduced")
      Issue.record(
        """
        document \(outcome.number) of seed \(seed), \(outcome.result.place): \(difference)
        reduced, \(result.place): \(result.difference ?? difference)
        \(smallest.yaml)
        """)
    }
    let differing = failures.map(\.number)
    #expect(differing == [], "\(differing.count) of \(outcomes.count) documents of seed \(seed) differ")
  }
}

struct Outcome: Sendable {
  var number: Int
  var document: RandomDocument
  var result: Comparison.Result
}

/// The worst figures of the documents that have something in common.
struct Report: CustomStringConvertible {
  private let outcomes: [Outcome]
  init(_ outcomes: [Outcome]) { self.outcomes = outcomes }

  var description: String {
    let traits = Set(outcomes.flatMap(\.document.traits)).sorted()
    let rows = traits.map { trait in
      let having = outcomes.filter { $0.document.traits.contains(trait) }
      let psnr = having.compactMap(\.result.worstPSNR).min() ?? .infinity
      let sound = having.compactMap(\.result.worstSoundDistance).max() ?? 0
      let failed = having.count { $0.result.difference != nil }
      return "\(trait): \(having.count) documents, \(failed) differ, "
        + String(format: "worst %.1f dB, %.1e of sound", psnr, sound)
    }
    let failures = outcomes.compactMap { outcome in
      outcome.result.difference.map { "document \(outcome.number), \(outcome.result.place): \($0)" }
    }
    return "\(outcomes.reduce(0) { $0 + $1.result.frames }) frames, "
      + "\(outcomes.reduce(0) { $0 + $1.result.copiedFrames }) copied\n" + (rows + failures).joined(separator: "\n")
  }
}
