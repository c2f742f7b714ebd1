package import Diagnostics

/// Where the parts of something were written. There are few of them, and everything in a composition has some: a short
/// list takes less time and room than a dictionary.
package struct FieldPlaces: Hashable, Sendable {
  private struct Place: Hashable, Sendable {
    var field: Origin.Field
    var span: SourceSpan
  }

  /// In the order of the fields.
  private var places: [Place]

  /// Of the fields those count that have a place.
  init(_ fields: KeyValuePairs<Origin.Field, SourceSpan?>) {
    places = []
    for case (let field, let span?) in fields { self[field] = span }
  }

  package subscript(field: Origin.Field) -> SourceSpan? {
    get { places.first { $0.field == field }?.span }
    set {
      let index = places.firstIndex { $0.field.rawValue >= field.rawValue } ?? places.count
      let end = index < places.count && places[index].field == field ? index + 1 : index
      places.replaceSubrange(index..<end, with: newValue.map { [Place(field: field, span: $0)] } ?? [])
    }
  }

  package var values: [SourceSpan] { places.map(\.span) }
}
