package import Platform
package import TimelineModel

/// Something that libraries are tried with before a document may use it.
///
/// What documents say goes into the libraries' own code here, which may take for ever, take all memory or crash, so a
/// trial can be put into words and be made in another process.
package enum LibraryTrial: Hashable, Sendable, Codable {
  case filter(FilterUse)
  case audioFilter(SoundFilterUse)
  case export(ExportUse)
  case drawing(ConfinedPath)
}

/// What came of a trial.
package enum LibraryTrialOutcome: Hashable, Sendable, Codable {
  case filter(FilterTrial)
  case export([ExportFinding])
  /// Why it cannot be drawn; nil if the library came to an end.
  case drawing(String?)
}

extension LibraryTrial {
  /// Makes the trial in this process.
  package func make() -> LibraryTrialOutcome {
    switch self {
    case .filter(let use): .filter(FilterCatalog.trial(use))
    case .audioFilter(let use): .filter(FilterCatalog.soundTrial(use))
    case .export(let use): .export(ExportTrial.findings(of: use))
    case .drawing(let path): .drawing(DrawingTrial.make(path))
    }
  }

  /// What is said of one that was not finished, and why.
  package func unfinished(_ reason: String) -> LibraryTrialOutcome {
    switch self {
    case .filter, .audioFilter: .filter(.fails(reason))
    case .drawing: .drawing(reason)
    case .export(let use):
      .export([
        ExportFinding(
          part: use.picture != nil ? .picture : .sound, words: reason,
          options: Set((use.picture?.settings.options ?? use.sound?.settings.options ?? [:]).keys))
      ])
    }
  }
}
