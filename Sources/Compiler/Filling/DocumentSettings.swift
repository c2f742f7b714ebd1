package import Diagnostics

/// What is chosen when a document is used.
package struct DocumentSettings: Sendable {
  /// The values of its parameters, by their names.
  package var values: [String: String]
  /// The variant; nil is the document as it stands.
  package var variant: String?
  /// True where what is wrong with the other variants, and with what all of them share, is found elsewhere.
  package var leavesOutOtherVariants = false
  /// Where the values are written, if in another document; nil is the command line.
  package var giver: ValueGiver?

  package init(values: [String: String] = [:], variant: String? = nil, giver: ValueGiver? = nil) {
    self.values = values
    self.variant = variant
    self.giver = giver
  }
}

/// Where a document gives values to the parameters of another one, which it plays.
package struct ValueGiver: Sendable {
  /// What it calls the other one.
  package var name: String
  /// By the names of the parameters.
  package var places: [String: Place]

  package struct Place: Sendable {
    package var name: SourceSpan
    package var value: SourceSpan
  }
}
