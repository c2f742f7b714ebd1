import Compiler
import Diagnostics
import Platform
import Media
import TimelineModel

/// What was found out for a document.
struct DocumentWorld {
  let gate: MediaGate
  let concealsDamage: Bool
  let allowsNetwork: Bool
  let trust: Trust
  /// What stands for the media.
  let lock: MediaLock?
  let memory: WorldMemory?
  var catalog = MediaCatalog()
  var identities: [MediaReference: FileIdentity] = [:]
  /// What was found for sequences of images, by the patterns of their names: the same one may play at several rates.
  private var sequences: [ExactPath: MediaFinding] = [:]
  /// The texts of the timelines within it, and what is wrong with them.
  var nested: [SourceFile] = []
  /// The nested documents that have errors.
  var faulty: [LoadedDocument] = []
  var diagnostics: [Diagnostic] = []
  /// The same, to tell what is there.
  var nestedIDs: Set<FileID> = []
  var noted: Set<Diagnostic> = []

  init(
    gate: MediaGate, concealsDamage: Bool, allowsNetwork: Bool, trust: Trust, lock: MediaLock?, memory: WorldMemory?
  ) {
    self.trust = trust
    self.gate = gate
    self.concealsDamage = concealsDamage
    self.allowsNetwork = allowsNetwork
    self.lock = lock
    self.memory = memory
  }

  /// Looks at a media file, or at all those of a sequence.
  mutating func look(at reference: MediaReference) {
    guard let rate = reference.imageRate else { return look(atFile: reference) }
    if let lock { return look(atLocked: reference, in: lock) }
    let pattern = ExactPath(reference.path)
    let finding = sequences[pattern] ?? lookedAt(images: reference)
    sequences[pattern] = finding
    catalog.media[reference] = finding.playing(at: rate)
  }

  /// Looks up a sequence of images in a lock, which knows of its pictures only that they are all of one kind.
  private mutating func look(atLocked reference: MediaReference, in lock: MediaLock) {
    let finding = lock.finding(of: reference, through: gate)
    catalog.media[reference] = finding
    guard case .found(var facts) = finding else { return }
    let images = facts.images
    facts.images = []
    facts.video?.timing = .still
    for image in images where catalog.media[image] == nil { catalog.media[image] = .found(facts) }
  }

  private mutating func lookedAt(images reference: MediaReference) -> MediaFinding {
    do throws(SystemFailure) {
      let sequence = try gate.images(of: reference)
      sequence?.images.forEach { look(atFile: $0) }
      return sequence?.finding(catalog.media) ?? .outsideRoot(gate.root)
    } catch {
      return MediaFinding(error, root: gate.root)
    }
  }

  /// Looks at a table of colours.
  mutating func look(atTable reference: MediaReference) {
    guard catalog.media[reference] == nil else { return }
    if let lock { return catalog.media[reference] = lock.finding(of: reference, through: gate) }
    do throws(SystemFailure) {
      let identity = try gate.identity(of: reference)
      identities[reference] = identity
      catalog.media[reference] = answer(WorldQuestion.table, about: reference) {
        gate.lutFinding(for: reference, identity)
      }
    } catch {
      catalog.media[reference] = MediaFinding(error, root: gate.root)
    }
  }

  private mutating func look(atFile reference: MediaReference) {
    guard catalog.media[reference] == nil else { return }
    if let lock, !reference.isAddress || !allowsNetwork {
      let finding = lock.finding(of: reference, through: gate)
      return catalog.media[reference] = concealsDamage ? finding.asListed : finding
    }
    if reference.isAddress { return look(atAddress: reference) }
    // Before the file is looked into, so that what changes meanwhile counts as changed.
    let entry: (identity: FileIdentity, storedLength: Int64)?
    do throws(SystemFailure) { entry = try gate.path(of: reference).entry() } catch {
      catalog.media[reference] = MediaFinding(error, root: gate.root)
      return
    }
    identities[reference] = entry?.identity
    WorkBudget.current.add(bytes: entry?.storedLength ?? 0)
    let finding = answer(WorldQuestion.media, about: reference) { gate.finding(for: reference, entry?.identity) }
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
      let path = ConfinedPath(anywhere: copy)
      identities[reference] = path.identity
      catalog.media[reference] =
        lock?.finding(ofAddress: reference, at: path) ?? MediaProbe.probe(path: path, depth: .precise)
    } catch {
      catalog.media[reference] = MediaFinding(error, saying: error.text)
    }
  }
}

