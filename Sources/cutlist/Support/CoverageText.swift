import CutlistKit
import Diagnostics
import Foundation
import TimelineModel

/// A drawn timeline for a terminal: a line for the instructions and one for each track, and what is to be said of them.
struct CoverageText {
  let coverage: Coverage
  /// How many columns there are.
  let width: Int
  let isColored: Bool

  private enum Cell: Character {
    case covered = "█"
    case hidden = "▒"
    case gap = "·"
    case overlap = "╳"

    var color: String? {
      switch self {
      case .covered: nil
      case .hidden: "2"
      case .gap: "1;31"
      case .overlap: "1;33"
      }
    }
  }

  var text: String {
    let labels = coverage.rows.map(\.label.shown)
    let longest = min(labels.map(\.count).max() ?? 0, max(8, width / 4))
    let columns = max(10, width - longest - 10)
    let start = "0 s"
    let end = coverage.end.inWords
    let ruler =
      String(repeating: " ", count: longest + 1) + start
      + String(repeating: " ", count: max(1, columns - start.count - end.count)) + end
    var lines = [ruler]
    for (row, label) in zip(coverage.rows, labels) {
      let name = String(label.prefix(longest))
      let padding = String(repeating: " ", count: longest - name.count + 1)
      lines.append(name + padding + drawn(cells(of: row, columns)) + " " + row.percentage)
    }
    lines.append("")
    for row in coverage.rows {
      for (what, ranges) in [("gap", row.gaps), ("overlap", row.overlaps), ("hidden", row.hidden)] {
        lines += ranges.ranges.map {
          "\(row.label.shown): \(what) from \($0.start.inWords) to \($0.end.inWords), \($0.duration.inWords)"
        }
      }
    }
    if lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What is worth the most attention of all that a column stands for, so that the shortest gap is seen.
  private func cells(of row: Coverage.Row, _ columns: Int) -> [Cell] {
    var cells = [Cell](repeating: .covered, count: columns)
    for (cell, ranges) in [(Cell.hidden, row.hidden), (.overlap, row.overlaps), (.gap, row.gaps)] {
      for range in ranges.ranges {
        let scale = Rational(Int64(columns)) / coverage.end.seconds
        let first = (range.start.seconds * scale).floor ?? 0
        let last = max(first + 1, (range.end.seconds * scale).ceiling ?? 0)
        for index in Int(first)..<min(Int(last), columns) { cells[index] = cell }
      }
    }
    return cells
  }

  private func drawn(_ cells: [Cell]) -> String {
    guard isColored else { return String(cells.map(\.rawValue)) }
    var text = ""
    for run in cells.runs {
      let characters = String(repeating: run.cell.rawValue, count: run.count)
      text += run.cell.color.map { "\u{1B}[\($0)m\(characters)\u{1B}[0m" } ?? characters
    }
    return text
  }
}

extension Array where Element: Equatable {
  fileprivate var runs: [(cell: Element, count: Int)] {
    reduce(into: []) { runs, cell in
      if runs.last?.cell == cell { runs[runs.count - 1].count += 1 } else { runs.append((cell, 1)) }
    }
  }
}
