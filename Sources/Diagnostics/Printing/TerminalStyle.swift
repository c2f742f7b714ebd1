/// Colours for a terminal, or none.
struct TerminalStyle: Sendable {
  let isColored: Bool

  enum Color: String, Sendable { case red = "1;31", yellow = "1;33", blue = "1;34", green = "1;32", cyan = "1;36" }

  func color(of severity: Severity) -> Color {
    switch severity {
    case .error: .red
    case .warning: .yellow
    case .remark: .blue
    }
  }

  var noteColor: Color { .cyan }
  func paint(_ text: String, _ color: Color) -> String { escape(text, color.rawValue) }
  func bold(_ text: String) -> String { escape(text, "1") }
  func faint(_ text: String) -> String { escape(text, "2") }
  func note(_ text: String) -> String { paint(text, noteColor) }
  func help(_ text: String) -> String { paint(text, .green) }

  private func escape(_ text: String, _ code: String) -> String {
    isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
