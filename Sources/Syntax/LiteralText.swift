extension String {
  /// The text in double quotes, as YAML and JSON both read it, with every `${` kept from being a parameter.
  package var quoted: String { ScalarSpelling.doubleQuoted.text(replacing("${", with: "$${")) }
}
