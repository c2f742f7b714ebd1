package import Diagnostics
import Syntax

/// A document in its canonical layout.
package struct FormattedDocument: Sendable {
  package let bytes: [UInt8]
  package let hasChanged: Bool
  /// Why it could not be laid out.
  package let diagnostics: [Diagnostic]

  package init(_ source: SourceFile) {
    let formatted = formatted(source)
    // What cannot be read is not touched, not even where it is no text.
    bytes = formatted.diagnostics.hasErrors ? source.bytes : Array(formatted.value.utf8)
    hasChanged = bytes != source.bytes
    diagnostics = formatted.diagnostics
  }
}
