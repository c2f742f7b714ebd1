package import Diagnostics
package import TimelineModel

/// One thing that can be wrong with a composition: a page about it and the function that finds it.
///
/// A rule is a constant in a file of its own, named for the pattern it finds; the catalogue lists them all.
package struct Rule: Sendable {
  package let page: DiagnosticPage
  /// True for rules that say nothing sensible while some length is unknown.
  let needsLengths: Bool
  /// True for rules that find more, or anything at all, once the picture has been looked at.
  package let looksAtPicture: Bool
  let find: @Sendable (CheckedProgramme, inout Report) -> Void

  init(
    _ page: DiagnosticPage, needsLengths: Bool = true, looksAtPicture: Bool = false,
    find: @escaping @Sendable (CheckedProgramme, inout Report) -> Void
  ) {
    self.page = page
    self.needsLengths = needsLengths
    self.looksAtPicture = looksAtPicture
    self.find = find
  }

  /// Where a rule says what it found. It stamps the rule's id and level, so that a rule cannot misname itself.
  struct Report {
    let page: DiagnosticPage
    var diagnostics: [Diagnostic] = []

    mutating func callAsFunction(
      _ message: String, at span: SourceSpan?, over range: TimelineRange? = nil, notes: [Note] = [],
      fixIts: [FixIt] = []
    ) {
      var diagnostic = Diagnostic(page.severity, page.id, message, at: span, notes: notes, fixIts: fixIts)
      diagnostic.stretch = range?.stretch
      diagnostics.append(diagnostic)
    }
  }
}

/// What the rules look at.
struct CheckedProgramme: Sendable {
  let composition: Composition
  let catalog: MediaCatalog
  /// What looking at the picture found out; nil where nobody looked.
  let picture: PictureFindings?
  /// True where the instructions were written by hand rather than made from the tracks.
  let hasWrittenInstructions: Bool
  /// False where it is not known of an instruction when it holds, so that nothing is known of holes either.
  let instructionsAreKnown: Bool
  /// False where layers of instructions are missing that could not be read.
  let layersAreKnown: Bool
  /// Every value in time that the composition holds, gathered once for all rules.
  let curves: [CurveUse]
  /// Every media file that is seen in it, likewise.
  let pictures: [SourceUse]
  /// Those, and then every one that is only heard.
  let sources: [SourceUse]
  /// Where rules draw their lines.
  let settings: RuleSettings
}

/// Holds a composition to every rule.
///
/// - Parameter lengthsAreKnown: false where something is missing that lengths depend on; rules about lengths are then
///   left out, because they would report what follows from that and not what is wrong.
package func check(
  _ composition: Composition, catalog: MediaCatalog, picture: PictureFindings? = nil, lengthsAreKnown: Bool = true,
  hasWrittenInstructions: Bool = true, instructionsAreKnown: Bool = true, layersAreKnown: Bool = true,
  settings: RuleSettings = RuleSettings()
) -> [Diagnostic] {
  let pictures = composition.pictureUses
  let programme = CheckedProgramme(
    composition: composition, catalog: catalog, picture: picture, hasWrittenInstructions: hasWrittenInstructions,
    instructionsAreKnown: instructionsAreKnown, layersAreKnown: layersAreKnown,
    curves: composition.curveUses(hasWrittenInstructions: hasWrittenInstructions), pictures: pictures,
    sources: composition.sourceUses(seen: pictures), settings: settings)
  return Rule.catalogue.filter { lengthsAreKnown || !$0.needsLengths }.flatMap { rule in
    var report = Rule.Report(page: rule.page)
    rule.find(programme, &report)
    return report.diagnostics
  }
}
