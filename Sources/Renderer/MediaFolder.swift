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

  package func path(of reference: MediaReference) -> String {
    reference.path.hasPrefix("/") || root.isEmpty ? reference.path : "\(root)/\(reference.path)"
  }
}
