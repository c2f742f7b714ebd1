import Diagnostics

extension Lowering {
  /// Names that were given and that nothing refers to. Parameters may choose among names, so that what stands in the
  /// document at one time does not tell; and a misspelt name is what is wrong, not that the right one is left over.
  mutating func checkUse() {
    let reported = Set(log.diagnostics.map(\.id))
    guard document.parameters.isEmpty else { return }
    let played = document.playedNames
    for asset in document.assets
    where !played.contains(asset.name.value) && !reported.contains(DiagnosticPage.unknownAsset.id) {
      log.report(
        .unusedAsset, "nothing shows or plays the asset `\(asset.name.value)`", at: asset.name.span,
        fixIts: [FixIt("remove it, or name it in a `clip`")])
    }
    let worn = Set(document.styleReferences.compactMap(\.value.name))
    for style in document.styles
    where !worn.contains(style.name.value) && !reported.contains(DiagnosticPage.unknownStyle.id) {
      log.report(
        .unusedStyle, "no title has the style `\(style.name.value)`", at: style.name.span,
        fixIts: [FixIt("remove it, or name it in a `style`")])
    }
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
