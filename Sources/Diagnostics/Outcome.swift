/// What a stage returns: a value and everything it found wrong on the way. Stages never throw.
package struct Outcome<Value: Sendable>: Sendable {
  package var value: Value
  package var diagnostics: [Diagnostic]
  package init(_ value: Value, _ diagnostics: [Diagnostic] = []) {
    self.value = value
    self.diagnostics = diagnostics
  }
}
