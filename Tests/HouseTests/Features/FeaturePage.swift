import Foundation

/// docs/features.md: tables whose rows are an id, what cutlist does, and the tests that show it.
struct FeaturePage {
  struct Row {
    var id: String
    var wording: String
    var shownBy: String
    fileprivate var line: Int
  }

  private var lines: [String]
  let rows: [Row]

  init(_ text: String) {
    lines = text.components(separatedBy: "\n")
    rows = lines.enumerated().compactMap { index, line in
      guard line.hasPrefix("|"), let cells = line.wholeMatch(of: /\| *([A-Z]{3}-\d\d) *\|([^|]*)\|([^|]*)\|/) else {
        return nil
      }
      func cell(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }
      return Row(id: String(cells.1), wording: cell(cells.2), shownBy: cell(cells.3), line: index)
    }
  }

  /// The page with its last column made of what the tests say.
  func filled(with showings: [Showing]) -> String {
    var lines = lines
    for row in rows {
      let links = showings.filter { $0.row == row.id }.map(\.link)
      lines[row.line] = "| \(row.id) | \(row.wording) | \(links.joined(separator: ", ")) |"
    }
    return lines.joined(separator: "\n")
  }
}
