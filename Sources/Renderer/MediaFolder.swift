package import Platform
package import TimelineModel

/// Where the files of a composition are, and what is known of them.
package struct MediaFolder: Sendable {
  /// The folder that relative paths start from.
  package let root: String
  /// The folder that no path may leave; nil if paths may lead anywhere.
  package let confinement: String?
  package let catalog: MediaCatalog
  /// Where it is told what stands in for what is damaged; nil where damage is a failure.
  package let damage: DamageLog?
  /// What files were when they were checked, by their paths. They are opened only if they still are.
  private var checked: [ExactPath: FileIdentity] = [:]

  /// - Parameter identities: What files were when they were checked. Others may be anything.
  package init(
    root: String, within confinement: String?, catalog: MediaCatalog, damage: DamageLog? = nil,
    checked identities: [MediaReference: FileIdentity] = [:]
  ) {
    self.root = root
    self.confinement = confinement
    self.catalog = catalog
    self.damage = damage
    checked = Dictionary(identities.map { (ExactPath(path(of: $0).path), $1) }) { first, second in
      // One that was two files while the edit was read is neither.
      second.isUnwritten(since: first) ? first : .none
    }
  }

  /// That of a timeline which plays within the composition.
  package func folder(of timeline: NestedTimeline) -> MediaFolder {
    var folder = MediaFolder(root: timeline.folder, within: confinement, catalog: timeline.catalog, damage: damage)
    folder.checked = checked
    return folder
  }

  /// All that is read for it, by the names that its own timeline has for them.
  func readings(of reference: MediaReference) -> [MediaReference] {
    guard let timeline = catalog.timelines[reference] else { return [reference] }
    let inner = folder(of: timeline)
    return [reference] + timeline.catalog.media.keys.flatMap(inner.readings)
  }

  /// The files that have to be read for it.
  func files(of reference: MediaReference) -> [MediaReference] {
    [reference] + (catalog.timelines[reference]?.files ?? [])
  }

  package func path(of reference: MediaReference) -> ConfinedPath {
    if let copy = catalog.copies[reference.file] {
      return ConfinedPath(copy, within: nil, expecting: checked[ExactPath(copy)])
    }
    let path = reference.isAbsolute || root.isEmpty ? reference.path : "\(root)/\(reference.path)"
    return ConfinedPath(path, within: confinement, expecting: checked.isEmpty ? nil : checked[ExactPath(path)])
  }
}
