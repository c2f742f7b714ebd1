import Compiler
import Diagnostics
import Platform
import TimelineModel

/// The documents that are being loaded, each of which plays the next.
struct Nesting {
  /// The paths of the documents that are being loaded, each of which plays the next, with links followed.
  private(set) var paths: [ConfinedPath] = []
  private let texts: Texts
  let loads: NestedLoads

  /// Every text that is played has a number of its own, however often it is played.
  private final class Texts {
    var numbers: [ConfinedPath: FileID] = [:]
    let first: Int32
    init(first: Int32) { self.first = first }
  }

  /// The texts within a document are numbered from there on; those that are known keep their numbers.
  ///
  /// - Parameter size: The size of what has been loaded for the document before.
  init(in document: FileID, knowing known: [SourceFile] = [], after size: LoadedSize = LoadedSize()) {
    loads = NestedLoads(after: size)
    texts = Texts(first: 1_000_000 + document.number * 1000)
    for file in known { texts.numbers[ConfinedPath(resolving: file.name)] = file.id }
  }

  /// True as long as nothing is being loaded.
  var isOutermost: Bool { paths.isEmpty }

  func entering(_ source: SourceFile) -> Nesting {
    var nesting = self
    nesting.paths.append(ConfinedPath(resolving: source.name))
    return nesting
  }

  func id(of path: String) -> FileID {
    let place = ConfinedPath(resolving: path)
    let id = texts.numbers[place] ?? FileID(texts.first + Int32(texts.numbers.count))
    texts.numbers[place] = id
    return id
  }
}

extension DocumentLoader {
  /// Compiles a timeline that plays within the document, with all that it plays itself.
  func load(
    timeline reference: MediaReference, of document: ParsedDocument, into world: inout DocumentWorld,
    _ configured: LoadedConfiguration, _ nesting: Nesting
  ) {
    let place = world.gate.path(of: reference)
    let path = place.path
    let resolved = ConfinedPath(resolving: path)
    if let first = nesting.paths.firstIndex(of: resolved) {
      nesting.loads.refuse()
      let names = (nesting.paths[first...] + [resolved]).map { PathName.name(of: $0.path) }
      world.catalog.media[reference] = .unreadable("it plays itself: \(names.joined(separator: " plays "))")
      return
    }
    if let objection = nesting.loads.objection(depth: nesting.paths.count) {
      world.catalog.media[reference] = .unreadable(objection)
      return
    }
    do throws(SystemFailure) {
      world.identities[reference] = try world.gate.identity(of: reference)
      let bytes = try openTexts.contents(of: place)
      let source = SourceFile(id: nesting.id(of: path), name: AbsolutePath.fromHere(path), bytes: bytes)
      let settings = DocumentSettings(values: reference.parameters ?? [:], giver: document.giver(to: reference))
      // As the outer one is loaded, but for what that one alone is asked for.
      var loader = self
      (loader.root, loader.settings) = (world.gate.root, settings)
      (loader.preset, loader.look) = (nil, nil)
      let folder = PathName.folder(of: path)
      let key = NestedLoads.Key(path: resolved, folder: folder, values: settings.values)
      let document = nesting.loads.document(key, depth: nesting.paths.count) {
        loader.load(source, in: folder, configured: configured, within: nesting)
      }
      world.add(document, as: reference)
    } catch {
      world.catalog.media[reference] = MediaFinding(error, root: world.gate.root)
    }
  }
}

extension DocumentWorld {
  fileprivate mutating func add(_ document: LoadedDocument, as reference: MediaReference) {
    // What several play is there once.
    nested += ([document.compilation.source] + document.nested).filter { nestedIDs.insert($0.id).inserted }
    diagnostics += (document.given + document.compilation.diagnostics).filter { noted.insert($0).inserted }
    let folder = AbsolutePath.of(document.folder)
    for (inner, identity) in document.identities {
      identities[inner.isAbsolute ? inner : MediaReference("\(folder)/\(inner.path)")] = identity
    }
    catalog.copies.merge(document.catalog.copies) { $1 }
    guard document.given.isEmpty else {
      catalog.media[reference] = .reported
      faulty.append(document)
      return
    }
    guard !document.compilation.hasErrors, let composition = document.compilation.composition else {
      faulty.append(document)
      let why = "it has errors of its own"
      catalog.media[reference] = document.isRefused ? .refused(why) : .unreadable(why)
      return
    }
    let timeline = NestedTimeline(composition: composition, catalog: document.catalog, folder: folder)
    catalog.timelines[reference] = timeline
    catalog.media[reference] = .found(timeline.facts)
  }
}