extension DocumentWorld {
  /// Fonts, filters and encoders.
  mutating func askLibraries(about document: ParsedDocument, preset: String?) {
    for filter in document.filterNames {
      catalog.filters[filter] = finding(of: filter, .filter(filter), for: .picture)
    }
    for use in document.filterUses(catalog) {
      catalog.filterTrials[use] = answer(question(.trial(use))) { trial(.filter(use)) }
    }
    for filter in document.soundFilterNames {
      catalog.soundFilters[filter] = finding(of: filter, .soundFilter(filter), for: .sound)
    }
    for use in document.soundFilterUses(catalog) {
      catalog.soundFilterTrials[use] = answer(question(.soundTrial(use))) { trial(.audioFilter(use)) }
    }
    for family in document.fontFamilies {
      catalog.fonts[family] = answer(.font(family)) { FontCatalog.finding(family) }
    }
    for text in document.fontTexts { catalog.glyphs[text] = answer(.glyphs(text)) { FontCatalog.glyphs(for: text) } }
    for encoder in document.encoders(preset: preset, media: catalog) {
      catalog.encoders[encoder] = finding(of: encoder)
    }
  }

  /// Tries what the export of a composition without errors asks of encoders and container.
  mutating func tryExport(of composition: Composition) {
    let use = ExportUse(composition)
    let heldBack = heldBack(of: use)
    guard heldBack.isEmpty else { return catalog.exportFindings = heldBack }
    catalog.exportFindings = answer(question(.export(use))) {
      if case .export(let findings) = Trials.outcome(of: .export(use)) { findings } else { [] }
    }
  }

  private func trial(_ trial: LibraryTrial) -> FilterTrial {
    if case .filter(let outcome) = Trials.outcome(of: trial) { outcome } else { .fails("it could not be tried") }
  }

  /// What a filter is, and what documents may say of its options.
  private func finding(
    of filter: String, _ question: WorldQuestion, for medium: FilterCatalog.Medium
  ) -> FilterFinding {
    if trust.contains(filter: filter) {
      return trust.opening(FilterCatalog.finding(filter, for: medium, isTrusted: true))
    }
    return trust.opening(answer(question) { FilterCatalog.finding(filter, for: medium) })
  }

  private func finding(of encoder: String) -> EncoderFinding {
    if trust.contains(encoder: encoder) { return trust.opening(EncoderCatalog.finding(encoder, isTrusted: true)) }
    return trust.opening(answer(.encoder(encoder)) { EncoderCatalog.finding(encoder) })
  }

  /// What of an export's settings is not allowed, whatever the compiler has seen of it: no encoder is opened with it.
  private func heldBack(of use: ExportUse) -> [ExportFinding] {
    func heldBack(_ part: ExportFinding.Part, _ encoder: String?, _ options: [String: String]?) -> [ExportFinding] {
      guard let encoder, let options else { return [] }
      switch finding(of: encoder) {
      case .missing: return []
      case .refused(let reason): return [ExportFinding(part: part, words: reason)]
      case .found(let facts):
        return options.sorted { $0.key < $1.key }.compactMap { name, value in
          guard let known = facts.options[name], let objection = known.gate.objection(to: value, named: known.named)
          else { return nil }
          return ExportFinding(part: part, words: objection.reason, options: [name])
        }
      }
    }
    return heldBack(.picture, use.picture?.settings.encoder, use.picture?.settings.options)
      + heldBack(.sound, use.sound?.settings.encoder, use.sound?.settings.options)
  }

  /// Nil where the answer may be another one tomorrow: filters that are trusted may read files.
  private func question(_ question: WorldQuestion) -> WorldQuestion? { trust == .nothing ? question : nil }

  /// What the world says, or said when it was asked the same before.
  private func answer<Answer: Sendable>(_ question: WorldQuestion?, _ ask: () -> Answer) -> Answer {
    guard let memory, let question else { return ask() }
    return memory.answer(to: question, ask)
  }

  /// About a file as it is now; where there is none, it has to be looked for again.
  private func answer<Answer: Sendable>(
    _ question: (ConfinedPath, FileIdentity) -> WorldQuestion, about file: MediaReference, _ ask: () -> Answer
  ) -> Answer {
    answer(identities[file].map { question(gate.path(of: file), $0) }, ask)
  }
}
