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

  package func path(of reference: MediaReference) -> String {
    reference.path.hasPrefix("/") || root.isEmpty ? reference.path : "\(root)/\(reference.path)"
  }
}
