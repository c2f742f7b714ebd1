import Diagnostics

extension Lowering {
  /// Names that were given and that nothing refers to. Parameters may choose among names, so that what stands in the
  /// document at one time does not tell. To be asked only of a document without errors, of which none is a misspelt name.
  mutating func checkUse() {
    guard document.parameters.isEmpty else { return }
    let played = document.playedNames
    let assets = document.assets.map(\.name).filter { !played.contains($0.value) }
    for name in assets {
      log.report(
        .unusedAsset, "nothing shows or plays the asset `\(name.value)`", at: name.span,
        fixIts: [removal(of: name, from: "assets", isLast: assets.count == document.assets.count)]
          + [FixIt("name it in a `clip`")])
    }
    let worn = Set(document.styleReferences.compactMap(\.value.name))
    let styles = document.styles.map(\.name).filter { !worn.contains($0.value) }
    for name in styles {
      log.report(
        .unusedStyle, "no title has the style `\(name.value)`", at: name.span,
        fixIts: [removal(of: name, from: "styles", isLast: styles.count == document.styles.count)]
          + [FixIt("name it in a `style`")])
    }
  }

  /// Takes a name that was given away, or all of them where none is left.
  private func removal(of name: Located<String>, from key: String, isLast: Bool) -> FixIt {
    guard isLast, let version = document.version else { return FixIt("remove it", [.remove(name.span)]) }
    return FixIt("remove `\(key)`, of which nothing is used", [.unset(key: key, in: .around(version.span))])
  }
}

extension TimelineDocument {
  /// What is named where an asset may be.
  fileprivate var playedNames: Set<String> {
    var names = Set(clips.compactMap { if case .named(let name) = $0 { name.value } else { nil } })
    names.formUnion(chapters.compactMap { if case .imported(let name) = $0.value { name.value } else { nil } })
    if let like = export?.value.like { names.insert(like.value) }
    return names
  }
}

extension StyleReference {
  fileprivate var name: String? { if case .named(let name) = self { name } else { nil } }
}
