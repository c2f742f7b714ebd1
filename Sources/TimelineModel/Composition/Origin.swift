package import Diagnostics

/// Where in the document something was written, so that a failure an hour into a render can still name its line.
package struct Origin: Hashable, Sendable {
  /// The whole of it.
  package var span: SourceSpan?
  /// Its parts, by key.
  package var fields: FieldPlaces

  package enum Field: Int8, Hashable, Sendable {
    case id, over, source, duration, speed, at, clip, transition, text, volume, opacity, crop, fade, size, rate,
      language, background, blend, pixelFormat
  }

  /// Of the fields those count that have a place.
  package init(_ span: SourceSpan? = nil, _ fields: KeyValuePairs<Field, SourceSpan?> = [:]) {
    self.span = span
    self.fields = FieldPlaces(fields)
  }

  /// Made by code rather than by a document.
  package static let none = Origin()

  /// The most telling place for a problem with `field`.
  package subscript(field: Field) -> SourceSpan? { fields[field] ?? span }
}
