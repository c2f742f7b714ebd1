import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

/// What shells offer while a command line is typed.
enum Completions {
  /// Documents, and folders on the way to them.
  static var documents: CompletionKind { .file(extensions: ["yaml", "yml", "json"]) }

  /// The names of all rules.
  static var rules: CompletionKind { .list(ListedRule.all.map(\.page.id.name).sorted()) }

  static var presets: CompletionKind { .list(Preset.all.map(\.name)) }

  /// The variants of the document on the command line.
  static var variants: CompletionKind {
    .custom { words, _, _ in document(in: words)?.variants.map(\.name.value) ?? [] }
  }

  /// The parameters of the document on the command line, each up to the value that it is to have.
  static var parameters: CompletionKind {
    .custom { words, _, _ in document(in: words)?.parameters.map { "\($0.name.value)=" } ?? [] }
  }

  /// The first document that a command line names; nil if it names none that can be read.
  private static func document(in words: [String]) -> TimelineDocument? {
    let path = words.dropFirst().first { $0 != "-" && DocumentLoader.isDocument($0) }
    guard let path, let source = try? DocumentLoader(isOffline: true).source(path, id: FileID(0)) else { return nil }
    return ParsedDocument(source).document
  }
}
