import ArgumentParser
import CutlistKit
import Diagnostics
import Platform

/// Whether problems are mended, and how far that may go.
struct FixOptions: ParsableArguments {
  @Flag(help: "Apply the fixes that are safe, and say what is left.")
  var fix = false

  @Flag(help: "With --fix or --diff: apply those as well that are guesses or change what is seen and heard.")
  var unsafe = false

  @Flag(help: "Show what --fix would change, as a unified diff, and write nothing.")
  var diff = false

  func validate() throws {
    if unsafe, !fix, !diff { throw ValidationError("--unsafe goes with --fix or --diff") }
    if fix, diff { throw ValidationError("--fix writes and --diff shows; give one of them") }
  }

  var isOn: Bool { fix || diff }
  var limit: FixIt.Safety { unsafe ? .unsafe : .safe }

  /// Writes a mended document where it came from, or shows what has changed.
  /// - Returns: The file as it was written; nil if none was.
  func deliver(_ fixed: FixedDocument, from path: String) throws -> FileIdentity? {
    if diff {
      let text = UnifiedDiff(of: fixed.original.bytes, and: fixed.text.bytes, name: fixed.original.name).text
      if !text.isEmpty { Output.deliver(document: text) }
      return nil
    }
    if path == "-" {
      Output.deliver(document: fixed.text.bytes)
      return nil
    }
    guard fixed.hasChanged else { return nil }
    do throws(RewriteFailure) { return try RewrittenFile(path).write(fixed.text.bytes, replacing: fixed.original.bytes) } catch
    {
      Output.complain("cutlist: error: \(error)")
      throw ExitStatus.workFailed
    }
  }

  /// `2 problems fixed`.
  static func summary(_ count: Int) -> String { "\(count) problem\(count == 1 ? "" : "s") fixed" }

  /// What could be mended of what was found; nil where nothing could.
  static func offer(_ diagnostics: [Diagnostic], in files: [FileID]) -> String? {
    func count(_ safety: FixIt.Safety) -> Int {
      diagnostics.count { diagnostic in files.contains { diagnostic.fix(upTo: safety, in: $0) != nil } }
    }
    let (safe, all) = (count(.safe), count(.unsafe))
    let guesses = all - safe
    switch (safe, guesses) {
    case (0, 0): return nil
    case (0, _): return "\(guesses) fixable with --fix --unsafe"
    case (_, 0): return "\(safe) fixable with --fix"
    default: return "\(safe) fixable with --fix, \(guesses) more with --fix --unsafe"
    }
  }
}
