import Syntax

extension String {
  /// In quotes, as YAML and JSON both read it; no part of it is taken for a parameter.
  package var quoted: String { ScalarSpelling.doubleQuoted.text(replacing("${", with: "$${")) }
}
