import Foundation

/// The shortest documents, for those who begin with nothing but clips.
package enum ClipDocument {
  /// A document that plays files one after another.
  package static func playing(_ files: [String]) -> String {
    """
    timeline: 1
    tracks:
      - id: main
        kind: av
        segments:
    \(files.map { "      - { clip: { file: \(quoted($0)) } }" }.joined(separator: "\n"))

    """
  }

  /// A text in quotes, as YAML and JSON both read it.
  package static func quoted(_ text: String) -> String {
    let data = (try? JSONEncoder().encode(text)) ?? Data()
    return String(decoding: data, as: UTF8.self).replacing("\\/", with: "/")
  }
}
