import Compiler
package import Diagnostics
import Syntax

/// A test of fixes: each is applied to a copy of the document, and the copy is checked like the document.
struct FixTrial {
  private let loader: DocumentLoader
  private let state: FixedDocument
  private let problems: [Diagnostic]
  private lazy var tree = parse(state.text).value
  /// The number of copies that may still be checked. Fixes that are not tested by then count as failing.
  private var looksLeft: Int

  init(_ loader: DocumentLoader, _ state: FixedDocument) {
    var loader = loader
    // What was seen of the picture is no matter of the text.
    loader.look = nil
    self.loader = loader
    self.state = state
    problems = state.diagnostics
    let ofText = max(FixTrial.mostBytes / max(state.text.bytes.count, 1), 6)
    looksLeft = max(1, min(ofText, (state.variants.last ?? state.document).size.timesWithinLimit, 40))
  }

  /// The total size of the copies of a long document, in bytes.
  private static let mostBytes = 2 << 20
  /// The size of the longest document that is checked more than once, in bytes.
  private static let longestText = 4 << 20

  /// Applies the first fix of each problem; the fixes must not collide. Returns nil if they do not mend the document.
  mutating func making(_ mended: [Diagnostic]) -> FixedDocument? {
    guard !mended.isEmpty, looksLeft > 0 else { return nil }
    looksLeft -= 1
    let edits = Array(Set(mended.flatMap { $0.fixIts.first?.edits ?? [] }))
    let text = state.text.applying(edits)
    let document = loader.load(
      text, in: state.document.folder, configured: state.document.configured, within: Nesting(in: text.id))
    let wasUnreadable = state.document.compilation.document == nil
    // What can be read stays readable, whatever a fix thinks of it.
    guard document.compilation.document != nil || wasUnreadable else { return nil }
    var made = state
    made.document = document
    made.variants = loader.variants(of: document)
    made.count += mended.count
    let verdict = FixVerdict(
      before: problems, after: made.diagnostics, edits: edits, in: text.id, wasUnreadable: wasUnreadable)
    return verdict.accepts(mended) && areKept(besides: edits, in: text) ? made : nil
  }

  /// Tells whether all that edits do not touch says the same in the edited text.
  private mutating func areKept(besides edits: [TextEdit], in text: SourceFile) -> Bool {
    guard let tree, let edited = parse(text).value else { return true }
    return UntouchedNodes(state.text, besides: edits).areKept(tree, in: edited)
  }

  /// Returns the candidates whose first fix mends the document. The first fixes must not collide.
  mutating func mendable(_ candidates: [Diagnostic]) -> [Diagnostic] {
    if making(candidates) != nil { return candidates }
    guard candidates.count > 1, looksLeft > 0 else { return [] }
    let half = candidates.count / 2
    return mendable(Array(candidates[..<half])) + mendable(Array(candidates[half...]))
  }

  /// Returns the fixes of the document that do not mend it.
  mutating func failing() -> Set<FixIt> {
    let file = state.text.id
    if state.text.bytes.count > FixTrial.longestText { return Set(problems.flatMap(\.fixIts)) }
    var failing: Set<FixIt> = []
    // Each problem once for each of its fixes, first fixes first.
    let rounds = problems.map { $0.fixIts.count { $0.isFor(file) } }.max() ?? 0
    for number in 0..<rounds {
      var waiting = problems.compactMap { problem -> Diagnostic? in
        let fixes = problem.fixIts.filter { $0.isFor(file) }
        return fixes.indices.contains(number) ? problem.withFixes { $0 == fixes[number] } : nil
      }
      while !waiting.isEmpty {
        let selection = FixSelection(waiting, upTo: .unsafe, in: file)
        let good = Set(mendable(selection.mended))
        for problem in selection.mended where !good.contains(problem) { failing.formUnion(problem.fixIts) }
        waiting = selection.left
      }
    }
    return failing
  }
}

extension Diagnostic {
  /// Returns a copy in which the fixes in `failing` are advice without edits.
  package func offering(allBut failing: Set<FixIt>) -> Diagnostic {
    guard !failing.isEmpty else { return self }
    var copy = self
    copy.fixIts = fixIts.map { failing.contains($0) ? $0.advice : $0 }
    return copy
  }
}

extension DocumentLoader {
  /// Returns the fixes of a document that do not mend it, because the problem would remain or another one would appear.
  package func failingFixes(of document: LoadedDocument, _ variants: [LoadedDocument]) -> Set<FixIt> {
    var trial = FixTrial(
      self, FixedDocument(original: document.compilation.source, document: document, variants: variants))
    return trial.failing()
  }
}
