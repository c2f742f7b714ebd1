package import Compiler
package import Diagnostics
package import Platform
import Foundation
import Media
import Planner
package import Renderer
package import Syntax
package import TimelineModel

/// A document with everything that was asked about it.
package struct LoadedDocument: Sendable {
  package var compilation: Compilation
  package var catalog: MediaCatalog
  /// The folder that relative paths start from.
  package var folder: String
  /// The folder that its paths may not leave.
  var root: String
  /// The text of the document; nil if it was not read from a file.
  var fileText: SourceFile?
  /// The texts of the timelines that play within it.
  var nested: [SourceFile] = []
  /// The nested documents that have errors and are not in the composition.
  var faulty: [LoadedDocument] = []
  /// What is wrong with the values that the document gives it which plays it; located there.
  var given: [Diagnostic] = []
  /// What is written about how it is checked.
  var configured = LoadedConfiguration()
  /// Why its picture could not be looked at, if that was wanted.
  package var unseen: [Diagnostic] = []
  /// When its loading began, by the clock of `FileIdentity.timeOfChanges`.
  var loadedFrom = FileIdentity.timeOfChanges
  /// The lock that stood for its media.
  var lockPath: String?
  /// What each media file was when it was looked into; none for a file that is not there.
  package var identities: [MediaReference: FileIdentity]
  /// The size of what was loaded for it.
  var size = LoadedSize()
  /// Which of its variants this is, and where that is written.
  var variant: Located<String>?

  /// Tells later on which of its files are no longer what was checked.
  package var sourceWatch: SourceWatch {
    let texts = fileText.map { [$0] + nested + configured.sources } ?? []
    return SourceWatch(
      identities, in: mediaFolder, texts: texts.map { SourceWatch.Text(path: $0.name, bytes: $0.bytes) },
      others: fontFiles + (lockPath.map { [$0] } ?? []), since: loadedFrom)
  }

  /// True where the system refused to open or read something that it names: then nothing is proven about it.
  package var isRefused: Bool {
    catalog.media.values.contains(where: \.isRefusal) || catalog.fonts.values.contains(where: \.isRefusal)
      || catalog.exportFindings.contains(where: \.isUntried)
      || catalog.filterTrials.values.contains(where: \.isRefusal)
      || catalog.soundFilterTrials.values.contains(where: \.isRefusal)
  }

  package var sources: SourceSet { SourceSet([compilation.source] + nested + configured.sources) }

  /// `file:line` of a span, for the ends of lines.
  package func place(_ span: SourceSpan) -> String? {
    guard let file = sources[span] else { return nil }
    return "\(file.name):\(file.position(of: span.start).line)"
  }
}

/// A document that could not be read at all.
package struct UnreadableDocument: Error {
  package let path: String
  /// The system's words.
  package let reason: String
  /// True where the system could not do what it was asked, whatever the file holds.
  package var isRefusal = false
  /// True for a media file in a document's place that is there and holds nothing that can be read.
  package var isMedia = false

  package init(path: String, reason: String, isRefusal: Bool = false, isMedia: Bool = false) {
    self.path = path
    self.reason = reason
    self.isRefusal = isRefusal
    self.isMedia = isMedia
  }
}

