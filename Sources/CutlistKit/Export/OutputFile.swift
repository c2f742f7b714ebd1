import Compiler
package import Diagnostics
import Platform
import Foundation
import Media
package import Renderer
package import TimelineModel

/// The file that an export is to write, and whether it may.
package struct OutputFile: Sendable {
  package let path: String
  let root: String?
  let replacement: Replacement

  package init(path: String, root: String? = nil, replacing replacement: Replacement) {
    self.path = path
    self.root = root
    self.replacement = replacement
  }

  /// What speaks against writing it: it is there, it is part of the edit, it lies outside the root, or its ending does
  /// not fit. An ending that the document leaves open chooses the composition's container.
  /// - Throws: a failure if the system does not let a file be read that is to be replaced.
  package func problems(
    for composition: inout Composition, of document: LoadedDocument
  ) throws(RenderFailure) -> [Diagnostic] {
    var log = DiagnosticLog()
    let sidecar = ChapterSidecar.path(besides: path)
    let (isOwn, other): (Bool, String?)
    do throws(SystemFailure) { (isOwn, other) = try ChapterSidecar.standing(besides: path) } catch {
      throw RenderFailure(.output, "cannot read \(sidecar)", detail: "\(error)")
    }
    let needsSidecar = !ChapterSidecar.paths(for: composition, besides: path).isEmpty
    for path in needsSidecar || isOwn ? [path, sidecar] : [path] {
      if WrittenFile.isThere(path), !replacement.allows(path) {
        log.report(
          .outputExists, "\(path) is already there", at: nil,
          fixIts: [FixIt("choose another name, or add --overwrite")])
      }
      if let words = OutputFile.objection(to: path, in: document) { log.report(.outputIsSource, words, at: nil) }
    }
    if needsSidecar, let other {
      log.report(
        .outputExists, "\(sidecar) is that of \(other)", at: nil, fixIts: [FixIt("choose another name for the movie")])
    }
    if let root, !ConfinedPath(PathName.folder(of: path), within: root).isInside {
      log.report(.outputOutsideRoot, "\(path) leads out of \(root)", at: nil)
    }
    chooseContainer(&composition, &log)
    return log.diagnostics
  }

  /// Why a path is no place for anything that is made of a document: it is part of it. Nil if it is not.
  package static func objection(to path: String, in document: LoadedDocument) -> String? {
    if let pattern = document.picturePatterns.first(where: { ImageSequence.holds(path, fitting: $0) }) {
      return "\(path) would be one of the pictures \(PathName.name(of: pattern.path)), which this edit is made of"
    }
    guard let source = source(at: path, in: document) else { return nil }
    return "\(path) is \(ExactPath(source) == ExactPath(path) ? "a file that" : "\(source), which") this edit is made of"
  }

  private static func source(at path: String, in document: LoadedDocument) -> String? {
    let own = ConfinedPath(resolving: path)
    if ConfinedPath(resolving: document.compilation.source.name).isSamePlace(as: own) { return "the document" }
    let folder = document.mediaFolder
    let played = document.catalog.media.keys + document.catalog.timelines.values.flatMap(\.files)
    return played.filter { $0.imageRate == nil }.first {
      ConfinedPath(resolving: folder.path(of: $0).path).isSamePlace(as: own)
    }?.path
  }

  private func chooseContainer(_ composition: inout Composition, _ log: inout DiagnosticLog) {
    let ending = PathName.ending(of: path).lowercased()
    let wanted = composition.output.container
    guard ending != wanted.rawValue else { return }
    let known = OutputSettings.Container.allCases.map(\.rawValue).joined(separator: ", ")
    guard let container = OutputSettings.Container(rawValue: ending) else {
      log.report(
        .outputTypeMismatch,
        ending.isEmpty
          ? "\(path) has no ending to tell its container by"
          : "`.\(ending)` is none of the containers that can be written: \(known)",
        at: nil, fixIts: [FixIt("name the output .\(wanted.rawValue)")])
      return
    }
    if composition.output.containerIsWritten {
      log.report(
        .outputTypeMismatch, "the document asks for \(wanted.rawValue), and \(path) is named for \(ending)",
        at: composition.output.origin.span, fixIts: [FixIt("name the output .\(wanted.rawValue)")])
      return
    }
    let encoders = composition.output.encoders
    if let misfit = encoders.first(where: { !fits(encoder: $0, container: container) }) {
      log.report(
        .outputTypeMismatch, "\(ending) does not hold what `\(misfit)` makes", at: nil,
        fixIts: [
          FixIt(
            ending == "m4a" ? "add --preset audio" : "name the output .\(wanted.rawValue), or choose another preset")
        ])
      return
    }
    composition.output.container = container
    if let first = composition.lostChapters.first {
      log.report(.chaptersNotKept, "a `\(ending)` holds no chapters", at: first.origin.span)
    }
    guard case .export(let findings) = Trials.outcome(of: .export(ExportUse(composition))) else { return }
    // What the system refused to try shows when the file is written.
    for finding in findings where finding.part == .container && !finding.isUntried {
      log.report(
        .outputTypeMismatch, "\(ending) does not take what is asked of it", at: composition.output.origin.span,
        notes: [Note(finding.words)], fixIts: [FixIt("name the output .\(wanted.rawValue)")])
    }
  }
}
