import CutlistKit
import Platform

/// The open documents and what is known of each, which is found out when someone asks and kept until it may have
/// changed.
struct Library {
  private var loader: DocumentLoader
  private(set) var documents: [String: OpenDocument] = [:]
  private var readings: [String: ReadDocument] = [:]
  /// Documents of which something may be different from what was said last.
  private(set) var unsettled: Set<String> = []
  var encoding = PositionEncoding.utf16

  init(_ loader: DocumentLoader) {
    self.loader = loader
    self.loader.memory = WorldMemory()
  }

  mutating func open(_ document: OpenDocument) {
    documents[document.uri] = document
    loader.openTexts.put(document.text.bytes, at: document.path)
    forget(whatDependsOn: document)
  }

  /// False for a document that is not open.
  mutating func change(_ uri: String, version: Int?, _ changes: [LSP.Change]) -> Bool {
    guard var document = documents[uri] else { return false }
    // Taken out so that it is changed in place.
    documents[uri] = nil
    document.text.apply(changes, encoding)
    document.version = version ?? document.version
    documents[uri] = document
    loader.openTexts.put(document.text.bytes, at: document.path)
    forget(whatDependsOn: document)
    return true
  }

  /// Forgets what is known of a document and of those in which it may have a part.
  private mutating func forget(whatDependsOn document: OpenDocument) {
    let concernsAll = DocumentKind(path: document.path, language: document.language, tree: nil) == .configuration
    for uri in documents.keys where uri == document.uri || concernsAll || readings[uri]?.dependsOnOthers ?? false {
      forget(uri)
    }
  }

  mutating func close(_ uri: String) {
    guard let document = documents.removeValue(forKey: uri) else { return }
    loader.openTexts.put(nil, at: document.path)
    readings[uri] = nil
    unsettled.remove(uri)
    forget(whatDependsOn: document)
  }

  /// Files may have changed.
  mutating func forgetAll() { documents.keys.forEach { forget($0) } }

  private mutating func forget(_ uri: String) {
    readings[uri] = nil
    unsettled.insert(uri)
  }

  mutating func settled(_ uri: String) { unsettled.remove(uri) }

  /// Nil for a document that is not open.
  mutating func reading(of uri: String) -> ReadDocument? {
    if let reading = readings[uri] { return reading }
    guard let document = documents[uri] else { return nil }
    let reading = WorkBudget.current.working(on: document.path) { ReadDocument(document, loader, encoding) }
    readings[uri] = reading
    return reading
  }

  /// What the client calls a file.
  func address(of path: String) -> String {
    let path = PathName.isAbsolute(path) ? path : AbsolutePath.of(path)
    return documents.values.first { ExactPath($0.path) == ExactPath(path) }?.uri ?? DocumentPath.uri(of: path)
  }
}
