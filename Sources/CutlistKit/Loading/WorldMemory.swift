import Store
import Synchronization
import TimelineModel

/// What the outside world has said, for those who compile one document again and again. What it says of a file holds as
/// long as that is not written.
package final class WorldMemory: Sendable {
  private let answers = Mutex<[WorldQuestion: any Sendable]>([:])
  /// Texts change with every letter that is typed, so that questions about their fonts add up.
  private static let limit = 20_000

  package init() {}

  func answer<Answer: Sendable>(to question: WorldQuestion, _ ask: () -> Answer) -> Answer {
    if let known = answers.withLock({ $0[question] }) as? Answer { return known }
    let answer = ask()
    answers.withLock { answers in
      if answers.count >= WorldMemory.limit { answers = [:] }
      answers[question] = answer
    }
    return answer
  }
}

enum WorldQuestion: Hashable, Sendable {
  case file(FileQuestion, path: String, FileIdentity)
  case font(String)
  case glyphs(FontText)
  case encoder(String)
  case filter(String)
  case soundFilter(String)
  case trial(FilterCall)
  case soundTrial(FilterCall)
}

/// What a file is to be.
enum FileQuestion: Hashable, Sendable {
  case media(MediaReference)
  case table(MediaReference)

  var reference: MediaReference {
    switch self {
    case .media(let reference), .table(let reference): reference
    }
  }
}
