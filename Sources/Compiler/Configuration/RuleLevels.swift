package import Diagnostics

/// How loud each rule is.
package struct RuleLevels: Hashable, Sendable {
  package enum Level: String, Sendable, CaseIterable {
    case off, remark, warning, error
  }

  /// What was decided, by the names of rules.
  package var levels: [String: Level] = [:]
  /// True where every warning counts as an error.
  package var deniesWarnings = false

  package init() {}

  /// At the levels that were decided. Errors stay what they are.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    guard deniesWarnings || !levels.isEmpty else { return diagnostics }
    return diagnostics.compactMap { diagnostic in
      guard diagnostic.severity != .error else { return diagnostic }
      var diagnostic = diagnostic
      switch levels[diagnostic.id.name] {
      case .off: return nil
      case .remark: diagnostic.severity = .remark
      case .warning: diagnostic.severity = .warning
      case .error: diagnostic.severity = .error
      case nil: break
      }
      if deniesWarnings, diagnostic.severity == .warning { diagnostic.severity = .error }
      return diagnostic
    }
  }

  /// Why a rule cannot be given a level, in words; nil where it can.
  package static func objection(to level: Level, for name: String) -> String? {
    guard let page = compilerPages.first(where: { $0.id.name == name }) else {
      return "there is no rule `\(name)`"
    }
    guard page.severity == .error, level != .error else { return nil }
    return "`\(name)` is an error, which cannot be \(level == .off ? "switched off" : "made less")"
  }

  /// The rule that was probably meant.
  package static func nearestRule(to name: String) -> String? {
    nearestName(to: name, in: compilerPages.map(\.id.name))
  }
}
