import ArgumentParser
import Compiler
import CutlistKit
import Diagnostics

/// How everything else is written that programs read as well.
enum ListFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// How diagnostics are written.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable { case text, json, sarif, github, junit }

/// Writes diagnostics and turns them into an exit status.
struct Reporter {
  var format = ReportFormat.text
  /// Where the pages of rules are published, for the format that links to them.
  var rulesURL: String?

  /// Text goes to standard error, where people look; what is for programs to standard output, where they do.
  func report(_ documents: [CheckedDocument], in sources: SourceSet) {
    let diagnostics = documents.flatMap(\.diagnostics)
    switch format {
    case .json: Output.deliver(JSONPrinter(sources).print(documents))
    case .sarif:
      let rulesURL = rulesURL
      let printer = SARIFPrinter(
        sources, version: Cutlist.configuration.version, pages: ListedRule.all.map(\.page)
      ) { ListedRule.address(of: $0, at: rulesURL) }
      Output.deliver(printer.print(documents))
    case .github: if !diagnostics.isEmpty { Output.deliver(GitHubPrinter(sources).print(diagnostics)) }
    case .junit: Output.deliver(JUnitPrinter(sources).print(documents))
    case .text:
      guard !diagnostics.isEmpty, !EventLog.take(diagnostics, in: sources) else { return }
      let printer = TerminalPrinter(
        sources, isColored: Output.errorsAreColored, columns: Output.errorColumns)
      Output.complain(ShownText(styled: printer.print(diagnostics)))
      if let summary = TerminalPrinter.summary(diagnostics) { Output.complain("\(summary)") }
    }
  }

  func report(_ diagnostics: [Diagnostic], in sources: SourceSet) {
    report([CheckedDocument(name: "", diagnostics: diagnostics)], in: sources)
  }

  /// Reports what a document's compile found, and ends the command where it cannot go on.
  func reportOrStop(_ document: LoadedDocument) throws {
    report(document.compilation.diagnostics, in: document.sources)
    if document.compilation.hasErrors { throw ExitStatus.ofErrors(in: [document]) }
  }
}

extension ExitStatus {
  /// Neither a document that the system would not read nor a damaged clip is the command line's fault.
  static func of(_ unreadable: UnreadableDocument) -> ExitStatus {
    if unreadable.isRefusal { return .workFailed }
    return unreadable.isMedia ? .documentHasErrors : .commandLineIsWrong
  }

  /// Reports a document that cannot be read, and returns the exit status for it.
  static func reporting(_ unreadable: UnreadableDocument) -> ExitStatus {
    Output.complain("cutlist: error: cannot read \(unreadable.path): \(unreadable.reason)")
    return of(unreadable)
  }

  /// Documents with errors are wrong only if all that they name could be looked into.
  static func ofErrors(in documents: [LoadedDocument]) -> ExitStatus {
    documents.contains(where: \.isRefused) ? .workFailed : .documentHasErrors
  }
}

extension MediaLock {
  /// The lock beside a document; a media file in a document's place has none. Says why it cannot be read and ends the
  /// command.
  static func ofDocumentOrStop(_ file: String) throws -> MediaLock? {
    do throws(UnreadableDocument) { return try ofDocument(file) } catch {
      throw ExitStatus.reporting(error)
    }
  }
}

extension MediaLock {
  /// The lock beside a document; nil for a media file in a document's place.
  static func ofDocument(_ file: String) throws(UnreadableDocument) -> MediaLock? {
    DocumentLoader.isDocument(file) ? try MediaLock(contentsOf: path(of: file)) : nil
  }
}

extension DocumentLoader {
  /// Reads a document's text, or says why it cannot be read and ends the command.
  func sourceOrStop(_ path: String, id: FileID) throws -> SourceFile {
    do throws(UnreadableDocument) { return try source(path, id: id) } catch {
      throw ExitStatus.reporting(error)
    }
  }

  /// Loads a document, or says why it cannot be read and ends the command.
  func loadOrStop(_ path: String, id: FileID = FileID(0)) throws -> LoadedDocument {
    do throws(UnreadableDocument) { return try load(path, id: id) } catch {
      throw ExitStatus.reporting(error)
    }
  }

  /// Compiles a text whose relative paths start from `folder`, or ends the command like that.
  func loadOrStop(_ source: SourceFile, in folder: String) throws -> LoadedDocument {
    do throws(UnreadableDocument) { return try load(source, in: folder) } catch {
      throw ExitStatus.reporting(error)
    }
  }
}
