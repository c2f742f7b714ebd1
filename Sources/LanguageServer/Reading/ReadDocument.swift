import Compiler
import CutlistKit
import Diagnostics
import Platform
import Syntax
import TimelineModel

/// An open document as it is at one moment, with all that is known of it. It depends on the text and the files alone,
/// never on what the text was before.
final class ReadDocument {
  let uri: String
  let path: String
  let version: Int
  let kind: DocumentKind
  let source: SourceFile
  let lines: TextLines
  let encoding: PositionEncoding
  /// What `check` says of it, the texts that it plays and those that say how it is checked included.
  let diagnostics: [Diagnostic]
  let sources: SourceSet
  /// What could be read of it, be it in the middle of being written.
  let tree: Node?
  /// False where some of it had to be guessed or left out.
  let isWhole: Bool
  /// When its reading began, by the clock of `FileIdentity.timeOfChanges`.
  let readFrom = FileIdentity.timeOfChanges
  /// What came of `tree`; nil where it is no timeline. Where some of it is a guess, that takes a compile of its own, and
  /// whoever types waits for `diagnostics` alone: it is made when someone asks for it.
  private(set) lazy var loaded = compiled()
  private let compiled: () -> LoadedDocument?
  /// The same as `diagnostics`, with the fixes alone that mend the document. That takes compiles of its own.
  private(set) lazy var mendable = tested()
  private let tested: () -> [Diagnostic]
  /// The document with each of its variants.
  let variants: [LoadedDocument]
  private let document: OpenDocument
  private let loader: DocumentLoader

  private(set) lazy var words = WordMap(tree, kind.grammar)
  private(set) lazy var names = NameTable(words, in: source)
  private(set) lazy var times = TimeTable(loaded?.compilation.composition)

  /// - Parameter loader: how documents are compiled; it knows the texts of those that are open.
  init(_ document: OpenDocument, _ loader: DocumentLoader, _ encoding: PositionEncoding) {
    self.document = document
    self.loader = loader
    uri = document.uri
    path = document.path
    version = document.version
    self.encoding = encoding
    lines = document.text.lines
    let source = SourceFile(name: document.path, bytes: document.text.bytes)
    self.source = source
    let reading = LenientReading(source)
    let tree = reading.tree
    self.tree = tree
    isWhole = reading.parsed.value != nil
    kind = DocumentKind(path: path, language: document.language, tree: tree)
    switch kind {
    case .other:
      (diagnostics, sources, compiled, tested) = ([], SourceSet([source]), { nil }, { [] })
      variants = []
    case .configuration:
      var chain = ConfigurationChain()
      chain.add(source)
      (diagnostics, sources, compiled) = (chain.diagnostics, SourceSet([source]), { nil })
      tested = { chain.diagnostics }
      variants = []
    case .timeline:
      let folder = DocumentPath.folder(of: path)
      let configured = (try? loader.configuration.load(for: folder, loader.openTexts)) ?? LoadedConfiguration()
      let checked = loader.load(source, readAs: reading.parsed, in: folder, configured: configured)
      let variants = loader.variants(of: checked)
      self.variants = variants
      let found =
        checked.compilation.diagnostics + variants.flatMap { $0.problems(besidesThoseOf: checked) }
      diagnostics = found
      tested = {
        let failing = loader.failingFixes(of: checked, variants)
        return found.map { $0.offering(allBut: failing) }
      }
      var sources = checked.sources
      for variant in variants { sources.formUnion(variant.sources) }
      self.sources = sources
      compiled =
        isWhole || tree == nil
        ? { checked } : { loader.load(source, readAs: Outcome(tree), in: folder, configured: configured) }
    }
  }

  /// Returns the document as it would be with other words in it.
  func changed(by edits: [TextEdit]) -> ReadDocument {
    var copy = document
    copy.text = DocumentText(source.applying(edits).text)
    return WorkBudget.current.working(on: path) { ReadDocument(copy, loader, encoding) }
  }

  /// Whether other documents have a part in what is known of it.
  var dependsOnOthers: Bool { loaded.map { !$0.catalog.media.keys.allSatisfy { !$0.isTimeline } } ?? false }

  /// The absolute paths of the files that it names, whether they are there or not, and that it may read.
  var files: Set<String> {
    let folder = AbsolutePath.of(DocumentPath.folder(of: path))
    var files: Set<String> = []
    for (media, finding) in loaded?.catalog.media ?? [:] where !media.isAddress {
      if case .outsideRoot = finding { continue }
      files.insert(AbsolutePath.written(media.isAbsolute ? media.path : "\(folder)/\(media.path)"))
    }
    return files
  }

  var composition: Composition? { loaded?.compilation.composition }

  /// Where the last line begins.
  var end: LSP.Position { LSP.Position(line: lines.count - 1, character: 0) }

  func range(of span: SourceSpan) -> LSP.Range { lines.range(span.range, encoding) }
  func position(of offset: Int) -> LSP.Position { lines.position(of: offset, encoding) }
  func offset(of position: LSP.Position) -> Int { lines.offset(of: position, encoding) }
}

/// A document that the client has opened.
struct OpenDocument {
  let uri: String
  let path: String
  let language: String
  var version: Int
  var text: DocumentText
}
