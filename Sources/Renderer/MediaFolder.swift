package import TimelineModel

/// Where the files of a composition are, and what is known of them.
package struct MediaFolder: Sendable {
  /// The folder that relative paths start from.
  package let root: String
  package let catalog: MediaCatalog

  package init(root: String, catalog: MediaCatalog) {
    self.root = root
    self.catalog = catalog
  }

  /// The files that have to be read for it.
  func files(of reference: MediaReference) -> [MediaReference] {
    [reference] + (catalog.timelines[reference]?.files ?? [])
  }

  package func path(of reference: MediaReference) -> String {
    reference.path.hasPrefix("/") || root.isEmpty ? reference.path : "\(root)/\(reference.path)"
  }
}
