import Platform
import Synchronization
import TimelineModel

/// What the outside world has said, for those who compile one document again and again, or many in one run. What it says
/// of a file holds as long as that is not written. Several threads may ask; who asks what is being found out waits for it.
package final class WorldMemory: Sendable {
  private final class Place: Sendable {
    let answer = Mutex<(any Sendable)?>(nil)
  }

  /// True where nothing that people write by hand is expected to change meanwhile either.
  let holdsForOneRun: Bool
  private let places = Mutex<[WorldQuestion: Place]>([:])
  /// Texts change with every letter that is typed, so that questions about their fonts add up.
  private static let limit = 20_000

  package init(holdsForOneRun: Bool = false) { self.holdsForOneRun = holdsForOneRun }

  func answer<Answer: Sendable>(to question: WorldQuestion, _ ask: () -> Answer) -> Answer {
    let place = places.withLock { places in
      if let place = places[question] { return place }
      if places.count >= WorldMemory.limit { places = [:] }
      let place = Place()
      places[question] = place
      return place
    }
    return place.answer.withLock { known in
      if let answer = known as? Answer { return answer }
      let answer = ask()
      // What the system refused may go well the next time.
      let isRefusal =
        switch answer {
        case let finding as MediaFinding: finding.isRefusal
        case let finding as FontFinding: finding.isRefusal
        case let trial as FilterTrial: trial.isRefusal
        case let findings as [ExportFinding]: findings.contains(where: \.isUntried)
        default: false
        }
      if !isRefusal { known = answer }
      return answer
    }
  }
}

enum WorldQuestion: Hashable, Sendable {
  case media(ConfinedPath, FileIdentity)
  case table(ConfinedPath, FileIdentity)
  case font(String)
  case glyphs(FontText)
  case encoder(String)
  case export(ExportUse)
  case filter(String)
  case soundFilter(String)
  case trial(FilterUse)
  case soundTrial(SoundFilterUse)
  case configuration(ConfigurationSource, folder: ExactPath)
}
