import Diagnostics
import Syntax

/// A value that is chosen when the document is used.
package struct ParameterItem: Sendable {
  package var type: Located<ParameterType>?
  /// As it is written; nil where one has to be given.
  package var defaultValue: Located<String>?
}

/// What a parameter's value has to be.
package enum ParameterType: String, Sendable, CaseIterable {
  case text, number, integer, boolean, time, range, color, file

  /// Says in `log` what is wrong with a value.
  func check(_ value: Located<String>, _ log: inout DiagnosticLog) {
    let node = Node(.scalar(.init(value.value, isQuoted: true)), span: value.span)
    switch self {
    case .text, .file: break
    case .number: _ = Scalar.number.read(node, &log)
    case .integer: _ = Scalar.integer("a whole number", in: Int.min...Int.max).read(node, &log)
    case .boolean: _ = Scalar.boolean.read(node, &log)
    case .time: _ = Scalar.time.read(node, &log)
    case .range: _ = Scalar.timeRange.read(node, &log)
    case .color: _ = Scalar.color.read(node, &log)
    }
  }
}

extension ParameterItem {
  static let grammar = Grammar<ParameterItem>.either(
    "a parameter: its default, or `{ type, default }`",
    scalar: Scalar.text.located.map { ParameterItem(defaultValue: $0) },
    mapping: .object("parameter", "a parameter", doc: "A value that is chosen when the document is used.") { fields in
      let item = ParameterItem(
        type: fields.optional(
          "type", .oneOf("a type of parameter", ParameterType.allCases.map { ($0.rawValue, $0) }),
          "What its value has to be.", default: "text"),
        defaultValue: fields.optional(
          "default", Scalar.text, "Its value where none is given; one has to be without it."))
      if let type = item.type, let value = item.defaultValue {
        fields.check { log in type.value.check(value, &log) }
      }
      return item
    })
}

/// Another shape of the same programme.
package struct VariantItem: Sendable {
  package var canvas: Located<CanvasItem>?
  package var parameters: [NamedItem<String>]
}

extension VariantItem {
  static let grammar = Grammar<VariantItem>.object(
    "variant", "a variant", doc: "Another shape of the same programme."
  ) { fields in
    VariantItem(
      canvas: fields.optional("canvas", CanvasItem.grammar, "Takes the place of what the document's canvas says."),
      parameters: fields.optional(
        "parameters", .names(of: Scalar.text, "a mapping from names to values").about(.names(.parameter)),
        "Values of the document's parameters.")?
        .value ?? [])
  }
}
