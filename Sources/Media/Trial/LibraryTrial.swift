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
  case drawing(DrawingTrial.Outcome)
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

  /// The outcome of one that was begun and not finished, for a reason that lies in what was tried.
  package func unfinished(_ reason: String) -> LibraryTrialOutcome {
    switch self {
    case .filter, .audioFilter: .filter(.fails(reason))
    case .drawing: .drawing(.fails(reason))
    case .export(let use):
      .export([
        ExportFinding(
          part: use.mainPart, words: reason,
          options: Set((use.picture?.settings.options ?? use.sound?.settings.options ?? [:]).keys))
      ])
    }
  }

  /// The outcome of one that the system did not let begin, which says nothing about what was to be tried.
  package func refused(_ reason: String) -> LibraryTrialOutcome {
    switch self {
    case .filter, .audioFilter: return .filter(.refused(reason))
    case .drawing: return .drawing(.refused(reason))
    case .export(let use):
      var finding = ExportFinding(part: use.mainPart, words: reason)
      finding.isUntried = true
      return .export([finding])
    }
  }
}

extension ExportUse {
  /// The part that a finding about all of it is said of.
  fileprivate var mainPart: ExportFinding.Part { picture != nil ? .picture : .sound }
}
