import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Platform
import Renderer

struct Check: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say everything that is wrong with documents, at once and at its place.")

  @OptionGroup var documents: DocumentArguments

  @Option(help: "How to write what was found: text, json, sarif, github or junit.")
  var format = ReportFormat.text

  @Option(
    help: ArgumentHelp("Where the pages of docs/rules are published, for --format sarif to link to.", valueName: "url"))
  var rulesURL: String?

  @Flag(help: "Open no media; what depends on them is left unchecked.")
  var offline = false

  @Flag(help: "Open no media, and believe what cutlist lock wrote down of them; those that are there are compared.")
  var locked = false

  @Flag(help: "Draw every frame, small, and look at what is seen: flashes, and the picture behind texts.")
  var picture = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @Option(
    help: ArgumentHelp(
      "Say only what has to do with this stretch of the timeline, as in 2s..10s.", valueName: "range"))
  var range: String?

  @OptionGroup var fixes: FixOptions

  @OptionGroup var damage: DamageOption

  @OptionGroup var rules: RuleOptions

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @Option(help: ArgumentHelp("Touch this file where there are no errors.", valueName: "file"), completion: .file())
  var stamp: String?

  @Option(
    help: ArgumentHelp("Say in this file, for Make or Ninja, what the stamp depends on.", valueName: "file"),
    completion: .file())
  var depfile: String?

  @Flag(help: "Stay, and check again whenever these documents, what they name or what is written about rules change.")
  var watch = false

  @Option(
    name: .jobs,
    help: ArgumentHelp("How many documents are checked at once; the cores unless said.", valueName: "count"))
  var jobs: Int?

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  var pace: LimitOptions.Pace { picture ? .draws : .looks }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs has to be at least 1") }
    if watch, documents.includesStandardInput { throw ValidationError("--watch needs files that can change") }
    if watch, fixes.isOn { throw ValidationError("--watch only looks; --fix and --diff have no place with it") }
    if locked, documents.includesStandardInput { throw ValidationError("a document from standard input has no lock beside it") }
    if locked, offline { throw ValidationError("--locked knows the media, and --offline leaves them out") }
    if picture, offline { throw ValidationError("--picture looks at the media, and --offline leaves them out") }
    if range != nil, stamp != nil { throw ValidationError("--stamp is about whole documents, --range about a part") }
    if depfile != nil, stamp == nil { throw ValidationError("--depfile needs --stamp, which it is about") }
    if format != .text, fixes.diff || fixes.fix && documents.includesStandardInput {
      throw ValidationError(
        "standard output is for the \(fixes.diff ? "differences" : "fixed document"), not for --format")
    }
  }

  func run() throws {
    // Before any file is open, as it asks for.
    let parallelism = Parallelism(wanted: jobs)
    if watch { return try untilInterrupted { try checkOnChanges(parallelism, $0) } }
    let lists = documents.lists.map { ReadFile($0) }
    try check(try documents.listedOrStop(), lists, parallelism, CancellationFlag()).stopOnErrors()
  }

  /// What came of a check.
  private struct Outcome {
    var hasErrors = false
    /// True where something could not be looked into, so that not even an error is proven.
    var isRefused = false
    /// A file that was written during the check; nil if none is known.
    var change: SourceWatch.Change?
    var isStale: Bool { change != nil }
    /// The files that decided it.
    var dependencies: [String] = []
    var picturePatterns: [ConfinedPath] = []
    /// The gravest of the reasons why documents could not be read; nil if all could be.
    var unreadable: ExitStatus?

    func stopOnErrors() throws {
      if let unreadable { throw isRefused ? ExitStatus.workFailed : unreadable }
      if hasErrors { throw isRefused ? ExitStatus.workFailed : .documentHasErrors }
    }
  }

  /// Checks all of them once and says what is wrong.
  private func check(
    _ files: [String], _ lists: [ReadFile], _ parallelism: Parallelism, _ cancellation: CancellationFlag
  ) throws -> Outcome {
    let buildFiles = stamp.map { BuildFiles(stamp: $0, depfile: depfile, start: .stampTime) }
    try buildFiles?.checkPlacesOrStop(dependencies: files.filter { $0 != "-" })
    var loader = DocumentLoader(isOffline: offline, root: root, settings: parameters.settings)
    loader.standardInputPath = documents.standardInputName
    rules.apply(to: &loader)
    loader.concealsDamage = damage.policy == .conceal
    loader.allowsNetwork = network.allowNetwork
    loader.trust = trust.trust
    loader.memory = WorldMemory(holdsForOneRun: true)
    if picture {
      // Documents are looked at together, and a single one by several threads.
      let alone = parallelism.tokens == nil ? parallelism.jobs : 1
      let jobs = max(1, alone / (fixes.isOn ? 1 : files.count))
      loader.look = PictureLook(range: range, jobs: jobs, cancellation: cancellation)
    }
    let inspection = DocumentInspection(
      loader: loader, isLocked: locked, range: range, wantsDependencies: watch || stamp != nil, isWatched: watch)
    // Who mends documents does one after the other.
    let findings = try fixes.isOn ? fix(files, inspection) : find(files, inspection, parallelism)
    var sources = SourceSet()
    var seen: Set<ReportedProblem> = []
    let checked = findings.map { finding in
      sources.formUnion(finding.sources)
      // What is wrong with a configuration, or with a timeline that several play, is wrong for each of the documents.
      let new = finding.diagnostics.filter { seen.insert(ReportedProblem($0, of: finding)).inserted }
      return CheckedDocument(name: finding.name, diagnostics: new, problem: finding.unreadable?.reason)
    }
    Reporter(format: format, rulesURL: rulesURL).report(checked, in: sources)
    let diagnostics = checked.flatMap(\.diagnostics)
    let unreadable = findings.compactMap(\.unreadable)
    let statuses = unreadable.map(ExitStatus.reporting)
    if format == .text { reportFixes(of: diagnostics, in: files, findings.reduce(0) { $0 + $1.fixedCount }) }
    // Where nothing was written, the documents are as they were.
    let hasErrors = findings.contains(where: \.diagnostics.hasErrors) || fixes.diff && findings.contains(where: \.hadErrors)
    let written = fixes.fix ? findings.filter { $0.fixedCount > 0 }.map(\.name) : []
    let ownPlaces = Set(written.map { ExactPath(AbsolutePath.of($0)) })
    let passedOver = buildFiles == nil ? [] : try documents.passedOver()
    var outcome = Outcome(
      hasErrors: hasErrors, isRefused: findings.contains(where: \.isRefused),
      change: Check.change(of: lists) ?? findings.lazy.compactMap { $0.change(besides: ownPlaces) }.first,
      dependencies: findings.flatMap(\.dependencies) + lists.map(\.path) + passedOver,
      picturePatterns: findings.flatMap(\.picturePatterns))
    outcome.unreadable = statuses.max { $0.rawValue < $1.rawValue }
    guard let buildFiles, !hasErrors, unreadable.isEmpty else { return outcome }
    if let change = outcome.change {
      if watch { return outcome }
      Output.complain("cutlist: error: \(change.message); nothing is stamped")
      throw ExitStatus.workFailed
    }
    try buildFiles.writeOrStop(
      dependencies: outcome.dependencies, notBefore: findings.compactMap(\.written?.modified).max() ?? 0)
    return outcome
  }

  /// A list of documents that may be another by now; nil if there is none.
  private static func change(of lists: [ReadFile]) -> SourceWatch.Change? {
    lists.first(where: \.mayBeOther).map { .init(name: $0.path, kind: .written) }
  }

  private func find(
    _ files: [String], _ inspection: DocumentInspection, _ parallelism: Parallelism
  ) throws -> [DocumentFinding] {
    try ManyDocuments.map(files.count, jobs: parallelism.jobs, tokens: parallelism.tokens) { index in
      try inspection.look(at: files[index], id: FileID(Int32(index)))
    }
  }

  private func fix(_ files: [String], _ inspection: DocumentInspection) throws -> [DocumentFinding] {
    try files.enumerated().map { index, file in
      let id = FileID(Int32(index))
      if inspection.isConfiguration(file) { return try inspection.look(at: file, id: id) }
      return try DocumentInspection.reading(file) {
        var loader = inspection.loader
        if locked { loader.lock = try MediaLock.ofDocument(file) }
        let document = try loader.load(file, id: id)
        let variants = loader.variants(of: document)
        guard DocumentLoader.isDocument(file) else { return try inspection.finding(in: document, variants, by: loader) }
        let fixed = loader.fix(document, upTo: fixes.limit)
        let written = try fixes.deliver(fixed, from: file)
        var finding = try inspection.finding(in: fixed.document, fixed.variants, by: loader)
        finding.fixedCount = fixed.count
        finding.written = written
        finding.hadErrors = document.compilation.hasErrors || variants.contains(where: \.compilation.hasErrors)
        return finding
      }
    }
  }

  private func reportFixes(of diagnostics: [Diagnostic], in files: [String], _ fixedCount: Int) {
    if fixedCount > 0, fixes.fix { Output.complain("\(FixOptions.summary(fixedCount))") }
    let numbers = zip(0..., files).filter { DocumentLoader.isDocument($1) }.map { FileID(Int32($0.0)) }
    if let offer = FixOptions.offer(diagnostics, in: numbers) { Output.complain("\(offer)") }
  }
}

