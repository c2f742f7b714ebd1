import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics
import Platform

/// What shells offer while a command line is typed.
enum Completions {
  /// Documents, and folders on the way to them.
  static var documents: CompletionKind { .file(extensions: ["yaml", "yml", "json"]) }

  /// The names of all rules, which are put together only when somebody asks for them.
  static var rules: CompletionKind { .custom { _, _, _ in ListedRule.all.map(\.page.id.name) } }

  static var presets: CompletionKind { .list(Preset.all.map(\.name)) }

  /// The most bytes of a document that is read for its names.
  private static let longest = 1 << 20

  /// The variants of the document on the command line.
  static var variants: CompletionKind {
    .custom { words, _, _ in harmless(document(in: words)?.variants.map(\.name.value) ?? []) }
  }

  /// The parameters of the document on the command line, each up to the value that it is to have.
  static var parameters: CompletionKind {
    .custom { words, _, _ in harmless(document(in: words)?.parameters.map(\.name.value) ?? []).map { "\($0)=" } }
  }

  /// The names that no shell takes for more than words: some expand what they are given to offer, commands among it.
  private static func harmless(_ names: [String]) -> [String] {
    names.filter { $0.wholeMatch(of: /[\p{L}\p{N}_][\p{L}\p{N}_.\-]*/) != nil }
  }

  /// The first document that a command line names; nil if it names none that can be read.
  private static func document(in words: [String]) -> TimelineDocument? {
    let path = words.dropFirst().first { $0 != "-" && DocumentLoader.isDocument($0) }
    guard let path, let bytes = try? ConfinedPath(path, within: PathName.folder(of: path)).text(upTo: longest) else {
      return nil
    }
    return ParsedDocument(SourceFile(name: path, bytes: bytes)).document
  }
}
