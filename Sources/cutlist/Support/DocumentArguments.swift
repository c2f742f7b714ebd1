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
    if files.contains("-"), files.contains("@-") { throw ValidationError("- and @- both read standard input") }
    guard let standardInputName else { return }
    if !files.contains("-") { throw ValidationError("--stdin-filename is about -") }
    if standardInputName == "-" || !DocumentLoader.isDocument(standardInputName) {
      throw ValidationError("--stdin-filename has to end in .yaml or .json")
    }
  }

  /// The paths of the lists of documents, without the one from standard input.
  var lists: [String] { files.filter { $0.hasPrefix("@") && $0 != "@-" }.map { String($0.dropFirst()) } }

  /// Whether a document comes from standard input.
  var includesStandardInput: Bool { files.contains("-") }

  /// The names of the files, each once, in the order of the command line and then of their names. Says what cannot be
  /// read, or holds no timeline, and ends the command.
  func listedOrStop() throws -> [String] {
    var names: [String] = []
    var seen: Set<ExactPath> = []
    func add(_ name: String) {
      if seen.insert(ExactPath(name == "-" ? name : AbsolutePath.of(name))).inserted { names.append(name) }
    }
    for file in files {
      for name in try file.hasPrefix("@") ? list(String(file.dropFirst())) : [file] {
        guard name == "-" || !isExcluded(name) else { continue }
        guard try name != "-" && isFolder(name) else {
          add(name)
          continue
        }
        let found = try timelines(in: name)
        if found.isEmpty { try stop("there is no timeline in \(name)\(exclude.isEmpty ? "" : " that --exclude leaves")") }
        found.forEach(add)
      }
    }
    if names.isEmpty { try stop("no document is left: --exclude fits all of them, or a list is empty") }
    return names
  }

  private func isFolder(_ name: String) throws -> Bool {
    do throws(SystemFailure) { return try ConfinedPath(anywhere: name).leadsToFolder() == true } catch {
      try stop("cannot look at \(name): \(error.description)", .workFailed)
      return false
    }
  }

  private func stop(_ reason: String, _ status: ExitStatus = .commandLineIsWrong) throws {
    Output.complain("cutlist: error: \(reason)")
    throw status
  }

  /// The lines of a file that are not empty.
  private func list(_ path: String) throws -> [String] {
    let bytes: [UInt8]
    do throws(SystemFailure) {
      let place = ConfinedPath(anywhere: path)
      let file = try path == "-" ? Descriptor(adopting: dup(STDIN_FILENO)) : place.open()
      bytes = try file.contents(upTo: ConfinedPath.longestText)
    } catch {
      try stop("cannot read \(path): \(error.description)", error.isRefusal ? .workFailed : .commandLineIsWrong)
      return []
    }
    return try bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let name = String(validating: line, as: UTF8.self), name != "-" else {
        try stop("\(path) names what is no file: \(String(decoding: line, as: UTF8.self))")
        return nil
      }
      return name.isEmpty ? nil : name
    }
  }

  /// The files below the folders that may become timelines, and are none: what a check of the folders depends on besides
  /// what it checks.
  func passedOver() throws -> [String] {
    try files.flatMap { try $0.hasPrefix("@") ? list(String($0.dropFirst())) : [$0] }
      .filter { try $0 != "-" && !isExcluded($0) && isFolder($0) }.flatMap { try documents(in: $0).others }
  }

  /// The timelines and configurations below a folder, in the order of their names.
  private func timelines(in folder: String) throws -> [String] { try documents(in: folder).timelines }

  /// The files below a folder that have the names of documents: timelines and configurations, and others, each in the
  /// order of their names. Hidden folders and links to folders are left out.
  private func documents(in folder: String) throws -> (timelines: [String], others: [String]) {
    var (found, others): ([String], [String]) = ([], [])
    var folders = [folder]
    while let next = folders.popLast() {
      do throws(SystemFailure) {
        let place = try ConfinedPath(anywhere: next).folder()
        for name in try ConfinedPath(anywhere: next).names() {
          let path = next == "." ? name : PathName.path(of: name, in: next)
          guard !isExcluded(path) else { continue }
          let kind = try place.status(of: name).map { $0.st_mode & S_IFMT }
          if kind == S_IFDIR {
            if !name.hasPrefix(".") { folders.append(path) }
          } else if isTimeline(path, name) {
            found.append(path)
          } else if kind == S_IFREG, !name.hasPrefix("."), DocumentLoader.isDocument(name) {
            others.append(path)
          }
        }
      } catch {
        try stop("cannot look into \(next): \(error.description)", .workFailed)
        return ([], [])
      }
    }
    return (found.sortedByBytes, others.sortedByBytes)
  }

  private func isTimeline(_ path: String, _ name: String) -> Bool {
    let isConfiguration = name == ConfigurationSource.fileName
    guard isConfiguration || !name.hasPrefix(".") && DocumentLoader.isDocument(name) else { return false }
    do throws(SystemFailure) {
      // A link is followed as far as those of documents are.
      let file = try ConfinedPath(path, within: PathName.folder(of: path)).open()
      if isConfiguration { return true }
      return DocumentLoader.looksLikeTimeline(try file.bytes(at: 0, count: DocumentArguments.mostLookedAt))
    } catch {
      // What is refused is told when it is looked at; what leads out of the folder, or is no file, is not meant.
      return error.isRefusal || [EACCES, EPERM].contains(error.code)
    }
  }

  /// The number of bytes of a file in which its key `timeline` has to begin.
  private static let mostLookedAt = 1 << 20

  /// A pattern without a slash is about names, one with a slash about paths from where the command runs.
  private func isExcluded(_ path: String) -> Bool {
    let place = AbsolutePath.fromHere(path)
    return exclude.contains { pattern in
      var pattern = pattern.hasPrefix("./") ? String(pattern.dropFirst(2)) : pattern
      if pattern.count > 1, pattern.hasSuffix("/") { pattern.removeLast() }
      return fnmatch(pattern, pattern.contains("/") ? place : PathName.name(of: path), 0) == 0
    }
  }
}

extension [String] {
  fileprivate var sortedByBytes: [String] { sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
}
