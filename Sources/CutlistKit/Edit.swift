import Compiler
import Diagnostics
import Media
package import Planner
package import Renderer
import Store
package import TimelineModel

/// A compiled edit: from a document, from text, or built in code. It never changes.
public struct Edit: Sendable {
  let loaded: LoadedDocument

  /// Compiles a document.
  /// - Parameters:
  ///   - root: the folder its media may be in; the document's own unless said.
  ///   - parameters: values of the document's parameters, by name.
  ///   - variant: which of the document's variants; the document as it stands unless said.
  ///   - configuration: where it is written how loud each rule is.
  ///   - levels: what is wanted in place of that, by the names of rules. Errors stay errors.
  ///   - trust: what the document may do beyond what all may.
  ///   - looksAtPicture: whether every frame is drawn, small, for the rules that are about what is seen. It takes about
  ///     as long as decoding everything.
  public init(
    contentsOf path: String, root: String? = nil, parameters: [String: String] = [:], variant: String? = nil,
    configuration: RuleConfiguration = .folders, levels: [String: RuleLevel] = [:], trust: Trust = .nothing,
    looksAtPicture: Bool = false
  ) throws(EditError) {
    var loader = DocumentLoader(root: root, settings: DocumentSettings(values: parameters, variant: variant), trust: trust)
    loader.configuration = configuration.source
    loader.levels.levels = levels.mapValues(\.level)
    if looksAtPicture { loader.look = PictureLook(jobs: Processors.available) }
    do { loaded = try loader.load(path) } catch {
      throw .unreadable("cannot read \(error.path): \(error.reason)")
    }
  }

  /// Compiles a text. Relative paths in it start from `folder`, where its media are; `trust` is what it may do beyond
  /// what all may.
  public init(
    text: String, name: String = "edit.yaml", folder: String = ".", root: String? = nil, trust: Trust = .nothing
  ) {
    loaded = DocumentLoader(root: root, trust: trust).load(
      SourceFile(name: name, text: text), in: folder, configured: LoadedConfiguration(), within: Nesting(in: FileID(0)))
  }

  /// Compiles what was built in code.
  public init(_ composition: MutableComposition, folder: String = ".", root: String? = nil) {
    self.init(text: composition.document, name: "composition", folder: folder, root: root)
  }

  /// Everything that is wrong, in the order of the text.
  public var problems: [Problem] {
    (loaded.compilation.diagnostics + loaded.unseen).map { Problem($0, in: loaded) }
  }

  /// True where nothing stands in the way of rendering.
  public var isValid: Bool { !loaded.compilation.hasErrors && loaded.compilation.composition != nil }

  /// How long it is; zero where it could not be resolved.
  public var duration: Time { Time(seconds: loaded.compilation.composition?.end.seconds ?? .zero) }

  /// The resolved composition as text, as `cutlist emit --stage composition` prints it.
  public var compositionText: String { loaded.compilation.composition?.text(place: loaded.place) ?? "" }

  /// Names what is shown and heard and how it is exported, in 64 hexadecimal digits: the same for every way to write
  /// the same composition. What is in the media files has no part in it. Empty where nothing could be resolved.
  public var contentHash: String { loaded.compilation.composition?.contentHash ?? "" }

  /// The frame that shows at `time` as a PNG: the same pixels that an export encodes. It blocks.
  public func png(at time: Time) throws(EditError) -> [UInt8] {
    let composition = try composition()
    do {
      return try PictureWriter.png(renderer(of: composition).frame(at: TimelineTime(time.seconds)))
    } catch {
      throw .failed("\(error)")
    }
  }

  /// The filter graph that draws the frame at `time`, in ffmpeg's syntax; empty where a source shows as it is.
  public func graphText(at time: Time) throws(EditError) -> String {
    let composition = try composition()
    let index = composition.canvas.rate.frame(at: time.seconds) ?? 0
    do throws(RenderFailure) { return try renderer(of: composition).recipe(for: index).graph.text } catch {
      throw .failed("\(error)")
    }
  }

  func composition() throws(EditError) -> Composition {
    guard isValid, let composition = loaded.compilation.composition else {
      throw .invalid(problems.filter { $0.severity == .error })
    }
    return composition
  }

  private func renderer(of composition: Composition) -> FrameRenderer {
    FrameRenderer(
      PicturePlan(composition, catalog: loaded.catalog, target: RenderTarget(composition), level: .full),
      folder: loaded.mediaFolder)
  }
}

extension LoadedDocument {
  package var mediaFolder: MediaFolder { mediaFolder(damage: nil) }

  /// `damage` is told what stands in for what is damaged in it; nil has damage fail.
  package func mediaFolder(damage: DamageLog?) -> MediaFolder {
    MediaFolder(root: folder, within: root, catalog: catalog, damage: damage, checked: identities)
  }
}

extension Composition {
  /// Of the document that it is when it is written in full.
  package var contentHash: String { StoreKey("composition") { $0.add(expanded) }.description }
}

extension RenderTarget {
  /// What a render hands to the encoder. Where no picture is exported, what the standard preset would be given.
  package init(_ composition: Composition, scale: Rational = .one) {
    let settings = composition.output.video ?? VideoSettings(encoder: "libx264", pixelFormat: "yuv420p")
    self.init(composition.canvas, settings: settings, scale: scale)
  }
}

/// Why an edit could not be read, shown or exported.
public enum EditError: Error, Sendable {
  case unreadable(String)
  /// The document has errors.
  case invalid([Problem])
  /// Media, disk or encoder failed.
  case failed(String)
  case cancelled
}

/// One thing that is wrong with an edit.
public struct Problem: Sendable, Hashable {
  public enum Severity: String, Sendable, Hashable { case error, warning, remark }
  /// The name that `cutlist explain` knows.
  public let rule: String
  public let severity: Severity
  public let message: String
  /// `file:line:column`, where it has a place.
  public let place: String?
  /// When it is seen or heard; nil for what is about the whole, or whose time is not known.
  public let timeRange: TimeSpan?

  init(_ diagnostic: Diagnostic, in document: LoadedDocument) {
    rule = diagnostic.id.name
    severity = Severity(rawValue: diagnostic.severity.rawValue) ?? .error
    message = diagnostic.message
    place = document.sources.place(of: diagnostic.span)
    timeRange = document.time(of: diagnostic).map {
      TimeSpan(start: Time(seconds: $0.start.seconds), end: Time(seconds: $0.end.seconds))
    }
  }
}
