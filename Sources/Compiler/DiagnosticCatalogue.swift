import Checker
package import Diagnostics
import Syntax

/// How far a document comes before something is found out.
package enum FindingStage: String, Sendable, CaseIterable {
  /// As YAML or JSON.
  case text
  /// As a document of this language: its keys and values.
  case document
  /// What it refers to: names, times, media, fonts, filters, encoders.
  case references
  /// As a programme, when all that is known.
  case composition
  /// How its frames come about.
  case plan
  /// While it is made.
  case render
}

/// A page for every id that compiling a document can report, by the stage that does.
package let compilerPagesByStage: [(stage: FindingStage, pages: [DiagnosticPage])] = [
  (.text, DiagnosticPage.syntaxPages),
  (.document, DiagnosticPage.documentPages),
  (
    .references,
    DiagnosticPage.resolutionPages + DiagnosticPage.exportPages + DiagnosticPage.effectPages
      + DiagnosticPage.allowPages
  ),
  (.composition, Rule.catalogue.map(\.page)),
]

/// The same in one list.
package let compilerPages: [DiagnosticPage] = compilerPagesByStage.flatMap(\.pages)

/// Those that may have more to say once the picture has been looked at.
package let rulesThatLook = Set(Rule.catalogue.filter(\.looksAtPicture).map(\.page.id))
