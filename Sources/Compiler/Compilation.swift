import Checker
package import Diagnostics
package import Syntax
package import TimelineModel

/// One compile of one text: everything the stages made of it and everything they found wrong.
///
/// It is made in two steps, with the only question to the outside world between them: what the document refers to
/// (`References`), and then, with the answers, the rest.
package struct Compilation: Sendable {
  package let source: SourceFile
  /// The document as it was read; nil where it could not be, or where nobody wants it any more.
  package private(set) var document: TimelineDocument?
  /// Nil where the text is no document at all. It is fit to render only where `diagnostics` holds no error.
  package let composition: Composition?
  /// How its transitions come about, track by track.
  package let transitions: [TransitionArithmetic]
  /// Which times of its picture were moved to frames.
  package let moves: [FrameMove]
  /// Every stage's, in the order of the text.
  package let diagnostics: [Diagnostic]
  /// True where its picture can be drawn, however loud its rules are.
  package let canBeShown: Bool

  /// - Parameter picture: what looking at the picture of the same composition found out; nil where nobody looked.
  package init(
    _ parsed: ParsedDocument, catalog: MediaCatalog, picture: PictureFindings? = nil,
    options: CompilerOptions = CompilerOptions()
  ) {
    source = parsed.source
    document = parsed.document
    guard let document = parsed.document else {
      composition = nil
      transitions = []
      moves = []
      canBeShown = false
      let all = parsed.diagnostics.withoutUnusedParameters.inSourceOrder()
      diagnostics = options.configuration.levels.applied(to: parsed.finished(all, reportsUnused: { _ in false }))
      return
    }
    var lowering = Lowering(document, catalog: catalog, options: options)
    let programme = lowering.lower()
    // What could not be read, or is wrong, may be what uses a name.
    if !parsed.diagnostics.hasErrors, !lowering.log.diagnostics.hasErrors { lowering.checkUse() }
    let said = parsed.diagnostics + lowering.log.diagnostics
    let found = check(
      programme.composition, catalog: catalog, picture: picture, lengthsAreKnown: programme.lengthsAreKnown,
      hasWrittenInstructions: programme.hasWrittenInstructions, instructionsAreKnown: programme.instructionsAreKnown,
      layersAreKnown: !said.hasErrors(within: document.instructions?.span), settings: options.configuration.settings)
    composition = programme.composition
    transitions = programme.transitions
    moves = programme.moves
    let all = (said.withoutUnusedParameters + found).inSourceOrder().withoutRepeats()
    let isWhole = !options.isOffline && document.variants.isEmpty && !all.hasErrors
    canBeShown = !options.isOffline && !all.hasErrors
    diagnostics = options.configuration.levels.applied(
      to: parsed.finished(all) { isWhole && (picture != nil || !rulesThatLook.contains($0)) })
  }

  package var hasErrors: Bool { diagnostics.hasErrors }

  /// Lets go of the document as it was read, which takes more memory than what became of it.
  package mutating func forgetDocument() { document = nil }
}

/// A text that has been read, and what has to be known of the outside world before it can be compiled.
package struct ParsedDocument: Sendable {
  package let source: SourceFile
  package let document: TimelineDocument?
  package var diagnostics: [Diagnostic]
  /// What is wrong with the values that another document gives to its parameters; located there.
  package let given: [Diagnostic]
  /// As it is written, before parameters and defaults are filled in.
  let tree: Node?
  /// The number of values once they are filled in.
  package let valueCount: Int

  /// A text that is not compiled, with the reason.
  package init(_ source: SourceFile, refusedFor reason: Diagnostic) {
    self.source = source
    (tree, document, given, valueCount) = (nil, nil, [], 0)
    diagnostics = [reason]
  }

  package init(_ source: SourceFile, settings: DocumentSettings = DocumentSettings()) {
    self.init(source, parse(source), settings: settings)
  }

  /// - Parameter parsed: what the text was read as, for those who know that already.
  package init(_ source: SourceFile, _ parsed: Outcome<Node?>, settings: DocumentSettings = DocumentSettings()) {
    self.source = source
    var log = DiagnosticLog()
    log.diagnostics = parsed.diagnostics
    tree = parsed.value
    guard let root = parsed.value else {
      if !log.diagnostics.hasErrors { log.report(.syntaxError, "the document is empty", at: source.span) }
      (document, given, valueCount) = (nil, [], 0)
      diagnostics = log.diagnostics
      return
    }
    var template = Template(root, settings)
    var filled = template.filled()
    let defaults = Defaults(of: filled)
    if let defaults { filled = defaults.filling(filled) }
    valueCount = filled.valueCount
    if defaults != nil, valueCount > DocumentBounds.values {
      log.report(
        .limitExceeded,
        "with these the document holds more than a million values, counted for each thing that has them",
        at: root["defaults"]?.span ?? root.span)
      (document, given) = (nil, [])
      diagnostics = log.diagnostics
      return
    }
    let document = TimelineDocument.grammar.read(filled, &log)
    log.diagnostics.removeAll { $0.span.map(template.spoiled.contains) ?? false }
    log.diagnostics += template.log.diagnostics
    given = template.given.diagnostics
    document?.checkVersion(&log)
    document?.checkVariants(in: source, &log)
    self.document = document
    diagnostics = log.diagnostics
  }

  /// What is left of what was found once it is known what the document allows, with the edits that mend it.
  fileprivate func finished(_ found: [Diagnostic], reportsUnused: (DiagnosticID) -> Bool) -> [Diagnostic] {
    guard let tree else { return found }
    var allowances = Allowances(document?.allowed, in: source, tree: tree)
    let left = allowances.applied(to: found, reportsUnused: reportsUnused)
    return (left + allowances.log.diagnostics).inSourceOrder().withEdits(in: tree, of: source)
  }

  /// The names of its variants.
  package var variants: [String] { document?.variants.map(\.name.value) ?? [] }

  /// Media files, fonts and encoders that the document refers to.
  package var mediaReferences: [MediaReference] { document?.mediaReferences ?? [] }
  /// Where it gives values to the parameters of a timeline that it plays.
  package func giver(to timeline: MediaReference) -> ValueGiver? { document?.giver(to: timeline) }
  package var fontFamilies: [String] { document?.fontFamilies ?? [] }
  /// Tables of colours and filters that its effects name.
  package var lutReferences: [MediaReference] { document?.lutReferences ?? [] }
  package var filterNames: Set<String> { Set((document?.filterItems ?? []).map(\.name.value)) }
  /// The filters as they are to be called, given what is known of them and of the media that they are used on.
  package func filterUses(_ catalog: MediaCatalog) -> Set<FilterUse> {
    guard let document, !document.filterItems.isEmpty else { return [] }
    var lowering = Lowering(document, catalog: catalog, options: CompilerOptions())
    return lowering.filterUses()
  }
  /// Filters of sound: those that its effects name, and those that its effects are.
  package var soundFilterNames: Set<String> {
    let items = document?.soundEffectItems ?? []
    return Set(items.compactMap(\.filterItem?.name.value)).union(items.contains(where: \.isDenoise) ? ["afftdn"] : [])
  }
  /// The filters of sound as they are to be called, given what is known of them.
  package func soundFilterUses(_ catalog: MediaCatalog) -> Set<SoundFilterUse> {
    guard let document, document.soundEffectItems.contains(where: { $0.filterItem != nil }) else { return [] }
    var lowering = Lowering(document, catalog: catalog, options: CompilerOptions())
    return lowering.soundFilterUses()
  }
  package var fontTexts: Set<FontText> { document?.fontTexts ?? [] }
  /// `preset` is the command line's, which takes the place of the document's; `media` tells the codecs of what the
  /// export is to be like.
  package func encoders(preset: String? = nil, media: MediaCatalog = MediaCatalog()) -> [String] {
    if let preset = Preset.all.first(where: { $0.name == preset }) {
      return [preset.settings.video?.encoder, preset.settings.audio?.encoder].compactMap { $0 }
    }
    return document?.encoders(media) ?? []
  }
}

