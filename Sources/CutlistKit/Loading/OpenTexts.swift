import Platform

/// Texts that stand for what files hold, whatever path leads to these.
package struct OpenTexts: Sendable {
  private var texts: [String: [UInt8]] = [:]

  package init() {}

  package subscript(path: String) -> [UInt8]? {
    get { texts.isEmpty ? nil : texts[ConfinedPath.resolved(path)] }
    set { texts[ConfinedPath.resolved(path)] = newValue }
  }
}
