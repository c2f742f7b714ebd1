import ArgumentParser
import TimelineModel

/// Languages on the command line, with commas between them, the one that is preferred most first.
struct LanguageList: ExpressibleByArgument {
  let tags: [LocaleTag]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { LocaleTag(String($0)) }
    guard parts.allSatisfy({ $0 != nil }) else { return nil }
    tags = parts.compactMap(\.self)
  }
}
