/// What is chosen when a document is used.
package struct DocumentSettings: Sendable {
  /// The values of its parameters, by their names.
  package var values: [String: String]
  /// The variant; nil is the document as it stands.
  package var variant: String?

  package init(values: [String: String] = [:], variant: String? = nil) {
    self.values = values
    self.variant = variant
  }
}
