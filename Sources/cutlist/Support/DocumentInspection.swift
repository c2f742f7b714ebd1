import Compiler
import CutlistKit
import Diagnostics
import Platform
import Renderer
import TimelineModel

/// What was found in one document of several.
struct DocumentFinding: Sendable {
  let name: String
  let diagnostics: [Diagnostic]
  /// The texts that they are about.
  let sources: SourceSet
  /// The files that decide it; nothing where nobody wants to know.
  let dependencies: [String]
  /// The patterns for names of pictures; empty unless the document is watched.
  var picturePatterns: [ConfinedPath] = []
  /// How many problems were mended.
  var fixedCount = 0
  /// True where it had errors before.
  var hadErrors = false
  /// True where the system refused to open or read something that it names.
  var isRefused = false
  /// The watches of the files that the finding depends on; empty unless `wantsDependencies`.
  var watches: [SourceWatch] = []
  /// The document as the command has written it; nil if it has not.
  var written: FileIdentity?
  /// Returns what has become of one of the files by now; nil if nothing has.
  /// - Parameter written: Other documents that the command has written itself.
  func change(besides written: Set<ExactPath>) -> SourceWatch.Change? {
    watches.lazy.compactMap { watch in
      watch.changes().first { $0.name == name || !written.contains(ExactPath(AbsolutePath.of($0.name))) }
    }.first
  }
  /// Why the document could not be read; nil if it could.
  var unreadable: UnreadableDocument?
}

/// A problem as it is reported: the same one may be found by several documents.
struct ReportedProblem: Hashable {
  private let file: String?
  private let place: Range<Int>?
  private let rule: DiagnosticID
  private let severity: Severity
  private let message: String

  init(_ diagnostic: Diagnostic, of finding: DocumentFinding) {
    file = diagnostic.span.map { finding.sources[$0]?.name } ?? finding.name
    place = diagnostic.span?.range
    (rule, severity, message) = (diagnostic.id, diagnostic.severity, diagnostic.message)
  }
}

/// How documents are looked at, each by itself and on any thread.
struct DocumentInspection: Sendable {
  let loader: DocumentLoader
  /// True where locks stand for the media.
  let isLocked: Bool
  /// The stretch of the timeline that is asked about, as it was written; nil is all of it.
  let range: String?
  let wantsDependencies: Bool
  /// Whether the documents are checked again when a file changes.
  let isWatched: Bool

  /// Looks at one document. One that cannot be read is a finding with `unreadable`; anything else that goes wrong is
  /// thrown.
  func look(at file: String, id: FileID) throws -> DocumentFinding {
    try DocumentInspection.reading(file) {
      try isConfiguration(file) ? finding(inConfiguration: file, id: id) : finding(in: file, id: id)
    }
  }

  /// Returns what was found in a document, or that it cannot be read.
  static func reading(_ file: String, _ work: () throws -> DocumentFinding) throws -> DocumentFinding {
    try WorkBudget.current.working(on: file) {
      do { return try work() } catch let error as UnreadableDocument {
        var finding = DocumentFinding(name: file, diagnostics: [], sources: SourceSet(), dependencies: [])
        finding.unreadable = error
        return finding
      }
    }
  }

  /// Whether a file says how documents are checked, and is no document itself.
  func isConfiguration(_ file: String) -> Bool {
    let name = file == "-" ? loader.standardInputPath ?? file : file
    return PathName.name(of: name) == ConfigurationSource.fileName
  }

  private func finding(inConfiguration file: String, id: FileID) throws -> DocumentFinding {
    let source = try loader.source(file, id: id)
    var chain = ConfigurationChain()
    chain.add(source)
    return DocumentFinding(
      name: source.name, diagnostics: chain.diagnostics, sources: SourceSet([source]),
      dependencies: wantsDependencies ? [file] : [])
  }

  private func finding(in file: String, id: FileID) throws -> DocumentFinding {
    var loader = loader
    if isLocked { loader.lock = try MediaLock.ofDocument(file) }
    let document = try loader.load(file, id: id)
    return try finding(in: document, loader.variants(of: document), by: loader)
  }

  func finding(
    in document: LoadedDocument, _ variants: [LoadedDocument], by loader: DocumentLoader
  ) throws -> DocumentFinding {
    let found =
      try inRange(document.compilation.diagnostics, of: document) + document.unseen
      + variants.flatMap { try inRange($0.problems(besidesThoseOf: document), of: $0) }
    let failing = loader.failingFixes(of: document, variants)
    let diagnostics = found.map { $0.offering(allBut: failing) }
    var sources = SourceSet()
    // Of what is well no text is kept.
    if !diagnostics.isEmpty { for loaded in [document] + variants { sources.formUnion(loaded.sources) } }
    var finding = DocumentFinding(
      name: document.compilation.source.name, diagnostics: diagnostics, sources: sources,
      dependencies: wantsDependencies ? ([document] + variants).flatMap(\.dependencies) : [])
    finding.isRefused = ([document] + variants).contains(where: \.isRefused)
    if wantsDependencies { finding.watches = ([document] + variants).map(\.sourceWatch) }
    if isWatched { finding.picturePatterns = ([document] + variants).flatMap(\.picturePatterns) }
    return finding
  }

  /// Those that have to do with the stretch that was asked for; all where the document has no timeline to speak of.
  private func inRange(_ diagnostics: [Diagnostic], of document: LoadedDocument) throws -> [Diagnostic] {
    guard let range, let composition = document.compilation.composition, composition.end > .zero else {
      return diagnostics
    }
    let stretch = try CommandLineValues.range(range, in: composition)
    return diagnostics.filter { document.concerns($0, stretch) }
  }
}