extension TimelineDocument {
  /// How many variants a document may have: 1,000, and no more than make 64 MiB of its text.
  static func mostVariants(in source: SourceFile) -> Int { min(1000, (64 << 20) / max(1, source.bytes.count)) }

  /// Whether all variants are to be compiled.
  package func variantsAreFew(in source: SourceFile) -> Bool {
    variants.count <= TimelineDocument.mostVariants(in: source)
  }

  fileprivate func checkVersion(_ log: inout DiagnosticLog) {
    guard let version, version.value != TimelineDocument.currentVersion else { return }
    log.report(
      .unknownVersion,
      "version \(version.value) of the language is not known; this is version \(TimelineDocument.currentVersion)",
      at: version.span, fixIts: [.replace(version.span, with: "\(TimelineDocument.currentVersion)")])
  }

  /// Each variant is a compilation of the whole document.
  fileprivate func checkVariants(in source: SourceFile, _ log: inout DiagnosticLog) {
    guard !variantsAreFew(in: source) else { return }
    let most = TimelineDocument.mostVariants(in: source)
    log.report(
      .limitExceeded,
      "a document as long as this one may have \(most) variants, and it has \(variants.count)",
      at: variants[most].name.span, notes: [Note("each of them is a compilation of all of it")])
  }

  /// The encoders that the export may use.
  fileprivate func encoders(_ media: MediaCatalog) -> [String] {
    let preset = Preset.all.first { $0.name == export?.value.preset?.value } ?? Preset.standard
    let video =
      export?.value.video?.value?.codec.map { CodecNames.video[$0.value] ?? $0.value } ?? preset.settings.video?.encoder
    let audio =
      export?.value.audio?.value?.codec.map { CodecNames.audio[$0.value] ?? $0.value } ?? preset.settings.audio?.encoder
    let like = export?.value.like.flatMap { like in assets.first { $0.name.value == like.value }?.item.value.reference }
    let alike = like.flatMap { media.facts(for: $0) }.map(CodecNames.encoders(alike:))
    // What the canvas is decides between the two that a document without a preset has.
    let standard = export?.value.preset == nil ? [Preset.standard, Preset.standardHDR] : []
    let others = standard.flatMap { [$0.settings.video?.encoder, $0.settings.audio?.encoder] }
    var seen: Set<String> = []
    return ([video, audio, alike?.video, alike?.audio] + others).compactMap { $0 }.filter { seen.insert($0).inserted }
  }
}

extension [Diagnostic] {
  /// What two paths found alike is said once.
  fileprivate func withoutRepeats() -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return filter { seen.insert($0).inserted }
  }
}

extension [Diagnostic] {
  /// Leaves out those about unused parameters if there are errors: a value that is wrong may be meant to use one.
  fileprivate var withoutUnusedParameters: [Diagnostic] {
    hasErrors ? filter { $0.id != DiagnosticPage.unusedParameter.id } : self
  }

  /// True if one of them is an error about something within a stretch of a document.
  fileprivate func hasErrors(within span: SourceSpan?) -> Bool {
    guard let span else { return false }
    return contains { $0.severity == .error && $0.span.map(span.contains) == true }
  }
}
