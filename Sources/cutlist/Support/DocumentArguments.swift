import ArgumentParser
import CutlistKit
import Diagnostics
import Foundation
import Glibc
import Platform

/// The documents that a command is about, as the command line names them: files, folders and lists of files.
struct DocumentArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The documents: files, folders with all the timelines in them, @FILE for a list with a name on each line, or - for standard input.",
      valueName: "file"),
    completion: Completions.documents)
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Leave out files and folders that this pattern fits, as in old/* or *.draft.yaml; may be given again.",
      valueName: "pattern"))
  var exclude: [String] = []

  @Option(
    name: .customLong("stdin-filename"),
    help: ArgumentHelp("What the document from standard input is called, and where it would be.", valueName: "file"),
    completion: .file())
  var standardInputName: String?

  func validate() throws {
    if standardInputName != nil, !files.contains("-") { throw ValidationError("--stdin-filename is about -") }
    if let standardInputName, !DocumentLoader.isDocument(standardInputName) {
      throw ValidationError("--stdin-filename has to end in .yaml or .json")
    }
  }

  /// Whether a document comes from standard input.
  var includeStandardInput: Bool { files.contains("-") }

  /// The names of the files, each once, in the order of the command line and then of their names. Says what cannot be
  /// read, or holds no timeline, and ends the command.
  func listedOrStop() throws -> [String] {
    var names: [String] = []
    var seen: Set<String> = []
    func add(_ name: String) { if seen.insert(name).inserted { names.append(name) } }
    for file in files {
      for name in try file.hasPrefix("@") ? list(String(file.dropFirst())) : [file] {
        guard name != "-", isFolder(name) else {
          if name == "-" || !isExcluded(name) { add(name) }
          continue
        }
        let found = try timelines(in: name)
        if found.isEmpty {
          Output.complain("cutlist: error: there is no timeline in \(name)")
          throw ExitStatus.commandLineIsWrong
        }
        found.forEach(add)
      }
    }
    if names.isEmpty {
      Output.complain("cutlist: error: no document is left to look at")
      throw ExitStatus.commandLineIsWrong
    }
    return names
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder = ObjCBool(false)
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The lines of a file that are not empty.
  private func list(_ path: String) throws -> [String] {
    do throws(SystemFailure) {
      let place = ConfinedPath(anywhere: path)
      let bytes = try path == "-" ? Descriptor(adopting: dup(STDIN_FILENO)).contents() : place.open().contents()
      return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    } catch {
      Output.complain("cutlist: error: cannot read \(path): \(error.description)")
      throw error.isRefusal ? ExitStatus.workFailed : .commandLineIsWrong
    }
  }

  /// The timelines and configurations below a folder, in the order of their names. Hidden folders and links are left out.
  private func timelines(in folder: String) throws -> [String] {
    var found: [String] = []
    var folders = [folder]
    while let next = folders.popLast() {
      let names: [String]
      do { names = try FileManager.default.contentsOfDirectory(atPath: next).sorted() } catch {
        Output.complain("cutlist: error: cannot look into \(next): \(error.localizedDescription)")
        throw ExitStatus.workFailed
      }
      var below: [String] = []
      for name in names {
        let path = next == "." ? name : PathName.path(of: name, in: next)
        guard !isExcluded(path) else { continue }
        let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
        if kind == .typeDirectory, !name.hasPrefix(".") { below.append(path) }
        if kind == .typeRegular, isTimeline(path, name) { found.append(path) }
      }
      folders += below.reversed()
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func isTimeline(_ path: String, _ name: String) -> Bool {
    if name == ConfigurationSource.fileName { return true }
    guard !name.hasPrefix("."), DocumentLoader.isDocument(name) else { return false }
    let bytes = try? ConfinedPath(path, within: PathName.folder(of: path)).text()
    // What cannot be read is told when it is looked at.
    return bytes.map(DocumentLoader.looksLikeTimeline) ?? true
  }

  /// A pattern without a slash is about names, one with a slash about paths from where the command runs.
  private func isExcluded(_ path: String) -> Bool {
    let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return exclude.contains { pattern in
      fnmatch(pattern, pattern.contains("/") ? path : PathName.name(of: path), 0) == 0
    }
  }
}
