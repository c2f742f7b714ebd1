package import CutlistKit

/// How a server looks at documents, whatever the client says.
package struct ServerSettings: Sendable {
  package var loader: DocumentLoader
  /// Where the pages of docs/rules are published; nil is where they are installed.
  package var rulesURL: String?
  /// The program's, such as `0.1.0`.
  package var version: String

  package init(loader: DocumentLoader, rulesURL: String? = nil, version: String) {
    self.loader = loader
    self.rulesURL = rulesURL
    self.version = version
  }
}
