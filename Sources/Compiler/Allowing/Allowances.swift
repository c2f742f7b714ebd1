import Diagnostics
import Syntax

/// What a document allows: rules that keep quiet, in the whole of it or at certain places.
struct Allowances {
  private struct Allowance {
    var rule: Located<String>
    /// Where it counts; nil is everywhere.
    var range: Range<Int>?
    /// True where that is a line and no member of the document.
    var isLine = false
    /// Takes it out of the document.
    var removal: FixIt
  }

  private var allowances: [Allowance] = []
  private(set) var log = DiagnosticLog()
  private let file: FileID

  /// - Parameter named: what the document's own key `allow` lists.
  init(_ named: Located<[Located<String>]>?, in source: SourceFile, tree: Node) {
    file = source.id
    for rule in named?.value ?? [] {
      let all = named?.value.count == 1
      add(
        rule, over: nil,
        removal: FixIt("leave it out", [.remove(all ? named?.span ?? rule.span : rule.span)], safety: .safe))
    }
    // Finding the comments takes a look at every word.
    guard AllowComment.mayOccur(in: source) else { return }
    let members = MemberPlaces(tree)
    for comment in source.comments(besides: tree) {
      guard let comment = AllowComment(comment, in: source, &log) else { continue }
      let (range, isLine) = scope(of: comment.comment, in: source, members)
      for index in comment.names.indices {
        add(comment.names[index], over: range, isLine: isLine, removal: removal(of: index, from: comment, in: source))
      }
    }
  }

  private mutating func add(_ rule: Located<String>, over range: Range<Int>?, isLine: Bool = false, removal: FixIt) {
    guard let page = compilerPages.first(where: { $0.id.name == rule.value }) else {
      let near = nearestName(to: rule.value, in: compilerPages.map(\.id.name))
      let fixes = near.map { near in
        [
          FixIt(
            "did you mean `\(near)`?",
            range == nil
              ? [.write(near, at: rule.span)] : [],
            edits: range == nil ? [] : [TextEdit(span: rule.span, replacement: near)])
        ]
      }
      log.report(.unknownRule, "there is no rule `\(rule.value)`", at: rule.span, fixIts: fixes ?? [])
      return
    }
    guard page.severity != .error else {
      log.report(
        .errorNotAllowed, "`\(rule.value)` is an error, which cannot be allowed", at: rule.span, fixIts: [removal])
      return
    }
    allowances.append(Allowance(rule: rule, range: range, isLine: isLine, removal: removal))
  }

  /// Leaves out what is allowed. `reportsUnused` is false of rules that may have kept quiet for other reasons.
  mutating func applied(to diagnostics: [Diagnostic], reportsUnused: (DiagnosticID) -> Bool) -> [Diagnostic] {
    let byRule = Dictionary(grouping: allowances.indices) { allowances[$0].rule.value }.mapValues { scopes(of: $0) }
    var used: Set<Int> = []
    let left = diagnostics.filter { diagnostic in
      guard diagnostic.severity != .error, let scopes = byRule[diagnostic.id.name] else { return true }
      let isHere = diagnostic.span?.file ?? file == file
      var matching = isHere && !scopes.everywhere.isEmpty ? [scopes.everywhere] : []
      if let span = diagnostic.span, isHere {
        matching += scopes.lines.numbers(at: span.start) + scopes.members.numbers(at: span.start)
      }
      // Those of one range are used together, so that it is enough to look at the first.
      for numbers in matching where !used.contains(numbers[0]) { used.formUnion(numbers) }
      return matching.isEmpty
    }
    for (index, allowance) in allowances.enumerated() where !used.contains(index) {
      guard reportsUnused(DiagnosticID(allowance.rule.value)) else { continue }
      let place = allowance.range == nil ? "in this document" : "here"
      log.report(
        .unusedAllow, "`\(allowance.rule.value)` finds nothing \(place)", at: allowance.rule.span,
        fixIts: [allowance.removal])
    }
    return left
  }

  /// Where some of the allowances count, by their numbers.
  private func scopes(
    of numbers: [Int]
  ) -> (everywhere: [Int], lines: AllowedRanges, members: AllowedRanges) {
    func ranges(_ areLines: Bool) -> AllowedRanges {
      AllowedRanges(
        numbers.compactMap { number in
          allowances[number].range.flatMap { allowances[number].isLine == areLines ? ($0, number) : nil }
        })
    }
    return (numbers.filter { allowances[$0].range == nil }, ranges(true), ranges(false))
  }

  /// A comment behind something is for its line, one on a line of its own for what comes next.
  private func scope(
    of comment: Comment, in source: SourceFile, _ members: MemberPlaces
  ) -> (range: Range<Int>, isLine: Bool) {
    let line = source.lines.range(ofLine: source.lines.line(at: comment.span.start))
    guard comment.isAlone, let member = members.first(behind: comment.span.end) else { return (line, true) }
    return (member.range, false)
  }

  private func removal(of index: Int, from allow: AllowComment, in source: SourceFile) -> FixIt {
    let (names, comment) = (allow.names, allow.comment.span)
    let range: Range<Int>
    if names.count > 1 {
      range =
        index + 1 < names.count
        ? names[index].span.start..<names[index + 1].span.start : names[index - 1].span.end..<names[index].span.end
    } else if allow.comment.isAlone {
      range = source.lines.range(ofLine: source.lines.line(at: comment.start))
    } else {
      let spaces = source.bytes[..<comment.start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
      range = (comment.start - spaces)..<comment.end
    }
    let edit = TextEdit(span: SourceSpan(file: source.id, range), replacement: "")
    return FixIt("leave it out", edits: [edit], safety: .safe)
  }
}