// MARK: Watching

extension Check {
  /// Checks now and whenever a file that decides what is found has changed, until it is interrupted.
  private func checkOnChanges(_ parallelism: Parallelism, _ cancellation: CancellationFlag) throws {
    let lists = documents.lists.map { ReadFile($0) }
    let files = try documents.listedOrStop()
    let written = rules.places(for: files)
    var known = files + written
    var hasLooked = false
    while true {
      // As they are before they are looked at, so that what changes meanwhile is looked at again.
      var watch = FileWatch(known)
      Output.clearErrors()
      RefusedMemory.beginWork()
      var isStale = false
      do {
        let outcome = try check(files, lists, parallelism, cancellation)
        // A document may be gone for a moment while it is written.
        if let unreadable = outcome.unreadable, !hasLooked { throw unreadable }
        hasLooked = true
        watch.add(outcome.dependencies, patterns: outcome.picturePatterns)
        known = files + written + outcome.dependencies
        isStale = outcome.isStale
      } catch ExitStatus.workFailed {
        // A full disk may have room again later.
      } catch let error as ValidationError where hasLooked {
        Output.complain("cutlist: error: \(error.message)")
      }
      if !isStale { Output.complain("waiting for changes") }
      LimitWatch.suspend()
      defer { LimitWatch.resume() }
      let isOver = { cancellation.isCancelled }
      guard isStale ? watch.settle(unless: isOver) : watch.waitForChange(unless: isOver) else {
        throw ExitStatus.cancelled
      }
    }
  }

  /// Does work that a signal asks to stop.
  private func untilInterrupted(_ work: (CancellationFlag) throws -> Void) throws {
    let cancellation = CancellationFlag()
    let signals = SignalWatch(cancellation)
    defer { signals.stop() }
    try work(cancellation)
  }
}
