import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Foundation
import Media
import Planner
import Platform
import Renderer
import TimelineModel

struct Render: LimitedCommand, ColoredCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make the movie.",
    discussion: "The file appears whole or not at all. A media file in place of a document is rendered as it is.")

  @Argument(help: ArgumentHelp("The document.", valueName: "file"), completion: Completions.documents)
  var file: String

  @Option(name: [.short, .long], help: ArgumentHelp("The movie to write.", valueName: "file"), completion: .file())
  var output: String

  @Flag(help: "Replace a file that is there.")
  var overwrite = false

  @OptionGroup var part: StretchOptions

  @Option(help: ArgumentHelp("The picture's size against the canvas, as in 1/2.", valueName: "factor"))
  var scale: String?

  @Option(help: ArgumentHelp("The export preset, in place of the document's.", valueName: "name"), completion: Completions.presets)
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "The languages of the chapters' titles, the one that is preferred most first, as in en-US,it.",
      valueName: "languages"))
  var chapterLocale: LanguageList?

  @Option(
    name: .jobs,
    help: ArgumentHelp(
      "How many pieces are encoded at once; the cores unless said. The bytes do not depend on it.", valueName: "count"))
  var jobs: Int?

  @OptionGroup var optimiser: OptimiserOptions

  @OptionGroup var storing: StoreOptions

  @Flag(help: "Say of each stretch that is encoded why it is not copied, and what could be changed.")
  var remarks = false

  @Option(
    help:
      "How to report progress: auto (a line on a terminal), plain, json (nothing but lines of JSON on standard error) or none.")
  var progress = ProgressStyle.auto

  @Option(
    name: .customLong("progress-fd"),
    help: ArgumentHelp(
      "Write those lines of JSON on this open descriptor, and on standard error what is for people.",
      valueName: "number"))
  var progressDescriptor: Int32?

  @Option(
    help: ArgumentHelp(
      "The folder that media and the output have to be in; for media, the document's own unless said.",
      valueName: "folder"),
    completion: .directory)
  var root: String?

  @Option(help: ArgumentHelp("Say in this file, for Make or Ninja, what the movie is made of.", valueName: "file"), completion: .file())
  var depfile: String?

  @Flag(help: "Stay, and render again whenever the document or its media change. The last good movie is kept.")
  var watch = false

  @OptionGroup var damage: DamageOption

  @OptionGroup var rules: RuleOptions

  @OptionGroup var network: NetworkOption

  @OptionGroup var trust: TrustOptions

  @OptionGroup var parameters: ParameterOptions

  @OptionGroup var coloring: ColorOption

  @OptionGroup var limits: LimitOptions

  var pace: LimitOptions.Pace { .renders }

  func validate() throws {
    if watch, file == "-" { throw ValidationError("--watch needs a file that can change") }
    if let jobs, jobs < 1 { throw ValidationError("--jobs has to be at least 1") }
    if progressDescriptor != nil, progress == .json { throw ValidationError("--progress json and --progress-fd say the same") }
    if let progressDescriptor, progressDescriptor < 3 { throw ValidationError("--progress-fd has to be at least 3") }
    _ = try CommandLineValues.scale(scale)
    try CommandLineValues.check(preset: preset)
  }

  func run() throws {
    SignalWatch.endAtOnce()
    if progress == .json { EventLog.takeErrors() }
    if let progressDescriptor {
      do throws(SystemFailure) { try EventLog.write(on: progressDescriptor) } catch {
        throw ValidationError("nothing can be written on the descriptor \(progressDescriptor): \(error)")
      }
    }
    // Before any file is open, as it asks for.
    let parallelism = Parallelism(wanted: jobs)
    if watch {
      LimitWatch.suspend()
      return try untilInterrupted { try renderOnChanges(parallelism, $0) }
    }
    let loaded = try load()
    LimitWatch.suspend()
    try untilInterrupted { _ = try render(loaded, replacing: overwrite ? .all : .none, parallelism, $0) }
  }

  /// Does work that a signal asks to stop, and does not end by itself, so that nothing is left behind.
  private func untilInterrupted(_ work: (CancellationFlag) throws -> Void) throws {
    let cancellation = CancellationFlag()
    let signals = SignalWatch(cancellation)
    defer { signals.stop() }
    LimitWatch.watch(cancellation)
    try work(cancellation)
  }

  /// Keeps signals and limits from ending the command, because the movie gets its name now.
  private static func hold() {
    LimitWatch.hold()
    SignalWatch.hold()
  }

  /// Lets signals and limits end the command again.
  private static func release() {
    LimitWatch.release()
    SignalWatch.resume()
  }

  private func load() throws -> LoadedDocument {
    var loader = DocumentLoader(root: root, preset: preset, settings: parameters.settings)
    rules.apply(to: &loader)
    loader.concealsDamage = damage.policy == .conceal
    loader.allowsNetwork = network.allowNetwork
    loader.trust = trust.trust
    return try loader.loadOrStop(file)
  }

  /// Renders, and returns the files that it has written beside the depfile.
  private func render(
    _ loaded: LoadedDocument, replacing replacement: Replacement, _ parallelism: Parallelism,
    _ cancellation: CancellationFlag
  ) throws -> [String] {
    let reporter = Reporter()
    try reporter.reportOrStop(loaded)
    guard var composition = loaded.compilation.composition else { throw ExitStatus.ofErrors(in: [loaded]) }
    let stretch = try part.stretch(of: composition)
    if let stretch { composition.extend(to: stretch.end) }
    composition.preferChapterLanguages(chapterLocale?.tags ?? [])
    let place = OutputFile(path: output, root: root, replacing: replacement)
    let objections: [Diagnostic]
    do throws(RenderFailure) { objections = try place.problems(for: &composition, of: loaded) } catch {
      throw reporter.stop(on: error, in: loaded.sources)
    }
    reporter.report(objections, in: loaded.sources)
    guard !objections.contains(where: { $0.severity == .error }) else { throw ExitStatus.commandLineIsWrong }
    let sidecars = ChapterSidecar.paths(for: composition, besides: output)
    let depfile = depfile.map {
      Depfile(path: $0, file: DependencyFile(target: output, companions: sidecars, documents: [loaded]))
    }
    let printer = ProgressPrinter(style: progress)
    let damages = damage.policy == .conceal ? DamageLog() : nil
    var session = RenderSession(
      composition, folder: loaded.mediaFolder(damage: damages), outputPath: output, replacing: replacement.rule(for: output),
      range: stretch, scale: try CommandLineValues.scale(scale),
      jobs: parallelism.jobs, level: optimiser.level, store: try storing.open(), sources: loaded.sourceWatch,
      tokens: parallelism.tokens,
      cancellation: cancellation, progress: printer.callback)
    session.outputRoot = root
    session.companions = { [output, root, depfile] report throws(RenderFailure) in
      let sidecar = try ChapterSidecar.begin(
        report.chapters, besides: output, within: root, in: loaded.mediaFolder,
        replacing: replacement.rule(for: ChapterSidecar.path(besides: output)))
      return [try depfile?.begin(), sidecar].compactMap(\.self)
    }
    session.committing = { Render.hold() }
    if remarks { session.planned = { reporter.report($0.remarks, in: loaded.sources) } }
    let report: RenderReport
    do throws(RenderFailure) {
      try depfile?.check()
      report = try session.run()
      // What is refused from here on is in no movie.
      RefusedMemory.beginWork()
    } catch {
      printer.finish()
      throw reporter.stop(on: error, in: loaded.sources)
    }
    printer.finish()
    if let why = report.saveComplaint {
      Output.complain("cutlist: warning: \(output) is made, but a loss of power just now might lose its name: \(why)")
    }
    let damage = (damages?.entries ?? []).map(\.diagnostic)
    reporter.report(report.diagnostics(withRemarks: remarks) + damage, in: loaded.sources)
    EventLog.write(report.event(of: output))
    if progress == .plain || Output.errorsAreSeen && progress == .auto {
      Output.complain("\(output): \(report.inWords)")
      if ChapterSidecar.isNeeded(for: report.chapters) {
        Output.complain("\(ChapterSidecar.path(besides: output)): what the movie cannot hold of its chapters")
      }
    }
    return [output] + sidecars
  }
}

