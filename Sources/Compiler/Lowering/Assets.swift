import Diagnostics
import Platform
package import TimelineModel

/// An asset once its name and file are known.
enum Asset: Hashable, Sendable {
  case media(MediaReference)
  case color(Color)
  /// Unknown, missing or unreadable, which has been reported.
  case broken
}

extension Lowering {
  mutating func lowerAssets() {
    for named in document.assets {
      assets[named.name.value] = asset(named.item.value)
    }
  }

  private mutating func asset(_ item: AssetItem) -> Asset {
    let asset = found(item)
    check(item.expectation, of: asset)
    return asset
  }

  private mutating func found(_ item: AssetItem) -> Asset {
    switch item {
    case .file(let path, _): item.reference.map { media($0, at: path.span) } ?? .broken
    case .image(let path, let manner): picture(path, as: manner.reading)
    case .images(let path, _, _), .timeline(let path, _): item.reference.map { media($0, at: path.span) } ?? .broken
    case .color(let color): .color(color.value)
    case .broken: .broken
    }
  }

  /// What a clip plays: an asset by name, or a path where the text has a `/` or a `.`.
  mutating func asset(of clip: Located<ClipItem>) -> Asset {
    switch clip.value {
    case .inline(let item): return asset(item)
    case .named(let name):
      if let asset = assets[name.value] { return asset }
      if name.value.contains("/") || name.value.contains(".") {
        return media(MediaReference(name.value), at: name.span)
      }
      let near = names.nearAssets.nearest(to: name.value)
      log.report(
        .unknownAsset, "there is no asset `\(name.value)`", at: name.span,
        notes: near == nil ? [Note(unknownAssetHint)] : [],
        fixIts: .didYouMean(near, at: name.span))
      return .broken
    }
  }

  /// The single picture that a clip in a title or a chapter stands for; nil for what is none, which has been reported.
  mutating func image(
    of clip: Located<ClipItem>, colorHint: String = "write `rectangle:` and `color:` for it"
  ) -> MediaReference? {
    switch asset(of: clip) {
    case .media(let reference):
      guard let facts = catalog.facts(for: reference), !facts.isStill else { return reference }
      log.report(.badValue, "this is no single picture", at: clip.span)
    case .color:
      log.report(.badValue, "this is a colour; \(colorHint)", at: clip.span)
    case .broken: break
    }
    return nil
  }

  private var unknownAssetHint: String {
    mutating get {
      let path = "a path to a file holds a `/` or a `.`"
      return assets.isEmpty ? path : "assets: \(names.listedAssets); \(path)"
    }
  }

  mutating func picture(_ path: Located<String>, as reading: MediaReading = MediaReading()) -> Asset {
    let asset = media(MediaReference(path.value).read(as: reading), at: path.span)
    if case .media(let reference) = asset, let facts = catalog.facts(for: reference), !facts.isStill {
      log.report(.badValue, "`\(path.value)` is no single picture; write `file:` for it", at: path.span)
      return .broken
    }
    return asset
  }

  mutating func media(_ reference: MediaReference, at span: SourceSpan) -> Asset {
    let path = Located(reference.path, at: span)
    if let character = PathName.controlCharacter(in: path.value) {
      log.report(.badValue, "a path has no control characters; this one has \(character)", at: span)
      return .broken
    }
    if !reference.isAddress, let excess = PathName.excess(of: path.value) {
      log.report(.badValue, excess, at: span)
      return .broken
    }
    switch catalog.media[reference.file] {
    case .found, nil: return .media(reference)
    case .reported: break
    case .missing where path.value.contains("://"):
      log.report(
        .missingMedia,
        "`\(path.value)` is an address of a kind that is not read: media come from files, and from http and https",
        at: path.span)
    case .networkNotAllowed:
      log.report(
        .networkNotAllowed, "`\(path.value)` is on the network, which the document may not reach", at: path.span,
        fixIts: [FixIt("allow it with `--allow-network` on the command line, or fetch the file")])
    case .missing where reference.imageRate != nil:
      let isPattern = path.value.contains("*") || path.value.contains("%")
      log.report(
        .missingMedia,
        isPattern
          ? "there are no files that match `\(path.value)`"
          : "`\(path.value)` is no pattern: `%d` stands for a number, and `*` for any text", at: path.span)
    case .missing:
      log.report(.missingMedia, "there is no file `\(path.value)`", at: path.span)
    case .permissionDenied:
      log.report(.unreadableMedia, "`\(path.value)` may not be opened by this user", at: path.span)
    case .outsideRoot(let root):
      log.report(
        .pathOutsideRoot, "`\(path.value)` leads out of `\(root)`, which is all that the document may reach",
        at: path.span,
        fixIts: [FixIt("widen it with `--root FOLDER` on the command line")])
    case .notLocked:
      log.report(
        .lockMismatch, "the lock says nothing of `\(path.value)`", at: path.span,
        fixIts: [FixIt("run `cutlist lock` where the file is")])
    case .changedSinceLock:
      log.report(
        .lockMismatch, "`\(path.value)` is not what it was when it was locked", at: path.span,
        fixIts: [FixIt("run `cutlist lock` again if the new one is meant")])
    case .unreadable(let why):
      log.report(.unreadableMedia, "`\(path.value)` cannot be read: \(why)", at: path.span)
    case .refused(let why):
      log.report(.unreadableMedia, "`\(path.value)` could not be looked into: \(why)", at: path.span)
    }
    return .broken
  }
}

extension TimelineDocument {
  /// Every media file the document names, each once, in written order.
  package var mediaReferences: [MediaReference] {
    var names: Set<String> = []
    var seen: Set<MediaReference> = []
    var result: [MediaReference] = []
    func add(_ reference: MediaReference) {
      if seen.insert(reference).inserted { result.append(reference) }
    }
    func add(_ asset: AssetItem) {
      if let reference = asset.reference { add(reference.file) }
    }
    for asset in assets {
      names.insert(asset.name.value)
      add(asset.item.value)
    }
    for case .image(let path) in mattes.map(\.value.content) { add(MediaReference(path.value)) }
    for clip in clips {
      switch clip {
      case .inline(let asset): add(asset)
      case .named(let name):
        if !names.contains(name.value), name.value.contains("/") || name.value.contains(".") {
          add(MediaReference(name.value))
        }
      }
    }
    return result
  }

  /// Where it first gives a timeline these values.
  func giver(to timeline: MediaReference) -> ValueGiver? {
    let inline = clips.compactMap { if case .inline(let asset) = $0 { asset } else { nil } }
    for asset in assets.map(\.item.value) + inline where asset.reference == timeline {
      guard case .timeline(let path, let parameters) = asset, !parameters.isEmpty else { continue }
      let places = parameters.map { ($0.name.value, ValueGiver.Place(name: $0.name.span, value: $0.item.span)) }
      return ValueGiver(name: path.value, places: Dictionary(places) { $1 })
    }
    return nil
  }

  /// Whatever segments, titles and chapters show, in written order.
  var clips: [ClipItem] {
    tracks.flatMap { track in
      track.value.segments.compactMap { segment in
        if case .clip(let item) = segment.value.content { item.clip.value } else { nil }
      }
    } + titleImages + chapterPictures
  }
}
