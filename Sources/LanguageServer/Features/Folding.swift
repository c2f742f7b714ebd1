import Diagnostics
import Syntax

extension ReadDocument {
  /// What can be folded: values and elements over several lines, and comments that stand alone.
  func foldingRanges() -> [LSP.FoldingRange] {
    guard let tree, kind != .other else { return [] }
    var ranges: Set<LSP.FoldingRange> = []
    func add(from start: Int, to span: SourceSpan) {
      let (first, last) = (lines.line(at: start), lines.line(at: max(start, span.end - 1)))
      if last > first { ranges.insert(LSP.FoldingRange(startLine: first, endLine: last)) }
    }
    func visit(_ node: Node) {
      switch node.content {
      case .scalar: break
      case .sequence(let elements):
        for element in elements {
          add(from: element.span.start, to: element.span)
          visit(element)
        }
      case .mapping(let entries):
        for entry in entries {
          add(from: entry.keySpan.start, to: entry.value.span)
          visit(entry.value)
        }
      }
    }
    visit(tree)
    return (ranges + commentBlocks(besides: tree)).sorted {
      ($0.startLine, -$0.endLine) < ($1.startLine, -$1.endLine)
    }
  }

  private func commentBlocks(besides tree: Node) -> [LSP.FoldingRange] {
    var blocks: [LSP.FoldingRange] = []
    for comment in source.comments(besides: tree) where comment.isAlone {
      let line = lines.line(at: comment.span.start)
      if let last = blocks.indices.last, blocks[last].endLine + 1 == line {
        blocks[last].endLine = line
      } else {
        blocks.append(LSP.FoldingRange(startLine: line, endLine: line, kind: "comment"))
      }
    }
    return blocks.filter { $0.endLine > $0.startLine }
  }
}