/// What says what the movie is made of, and where it is to be.
private struct Depfile: Sendable {
  let path: String
  let file: DependencyFile

  /// Finds what is wrong with it before a render that may be long.
  func check() throws(RenderFailure) { try failing { () throws(DependencyFileFailure) in try file.text(for: path) } }

  /// Writes it but for its name; nil where it went to what is no file.
  func begin() throws(RenderFailure) -> PendingFile? {
    try failing { () throws(DependencyFileFailure) in try file.begin(at: path) }
  }

  @discardableResult
  private func failing<Result>(_ work: () throws(DependencyFileFailure) -> Result) throws(RenderFailure) -> Result {
    do throws(DependencyFileFailure) { return try work() } catch { throw RenderFailure(.output, "\(error)") }
  }
}

// MARK: Watching

extension Render {
  /// Renders now and whenever a file that the movie is made of has changed, until it is interrupted. What is wrong is
  /// said each time, and the last good movie stays.
  private func renderOnChanges(_ parallelism: Parallelism, _ cancellation: CancellationFlag) throws {
    var replacement = overwrite ? Replacement.all : .none
    var hasRendered = overwrite
    while true {
      var files = FileWatch([file] + rules.places(for: [file]))
      RefusedMemory.beginWork()
      do {
        let loaded = try load()
        files.add(loaded.dependencies, patterns: loaded.picturePatterns)
        if !loaded.sourceWatch.changes().isEmpty {
          // What was written while it was looked at is no change of what is watched now.
          guard files.settle(unless: { cancellation.isCancelled }) else { throw ExitStatus.cancelled }
          continue
        }
        defer { Render.release() }
        replacement = replacement.adding(try render(loaded, replacing: replacement, parallelism, cancellation))
        hasRendered = true
        Output.complain("\(output) is made; waiting for changes")
      } catch let status as ExitStatus where status != .cancelled && (hasRendered || status != .commandLineIsWrong) {
        EventLog.end(with: status)
        Output.complain("\(output) is not made anew; waiting for changes")
      } catch let error as ValidationError where hasRendered {
        // What the command line asks for may be gone from the document only for a moment.
        Output.complain("cutlist: error: \(error.message)")
        Output.complain("\(output) is not made anew; waiting for changes")
      }
      // A signal may come at any moment, also when a movie has just been made.
      guard files.waitForChange(unless: { cancellation.isCancelled }) else { throw ExitStatus.cancelled }
    }
  }
}

