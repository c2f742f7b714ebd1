import Compiler
import Diagnostics
import Foundation
import Platform
import TimelineModel

/// The documents that are being loaded, each of which plays the next.
struct Nesting {
  private(set) var paths: [String] = []
  private let texts: Texts

  /// Every text that is played has a number of its own, however often it is played.
  private final class Texts {
    var numbers: [String: FileID] = [:]
    let first: Int32
    init(first: Int32) { self.first = first }
  }

  /// The texts within a document are numbered from there on; those that are known keep their numbers.
  init(in document: FileID, knowing known: [SourceFile] = []) {
    texts = Texts(first: 1_000_000 + document.number * 1000)
    for file in known { texts.numbers[Fence.realPath(file.name)] = file.id }
  }

  /// True as long as nothing is being loaded.
  var isOutermost: Bool { paths.isEmpty }

  func entering(_ source: SourceFile) -> Nesting {
    var nesting = self
    nesting.paths.append(Fence.realPath(source.name))
    return nesting
  }

  func id(of path: String) -> FileID {
    let path = Fence.realPath(path)
    let id = texts.numbers[path] ?? FileID(texts.first + Int32(texts.numbers.count))
    texts.numbers[path] = id
    return id
  }
}

extension DocumentLoader {
  /// Compiles a timeline that plays within the document, with all that it plays itself.
  func load(
    timeline reference: MediaReference, of document: ParsedDocument, into world: inout DocumentWorld,
    _ configured: LoadedConfiguration, _ nesting: Nesting
  ) {
    guard let path = world.gate.path(of: reference) else {
      world.catalog.media[reference] = .outsideRoot(world.gate.root)
      return
    }
    if let first = nesting.paths.firstIndex(of: Fence.realPath(path)) {
      let names = (nesting.paths[first...] + [Fence.realPath(path)]).map { PathName.name(of: $0) }
      world.catalog.media[reference] = .unreadable("it plays itself: \(names.joined(separator: " plays "))")
      return
    }
    world.identities[reference] = world.gate.identity(of: reference)
    let open = openTexts[path]
    guard open != nil || FileManager.default.fileExists(atPath: path) else {
      world.catalog.media[reference] = .missing
      return
    }
    do {
      let bytes = try open ?? Array(Data(contentsOf: URL(fileURLWithPath: path)))
      let source = SourceFile(id: nesting.id(of: path), name: path, bytes: bytes)
      let settings = DocumentSettings(values: reference.parameters ?? [:], giver: document.giver(to: reference))
      var loader = DocumentLoader(isOffline: isOffline, root: world.gate.root, settings: settings)
      loader.concealsDamage = concealsDamage
      loader.allowsNetwork = allowsNetwork
      loader.levels = levels
      loader.lock = lock
      (loader.openTexts, loader.memory) = (openTexts, memory)
      let folder = PathName.folder(of: path)
      world.add(loader.load(source, in: folder, configured: configured, within: nesting), as: reference)
    } catch {
      let error = error as NSError
      world.catalog.media[reference] = error.isRefusal ? .refused(error.reason) : .unreadable(error.reason)
    }
  }
}

extension DocumentWorld {
  fileprivate mutating func add(_ document: LoadedDocument, as reference: MediaReference) {
    nested += [document.compilation.source] + document.nested
    diagnostics += document.given + document.compilation.diagnostics
    let folder = URL(fileURLWithPath: document.folder).path
    for (inner, identity) in document.identities {
      identities[inner.isAbsolute ? inner : MediaReference("\(folder)/\(inner.path)")] = identity
    }
    catalog.copies.merge(document.catalog.copies) { $1 }
    guard document.given.isEmpty else {
      catalog.media[reference] = .reported
      return
    }
    guard !document.compilation.hasErrors, let composition = document.compilation.composition else {
      let why = "it has errors of its own"
      catalog.media[reference] = document.isRefused ? .refused(why) : .unreadable(why)
      return
    }
    let timeline = NestedTimeline(composition: composition, catalog: document.catalog, folder: folder)
    catalog.timelines[reference] = timeline
    catalog.media[reference] = .found(timeline.facts)
  }
}
