import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

/// How diagnostics are written.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// Writes diagnostics and turns them into an exit status.
struct Reporter {
  var format = ReportFormat.text

  /// Text goes to standard error, where people look; JSON to standard output, where programs do.
  func report(_ diagnostics: [Diagnostic], in sources: SourceSet) {
    switch format {
    case .json: Output.print(JSONPrinter(sources).print(diagnostics))
    case .text:
      guard !diagnostics.isEmpty else { return }
      Output.complain(TerminalPrinter(sources, isColored: Output.errorsAreColored).print(diagnostics))
      if let summary = TerminalPrinter.summary(diagnostics) { Output.complain(summary) }
    }
  }

  /// Reports what a document's compile found, and ends the command where it cannot go on.
  func reportOrStop(_ document: LoadedDocument) throws {
    report(document.compilation.diagnostics, in: document.sources)
    if document.compilation.hasErrors { throw ExitStatus.documentHasErrors }
  }
}

extension MediaLock {
  /// The lock beside a document; a media file in a document's place has none. Says why it cannot be read and ends the
  /// command.
  static func ofDocumentOrStop(_ file: String) throws -> MediaLock? {
    guard DocumentLoader.isDocument(file) else { return nil }
    do throws(UnreadableDocument) { return try MediaLock(contentsOf: path(of: file)) } catch {
      Output.complain("cutlist: error: cannot read \(error.path): \(error.reason)")
      throw ExitStatus.commandLineIsWrong
    }
  }
}

extension DocumentLoader {
  /// Reads a document's text, or says why it cannot be read and ends the command.
  func sourceOrStop(_ path: String, id: FileID) throws -> SourceFile {
    do throws(UnreadableDocument) { return try source(path, id: id) } catch {
      Output.complain("cutlist: error: cannot read \(error.path): \(error.reason)")
      throw ExitStatus.commandLineIsWrong
    }
  }

  /// Loads a document, or says why it cannot be read and ends the command.
  func loadOrStop(_ path: String, id: FileID = FileID(0)) throws -> LoadedDocument {
    do throws(UnreadableDocument) { return try load(path, id: id) } catch {
      Output.complain("cutlist: error: cannot read \(error.path): \(error.reason)")
      throw ExitStatus.commandLineIsWrong
    }
  }
}
