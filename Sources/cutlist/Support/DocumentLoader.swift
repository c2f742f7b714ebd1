import Compiler
import Diagnostics
import Foundation
import Media
import TimelineModel

/// A document with everything that was asked about it.
struct LoadedDocument {
  var compilation: Compilation
  var catalog: MediaCatalog
  /// The folder that relative paths start from.
  var folder: String

  var sources: SourceSet { SourceSet([compilation.source]) }
}

/// Reads a document, asks the outside world what it has to know, and compiles.
struct DocumentLoader {
  var isOffline = false
  /// The folder that media may be in; nil is the document's own.
  var root: String?
  var preset: String?

  /// `path` is a document, `-` for standard input, or a media file, which stands for a document that plays it.
  func load(_ path: String, id: FileID = FileID(0)) throws -> LoadedDocument {
    let (source, folder) = try read(path, id: id)
    let parsed = ParsedDocument(source)
    let catalog = catalog(for: parsed, in: folder)
    let options = CompilerOptions(isOffline: isOffline, preset: preset)
    return LoadedDocument(
      compilation: Compilation(parsed, catalog: catalog, options: options), catalog: catalog, folder: folder)
  }

  private func read(_ path: String, id: FileID) throws -> (SourceFile, folder: String) {
    if path == "-" {
      let data = try FileHandle.standardInput.readToEnd() ?? Data()
      return (SourceFile(id: id, name: "<stdin>", text: String(decoding: data, as: UTF8.self)), ".")
    }
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    guard DocumentLoader.isDocument(path) else {
      let text = DocumentWriter.document(playing: [url.lastPathComponent])
      return (SourceFile(id: id, name: path, text: text), folder)
    }
    do {
      let data = try Data(contentsOf: url)
      return (SourceFile(id: id, name: path, text: String(decoding: data, as: UTF8.self)), folder)
    } catch {
      Output.complain("cutlist: error: cannot read \(path): \((error as NSError).reason)")
      throw ExitStatus.commandLineIsWrong
    }
  }

  static func isDocument(_ path: String) -> Bool {
    path == "-" || ["yaml", "yml", "json"].contains(URL(fileURLWithPath: path).pathExtension.lowercased())
  }

  private func catalog(for document: ParsedDocument, in folder: String) -> MediaCatalog {
    var catalog = MediaCatalog()
    let gate = MediaGate(folder: folder, root: root ?? folder)
    if !isOffline {
      for reference in document.mediaReferences { catalog.media[reference] = gate.finding(for: reference) }
    }
    for family in document.fontFamilies { catalog.fonts[family] = FontCatalog.finding(family) }
    for encoder in document.encoders(preset: preset) { catalog.encoders[encoder] = EncoderCatalog.finding(encoder) }
    return catalog
  }
}

extension NSError {
  /// The system's words for what went wrong with a file.
  var reason: String {
    let underlying = userInfo[NSUnderlyingErrorKey] as? NSError
    let posix = [self, underlying].compactMap { $0 }.first { $0.domain == NSPOSIXErrorDomain }
    return posix.map { String(cString: strerror(Int32($0.code))).lowercased() } ?? localizedDescription
  }
}
