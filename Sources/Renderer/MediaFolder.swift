package import TimelineModel

/// Where the files of a composition are, and what is known of them.
package struct MediaFolder: Sendable {
  /// The folder that relative paths start from.
  package let root: String
  package let catalog: MediaCatalog
  /// Where it is told what stands in for what is damaged; nil where damage is a failure.
  package let damage: DamageLog?

  package init(root: String, catalog: MediaCatalog, damage: DamageLog? = nil) {
    self.root = root
    self.catalog = catalog
    self.damage = damage
  }

  /// That of a timeline which plays within the composition.
  func folder(of timeline: NestedTimeline) -> MediaFolder {
    MediaFolder(root: timeline.folder, catalog: timeline.catalog, damage: damage)
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

  package func path(of reference: MediaReference) -> String {
    catalog.copies[reference.file]
      ?? (reference.isAbsolute || root.isEmpty ? reference.path : "\(root)/\(reference.path)")
  }
}
