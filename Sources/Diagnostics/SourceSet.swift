/// The texts of one run, by their ids.
package struct SourceSet: Sendable {
  private var files: [FileID: SourceFile] = [:]
  package init(_ files: [SourceFile] = []) {
    for file in files { self.files[file.id] = file }
  }

  package mutating func insert(_ file: SourceFile) { files[file.id] = file }
  package mutating func formUnion(_ other: SourceSet) { files.merge(other.files) { $1 } }
  package subscript(span: SourceSpan) -> SourceFile? { files[span.file] }

  /// `file:line:column` of where a span begins.
  package func place(of span: SourceSpan?) -> String? {
    guard let span, let file = self[span] else { return nil }
    let position = file.position(of: span.start)
    return "\(file.name):\(position.line):\(position.column)"
  }
}
