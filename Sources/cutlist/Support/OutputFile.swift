import Compiler
import CutlistKit
import Diagnostics
import Foundation
import TimelineModel

/// The file that a render is to write, and whether it may.
struct OutputFile {
  let path: String
  let root: String?
  let overwrite: Bool

  /// Refuses a file that is there, one outside the root, and one whose ending does not fit; an ending that the
  /// document leaves open chooses the container.
  func admit(_ composition: inout Composition, _ reporter: Reporter, _ sources: SourceSet) throws {
    var problems = DiagnosticLog()
    if FileManager.default.fileExists(atPath: path), !overwrite {
      problems.report(
        .outputExists, "\(path) is already there", at: nil, fixIts: [FixIt("choose another name, or add --overwrite")])
    }
    if let root, !isInside(root) {
      problems.report(.outputOutsideRoot, "\(path) leads out of \(root)", at: nil)
    }
    chooseContainer(&composition, &problems)
    guard !problems.diagnostics.isEmpty else { return }
    reporter.report(problems.diagnostics, in: sources)
    throw ExitStatus.commandLineIsWrong
  }

  private func chooseContainer(_ composition: inout Composition, _ problems: inout DiagnosticLog) {
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    let wanted = composition.output.container
    guard ending != wanted.rawValue else { return }
    let known = OutputSettings.Container.allCases.map(\.rawValue).joined(separator: ", ")
    guard let container = OutputSettings.Container(rawValue: ending) else {
      problems.report(
        .outputTypeMismatch,
        ending.isEmpty
          ? "\(path) has no ending to tell its container by"
          : "`.\(ending)` is none of the containers that can be written: \(known)",
        at: nil, fixIts: [FixIt("name the output .\(wanted.rawValue)")])
      return
    }
    if composition.output.containerIsWritten {
      problems.report(
        .outputTypeMismatch, "the document asks for \(wanted.rawValue), and \(path) is named for \(ending)",
        at: composition.output.origin.span, fixIts: [FixIt("name the output .\(wanted.rawValue)")])
      return
    }
    let encoders = [composition.output.video?.encoder, composition.output.audio?.encoder].compactMap { $0 }
    if let misfit = encoders.first(where: { !fits(encoder: $0, container: container) }) {
      problems.report(
        .outputTypeMismatch, "\(ending) does not hold what `\(misfit)` makes", at: nil,
        fixIts: [FixIt("name the output .\(wanted.rawValue), or choose another preset")])
      return
    }
    composition.output.container = container
  }

  private func isInside(_ root: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let (real, rootPath) = (MediaGate.realPath(folder), MediaGate.realPath(root))
    return rootPath == "/" || real == rootPath || real.hasPrefix(rootPath + "/")
  }
}
