import Compiler
import Platform
import Planner
import Renderer
import Store
import TimelineModel

/// Two versions of an edit, and what each of their frames and sounds is called.
struct Versions: Sendable {
  struct Version: Sendable {
    var composition: Composition
    var folder: MediaFolder
    var hasWrittenInstructions = false
  }

  let before: Version
  let after: Version

  /// Nil is a version in which there is nothing, and which is otherwise like the other.
  init(_ before: LoadedDocument?, _ after: LoadedDocument?) {
    let versions = [before, after].map { document in
      document.flatMap { loaded in
        loaded.compilation.composition.map { composition in
          let isWritten = loaded.compilation.document?.instructions != nil
          return Version(composition: composition, folder: loaded.mediaFolder, hasWrittenInstructions: isWritten)
        }
      }
    }
    let nothing = Version(composition: .nothing, folder: MediaFolder(root: "", within: nil, catalog: MediaCatalog()))
    self.before = versions[0] ?? versions[1].map(\.emptied) ?? nothing
    self.after = versions[1] ?? versions[0].map(\.emptied) ?? nothing
  }

  /// True where something is known of all that is shown and heard.
  var areKnown: Bool { before.isKnown && after.isKnown }

  func picture() throws(RenderFailure) -> StretchDifference {
    let (old, new) = try names { version, names throws(RenderFailure) in
      try names.ofFrames(target: RenderTarget(version.composition))
    }
    // At another rate nothing stands where it stood.
    guard before.composition.canvas.rate == after.composition.canvas.rate else { return .whole(old.count, new.count) }
    return StretchDifference(old, new)
  }

  /// What is made of both versions, side by side.
  private func names(
    _ make: @escaping @Sendable (Version, ProgrammeNames) throws(RenderFailure) -> [StoreKey]
  ) throws(RenderFailure) -> (before: [StoreKey], after: [StoreKey]) {
    let files = try FileNames(before, after)
    let versions = [before, after]
    // Each keeps its own failure, so that nothing fails here.
    let results: [Result<[StoreKey], RenderFailure>]? = try? ManyDocuments.map(2, jobs: Processors.available) { index in
      Result { () throws(RenderFailure) in try make(versions[index], versions[index].names(files)) }
    }
    return (try results![0].get(), try results![1].get())
  }

  func sound(_ length: Rational) throws(RenderFailure) -> StretchDifference {
    let (old, new) = try names { _, names throws(RenderFailure) in try names.ofSounds(every: length) }
    guard before.composition.mastering.loudness == after.composition.mastering.loudness else {
      return .whole(old.count, new.count)
    }
    return StretchDifference(old, new)
  }
}

extension Versions.Version {
  fileprivate func names(_ files: FileNames) -> ProgrammeNames {
    ProgrammeNames(composition, folder: folder, fingerprints: Fingerprints(by: files.name))
  }

  /// The same canvas and export with nothing on it.
  fileprivate var emptied: Versions.Version {
    var empty = Composition(canvas: composition.canvas, end: .zero, output: composition.output)
    empty.metadata = composition.metadata
    return Versions.Version(composition: empty, folder: folder)
  }

  fileprivate var isKnown: Bool {
    let shown = composition.videoSegments.compactMap(\.media)
    let heard = composition.audioSegments.compactMap(\.media)
    return Set(shown + heard).allSatisfy { folder.catalog.facts(for: $0) != nil }
  }
}

extension Composition {
  fileprivate static let nothing = Composition(
    canvas: Canvas(size: PixelSize(width: 2, height: 2), rate: FrameRate(25)), end: .zero,
    output: OutputSettings(preset: "", container: .mp4, video: nil, audio: nil))
}

/// Tells files apart without reading them, except where two that are called alike in two folders might be the same.
private struct FileNames: Sendable {
  /// By the paths that compositions have for them.
  private var names: [String: String] = [:]

  /// - Throws: a failure if the system does not let a file be read.
  init(_ before: Versions.Version, _ after: Versions.Version) throws(RenderFailure) {
    let (old, new) = (before.files, after.files)
    for path in Set(old.values).union(new.values) { names[path.path] = path.resolved }
    let fingerprints = Fingerprints(in: nil)
    for (reference, file) in new {
      guard let other = old[reference], names[other.path] != names[file.path] else { continue }
      let paths = [file, other]
      let sizes = try FileNames.read(paths) { file throws(SystemFailure) in try file.entry()?.identity.size }
      guard sizes[0] != nil, sizes[0] == sizes[1] else { continue }
      let contents = try FileNames.read(paths) { file throws(SystemFailure) in try fingerprints.fingerprint(of: file) }
      if contents[0] == contents[1] { for path in paths { names[path.path] = contents[0].description } }
    }
  }

  private static func read<Value>(
    _ files: [ConfinedPath], _ work: (ConfinedPath) throws(SystemFailure) -> Value
  ) throws(RenderFailure) -> [Value] {
    try files.map { file throws(RenderFailure) in
      do throws(SystemFailure) { return try work(file) } catch {
        throw RenderFailure(.media, "cannot read \(file.path)", detail: "\(error)")
      }
    }
  }

  func name(_ path: String) -> String { names[path] ?? ConfinedPath.resolved(path) }
}

extension Versions.Version {
  fileprivate var files: [MediaReference: ConfinedPath] {
    folder.catalog.media.reduce(into: [:]) { files, media in
      guard !media.key.isTimeline else { return }
      files[media.key] = folder.path(of: media.key)
      // A lock knows of a sequence, and not of each picture.
      if case .found(let facts) = media.value {
        for image in facts.images { files[image] = folder.path(of: image) }
      }
    }
  }
}