extension RenderReport {
  fileprivate var inWords: String {
    guard frames > 0 else { return "\(samples) samples" }
    let parts = [(copiedFrames, "copied"), (encodedFrames, "encoded"), (storedFrames, "from the store")]
    return "\(frames) frames: " + parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  fileprivate func event(of output: String) -> EventLog.Result {
    EventLog.Result(
      output: output, frames: frames, copiedFrames: copiedFrames, encodedFrames: encodedFrames,
      storedFrames: storedFrames, samples: samples)
  }

  fileprivate func diagnostics(withRemarks: Bool) -> [Diagnostic] {
    [loudness, clipping, storeTrouble].compactMap(\.self).filter { withRemarks || $0.severity != .remark }
      + [Diagnostic(sampleEntry: sampleEntry)].compactMap(\.self)
  }

  private var loudness: Diagnostic? {
    guard let level else { return nil }
    guard let measured = level.measured, let reached = level.reached, let target = level.target else {
      let page = DiagnosticPage.loudnessMissed
      return Diagnostic(
        page.severity, page.id,
        "the mix is left as loud as it is, since it cannot be measured: it is shorter than 0.4 s, or nowhere above -70 LUFS",
        at: nil)
    }
    let page = abs(reached - target) > 0.1 ? DiagnosticPage.loudnessMissed : .loudnessSet
    let raised = String(format: "%+.1f dB", 20 * log10(level.gain))
    return Diagnostic(
      page.severity, page.id,
      "the mix measured \(String(format: "%.1f", measured)) LUFS; with \(raised) it comes to \(String(format: "%.1f", reached))",
      at: nil)
  }

  private var storeTrouble: Diagnostic? {
    let page = DiagnosticPage.storeUnavailable
    return storeComplaint.map { Diagnostic(page.severity, page.id, "not all work could be kept: \($0)", at: nil) }
  }

  private var clipping: Diagnostic? {
    guard let peak, peak.clippedSamples > 0 else { return nil }
    let page = DiagnosticPage.mixClipped
    return
      Diagnostic(
        page.severity, page.id,
        "the mix reaches \(String(format: "%.2f", peak.level)) times full scale at \((peak.time ?? .zero).inWords); \(peak.clippedSamples) samples were held to it",
        at: nil)
  }
}

extension DamageLog.Entry {
  fileprivate var diagnostic: Diagnostic {
    let page = DiagnosticPage.damageConcealed
    let frames = count == 1 ? "1 frame" : "\(count) frames"
    let standIn = medium == .picture ? "a good one near it stands in for \(frames)" : "there is silence"
    return Diagnostic(
      page.severity, page.id, "the \(medium) of \(media) is damaged from \(first.inWords) on: \(standIn)", at: nil)
  }
}

extension Reporter {
  /// Says why a render stopped and gives the exit status for it.
  func stop(on failure: RenderFailure, in sources: SourceSet) -> ExitStatus {
    if failure.kind == .cancelled {
      if let reason = LimitWatch.renderStopReason {
        Output.complain(reason)
        return .workFailed
      }
      Output.complain("cutlist: cancelled; nothing was written")
      return .cancelled
    }
    report([Diagnostic(failure)], in: sources)
    return .workFailed
  }
}