/// Reads a document, asks the outside world what it has to know, and compiles.
package struct DocumentLoader: Sendable {
  /// True where no media file may be opened.
  package var isOffline = false
  /// The folder that media may be in; nil is the document's own.
  package var root: String?
  /// Takes the place of the document's export.
  package var preset: String?
  /// What is chosen of what the document leaves open.
  package var settings: DocumentSettings
  /// The path that a text from standard input would have; nil if it has no name, and its folder is the current one.
  package var standardInputPath: String?

  package init(
    isOffline: Bool = false, root: String? = nil, preset: String? = nil,
    settings: DocumentSettings = DocumentSettings(), allowsNetwork: Bool = false, trust: Trust = .nothing
  ) {
    self.allowsNetwork = allowsNetwork
    self.trust = trust
    self.isOffline = isOffline
    self.root = root
    self.preset = preset
    self.settings = settings
  }

  /// Where it is written how documents are checked.
  package var configuration = ConfigurationSource.folders
  /// What stands for the media, so that none of them is opened.
  package var lock: MediaLock?
  /// What the caller wants in place of that.
  package var levels = RuleLevels()

  /// True where files that break off keep the length that their headers list.
  package var concealsDamage = false
  /// True where media may be fetched from the network.
  package var allowsNetwork: Bool
  /// What documents may do beyond the tables of what is allowed.
  package var trust: Trust
  /// Texts that stand for what files hold, such as those of an editor's windows.
  package var openTexts = OpenTexts()
  /// How the picture of a document is looked at; nil is not at all.
  package var look: PictureLook?
  /// Where what the outside world says is kept for the next time.
  package var memory: WorldMemory?

  /// `path` is a document, `-` for standard input, or a media file, which stands for a document that plays it.
  package func load(_ path: String, id: FileID = FileID(0)) throws(UnreadableDocument) -> LoadedDocument {
    try WorkBudget.current.working(on: path) { () throws(UnreadableDocument) in
      let (source, folder) = try read(path, id: id)
      WorkBudget.current.add(bytes: Int64(source.bytes.count))
      var loaded = try load(source, in: folder)
      if path != "-", DocumentLoader.isDocument(path) { loaded.fileText = source }
      return loaded
    }
  }

  /// Compiles a text whose relative paths start from `folder`.
  package func load(_ source: SourceFile, in folder: String) throws(UnreadableDocument) -> LoadedDocument {
    load(source, in: folder, configured: try configured(in: folder), within: Nesting(in: source.id))
  }

  private func configured(in folder: String) throws(UnreadableDocument) -> LoadedConfiguration {
    guard let memory, memory.holdsForOneRun else { return try configuration.load(for: folder, openTexts) }
    return try memory.answer(to: .configuration(configuration, folder: ExactPath(folder))) {
      Result { () throws(UnreadableDocument) in try configuration.load(for: folder, openTexts) }
    }.get()
  }

  /// The same for a text that has been read already.
  package func load(
    _ source: SourceFile, readAs parsed: Outcome<Node?>, in folder: String, configured: LoadedConfiguration
  ) -> LoadedDocument {
    load(source, readAs: parsed, in: folder, configured: configured, within: Nesting(in: source.id))
  }

  func load(
    _ source: SourceFile, readAs outcome: Outcome<Node?>? = nil, in folder: String, configured: LoadedConfiguration,
    within nesting: Nesting
  ) -> LoadedDocument {
    let start = FileIdentity.timeOfChanges
    var parsed = ParsedDocument(source, outcome ?? parse(source), settings: settings)
    nesting.loads.add(parsed)
    var world = world(of: parsed, in: folder, configured, nesting.entering(source))
    parsed.diagnostics += world.diagnostics + (nesting.isOutermost ? configured.diagnostics : [])
    var configuration = configured.configuration
    configuration.levels.levels.merge(levels.levels) { $1 }
    configuration.levels.deniesWarnings = levels.deniesWarnings
    let options = CompilerOptions(
      isOffline: isOffline, preset: preset, mostPixels: PictureLimit.pixels, configuration: configuration)
    var compilation = Compilation(parsed, catalog: world.catalog, options: options)
    if nesting.isOutermost, !isOffline, !compilation.hasErrors, preset != nil || parsed.document?.export != nil,
      let composition = compilation.composition
    {
      world.tryExport(of: composition)
      if !world.catalog.exportFindings.isEmpty {
        compilation = Compilation(parsed, catalog: world.catalog, options: options)
      }
    }
    var document = LoadedDocument(
      compilation: compilation, catalog: world.catalog,
      folder: folder, root: world.gate.root, nested: world.nested, configured: configured, lockPath: lock?.path,
      identities: world.identities)
    document.loadedFrom = start
    document.faulty = world.faulty
    document.given = parsed.given
    document.size = nesting.loads.size
    guard nesting.isOutermost, let seen = look?.look(at: document, concealsDamage: concealsDamage) else {
      return document
    }
    document.unseen = seen.diagnostics
    if let findings = seen.value {
      document.compilation = Compilation(parsed, catalog: world.catalog, picture: findings, options: options)
    }
    return document
  }

  /// The text of a document.
  package func source(_ path: String, id: FileID) throws(UnreadableDocument) -> SourceFile {
    try read(path, id: id).0
  }

  private func read(_ path: String, id: FileID) throws(UnreadableDocument) -> (SourceFile, folder: String) {
    let folder = path == "-" && standardInputPath == nil ? "." : AbsolutePath.of(PathName.folder(of: standardInputPath ?? path))
    guard DocumentLoader.isDocument(path) else {
      let finding = MediaProbe.probe(path: ConfinedPath(anywhere: path), depth: .precise)
      guard case .found(let facts) = finding else {
        let isMedia = if case .unreadable = finding { true } else { false }
        throw UnreadableDocument(
          path: path, reason: finding.complaint, isRefusal: finding.isRefusal, isMedia: isMedia)
      }
      return (SourceFile(id: id, name: path, text: FirstDocument([(path, facts)], besides: path).text), folder)
    }
    if path == "-" {
      let name = standardInputPath ?? DocumentLoader.standardInputName
      return (SourceFile(id: id, name: name, bytes: try standardInput()), folder)
    }
    // A document may lie in a root that is named, and otherwise is bound to its folder as what it names is.
    let places = [root, folder].compactMap(\.self).map { ConfinedPath(path, within: $0) }
    let place = places.first(where: \.isInside) ?? ConfinedPath(path, within: folder)
    let bytes = try place.text(in: openTexts)
    return (SourceFile(id: id, name: path, bytes: bytes), folder)
  }

  private func standardInput() throws(UnreadableDocument) -> [UInt8] {
    do throws(SystemFailure) {
      return try Descriptor(adopting: dup(STDIN_FILENO)).contents(upTo: ConfinedPath.longestText)
    } catch {
      throw UnreadableDocument(
        path: DocumentLoader.standardInputName, reason: error.description, isRefusal: error.isRefusal)
    }
  }

  /// What a document that came through standard input is called.
  static let standardInputName = "<stdin>"

  /// Whether a text could be a timeline, whatever else is wrong with it: one of its keys is `timeline`.
  package static func looksLikeTimeline(_ text: [UInt8]) -> Bool {
    let key = Array("timeline".utf8)
    var rest = text[...]
    while let found = rest.firstRange(of: key) {
      let before = text[..<found.lowerBound].reversed().first { !" \t\"'".utf8.contains($0) }
      let after = text[found.upperBound...].first { !" \t\r\n\"'".utf8.contains($0) }
      // The last byte of a byte order mark may stand before it.
      if after == UInt8(ascii: ":"), before.map({ "\n\r{,".utf8.contains($0) || $0 == 0xBF }) ?? true { return true }
      rest = text[found.upperBound...]
    }
    return false
  }

  package static func isDocument(_ path: String) -> Bool {
    path == "-" || ["yaml", "yml", "json"].contains(PathName.ending(of: path).lowercased())
  }

  /// What the outside world says to a document.
  private func world(
    of document: ParsedDocument, in folder: String, _ configured: LoadedConfiguration, _ nesting: Nesting
  ) -> DocumentWorld {
    var world = DocumentWorld(
      gate: MediaGate(folder: folder, root: root ?? folder), concealsDamage: concealsDamage,
      allowsNetwork: allowsNetwork, trust: trust, lock: lock, memory: memory)
    for reference in document.mediaReferences {
      if reference.isTimeline {
        load(timeline: reference, of: document, into: &world, configured, nesting)
      } else if !isOffline {
        world.look(at: reference)
      }
    }
    if !isOffline {
      for reference in document.lutReferences { world.look(atTable: reference) }
    }
    world.askLibraries(about: document, preset: preset)
    world.catalog.xfadeKinds = FilterGraph.xfadeKinds
    world.catalog.missingFilters = FilterGraph.missingFilters(among: PicturePlan.filterNames)
    return world
  }
}

extension NSError {
  /// True where the system could not do what it was asked, whatever the file holds.
  package var isRefusal: Bool { posixCode.map(SystemFailure.isRefusal) ?? false }

  private var posixCode: Int32? {
    let underlying = userInfo[NSUnderlyingErrorKey] as? NSError
    return [self, underlying].compactMap { $0 }.first { $0.domain == NSPOSIXErrorDomain }.map { Int32($0.code) }
  }

  /// The system's words for what went wrong with a file.
  package var reason: String {
    if let posixCode { return String(cString: strerror(posixCode)).lowercased() }
    // Foundation has no code for that.
    let path = userInfo[NSFilePathErrorKey] as? String ?? (userInfo[NSURLErrorKey] as? URL)?.path
    var isFolder: ObjCBool = false
    if let path, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return "it is a folder"
    }
    return localizedDescription
  }
}
