import Compiler
import Diagnostics
import Media
import Store
import TimelineModel

/// What was found out for a document.
struct DocumentWorld {
  let gate: MediaGate
  let concealsDamage: Bool
  let allowsNetwork: Bool
  /// What stands for the media.
  let lock: MediaLock?
  let memory: WorldMemory?
  var catalog = MediaCatalog()
  var identities: [MediaReference: FileIdentity] = [:]
  /// The texts of the timelines within it, and what is wrong with them.
  var nested: [SourceFile] = []
  var diagnostics: [Diagnostic] = []
  /// The same, to tell what is there.
  var nestedIDs: Set<FileID> = []
  var noted: Set<Diagnostic> = []

  init(gate: MediaGate, concealsDamage: Bool, allowsNetwork: Bool, lock: MediaLock?, memory: WorldMemory?) {
    self.gate = gate
    self.concealsDamage = concealsDamage
    self.allowsNetwork = allowsNetwork
    self.lock = lock
    self.memory = memory
  }

  /// Looks at a media file, or at all those of a sequence.
  mutating func look(at reference: MediaReference) {
    guard let rate = reference.imageRate else { return look(atFile: reference) }
    if let lock { return catalog.media[reference] = lock.finding(of: reference, through: gate) }
    let sequence = gate.images(of: reference)
    sequence?.images.forEach { look(atFile: $0) }
    catalog.media[reference] = sequence?.finding(rate: rate, catalog.media) ?? .outsideRoot(gate.root)
  }

  /// Looks at a table of colours.
  mutating func look(atTable reference: MediaReference) {
    guard catalog.media[reference] == nil else { return }
    if let lock { return catalog.media[reference] = lock.finding(of: reference, through: gate) }
    identities[reference] = gate.identity(of: reference)
    catalog.media[reference] = answer(WorldQuestion.table, about: reference) { gate.lutFinding(for: reference) }
  }

  private mutating func look(atFile reference: MediaReference) {
    guard catalog.media[reference] == nil else { return }
    if let lock {
      let finding = lock.finding(of: reference, through: gate)
      return catalog.media[reference] = concealsDamage ? finding.asListed : finding
    }
    if reference.isAddress { return look(atAddress: reference) }
    // Before the file is looked into, so that what changes meanwhile counts as changed.
    identities[reference] = gate.identity(of: reference)
    let finding = answer(WorldQuestion.media, about: reference) { gate.finding(for: reference) }
    catalog.media[reference] = concealsDamage ? finding.asListed : finding
  }

  private mutating func look(atAddress reference: MediaReference) {
    guard allowsNetwork else {
      catalog.media[reference] = .networkNotAllowed
      return
    }
    do throws(LibAVError) {
      let copy = try NetworkCopies.shared.path(ofCopyFrom: reference.path)
      catalog.copies[reference] = copy
      identities[reference] = FileIdentity(path: copy)
      catalog.media[reference] = MediaProbe.probe(path: copy, depth: .precise)
    } catch {
      catalog.media[reference] = .unreadable(error.text)
    }
  }
}

extension DocumentWorld {
  /// Fonts, filters and encoders.
  mutating func askLibraries(about document: ParsedDocument, preset: String?) {
    for filter in document.filterNames {
      catalog.filters[filter] = answer(.filter(filter)) { FilterCatalog.finding(filter) }
    }
    for use in document.filterUses(catalog) {
      catalog.filterTrials[use] = answer(catalog.filters.question(.trial(use), use.call)) { FilterCatalog.trial(use) }
    }
    for filter in document.soundFilterNames {
      catalog.soundFilters[filter] = answer(.soundFilter(filter)) { FilterCatalog.finding(filter, for: .sound) }
    }
    for call in document.soundFilterCalls(catalog.soundFilters) {
      catalog.soundFilterTrials[call] = answer(catalog.soundFilters.question(.soundTrial(call), call)) {
        FilterCatalog.soundTrial(call)
      }
    }
    for family in document.fontFamilies {
      catalog.fonts[family] = answer(.font(family)) { FontCatalog.finding(family) }
    }
    for text in document.fontTexts { catalog.glyphs[text] = answer(.glyphs(text)) { FontCatalog.glyphs(for: text) } }
    for encoder in document.encoders(preset: preset, media: catalog) {
      catalog.encoders[encoder] = answer(.encoder(encoder)) { EncoderCatalog.finding(encoder) }
    }
  }

  /// Tries what the export of a composition without errors asks of encoders and container.
  mutating func tryExport(of composition: Composition) {
    let use = ExportUse(composition)
    catalog.exportFindings = answer(.export(use)) { ExportTrial.findings(of: use) }
  }

  /// What the world says, or said when it was asked the same before.
  private func answer<Answer: Sendable>(_ question: WorldQuestion?, _ ask: () -> Answer) -> Answer {
    guard let memory, let question else { return ask() }
    return memory.answer(to: question, ask)
  }

  /// About a file as it is now; where there is none, it has to be looked for again.
  private func answer<Answer: Sendable>(
    _ question: (String, FileIdentity) -> WorldQuestion, about file: MediaReference, _ ask: () -> Answer
  ) -> Answer {
    let asked = gate.path(of: file).flatMap { path in identities[file].map { question(path, $0) } }
    return answer(asked, ask)
  }
}

extension [String: FilterFinding] {
  /// Nil for a filter that reads files, which may change.
  fileprivate func question(_ question: WorldQuestion, _ call: FilterCall) -> WorldQuestion? {
    guard case .found(let facts)? = self[call.name], facts.fileOptions.isEmpty else { return nil }
    return question
  }
}
