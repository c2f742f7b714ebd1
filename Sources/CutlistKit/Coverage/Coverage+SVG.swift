import Diagnostics
import TimelineModel

extension Coverage {
  /// A drawing to scale, for documentation and reports.
  package var svg: String {
    let (left, width, height) = (140.0, 800.0, 22.0)
    let seconds = end.seconds.approximate
    func bars(_ ranges: TimelineRanges, _ y: Double, _ color: String, _ title: String) -> [String] {
      ranges.ranges.map { range in
        let x = left + range.start.seconds.approximate / seconds * width
        // What is too short to be seen is drawn all the same.
        let length = max(1, range.duration.approximate / seconds * width)
        return
          "  <rect x=\"\(x.svg)\" y=\"\(y.svg)\" width=\"\(length.svg)\" height=\"\((height - 6).svg)\" fill=\"\(color)\"><title>\(title) \(range.start.inWords) to \(range.end.inWords)</title></rect>"
      }
    }
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      let y = 30 + Double(index) * height
      lines.append(
        "  <text x=\"\(left - 8)\" y=\"\((y + 12).svg)\" text-anchor=\"end\">\(row.label.escaped)</text>")
      lines += bars(row.covered, y, "#4a90d9", "covered")
      lines += bars(row.hidden, y, "#b0c4d8", "hidden")
      lines += bars(row.overlaps, y, "#e0a030", "overlap")
      lines += bars(row.gaps, y, row.kind == .instructions ? "#d04040" : "#eeeeee", "gap")
      lines.append("  <text x=\"\((left + width + 8).svg)\" y=\"\((y + 12).svg)\">\(row.percentage)</text>")
    }
    let total = 30 + Double(rows.count) * height + 10
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\((left + width + 70).svg)" height="\(total.svg)" font-family="sans-serif" font-size="12">
        <text x="\(left.svg)" y="18">0 s</text>
        <text x="\((left + width).svg)" y="18" text-anchor="end">\(end.inWords)</text>
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }
}

extension Coverage.Row {
  /// Its name, with what it is where a track is both seen and heard.
  package var label: String { kind == .sound ? "\(name) (sound)" : name }

  /// Never rounded up to all of it.
  package var percentage: String {
    if gaps.isEmpty { return "100 %" }
    return "\((min(fraction * 1000, 999).rounded(.down) / 10).plain) %"
  }
}

extension Double {
  fileprivate var svg: String { ((self * 100).rounded() / 100).plain }
}

extension String {
  fileprivate var escaped: String {
    shown.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
