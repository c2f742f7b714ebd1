import Diagnostics

/// Lists and mappings that are indented, with the comments between their members.
struct BlockWriter {
  private let source: SourceFile
  private let flow: FlowWriter
  private let scalars: ScalarLayout
  private var comments: ArraySlice<Comment>
  private var lines: [String] = []
  /// The line of the text on which what was written last ends; nil where a blank line would be the first of something.
  private var lastLine: Int?
  private let prologue: String

  /// - Parameter start: where an explicit `---` ends; what stands before it is left alone.
  init(_ source: SourceFile, _ comments: [Comment], from start: Int?) {
    self.source = source
    flow = FlowWriter(source, isJSON: false)
    scalars = ScalarLayout(source: source, isJSON: false)
    self.comments = comments.drop { $0.span.start < start ?? 0 }
    prologue = start.map { String(decoding: source.bytes[..<$0], as: UTF8.self) + "\n" } ?? ""
  }

  mutating func text(of root: Layout) -> String {
    let end = source.bytes.count
    writeComments(before: root.span.start, indent: 0)
    if isIndented(root, indent: 0, before: 0) {
      lastLine = lines.isEmpty ? nil : lastLine
      if let anchor = root.place.anchor { lines.append("&\(anchor)") }
      writeMembers(of: root, indent: 0, limit: end)
    } else {
      writeGap(before: root.span.start)
      append(root, behind: "", indent: 0)
    }
    writeComments(before: end, indent: 0)
    return prologue + lines.joined(separator: "\n") + "\n"
  }
}

// MARK: Members

extension BlockWriter {
  /// - Parameter limit: where what comes after it begins.
  private mutating func writeMembers(of node: Layout, indent: Int, limit: Int, behind prefix: String? = nil) {
    var prefix = prefix
    func starts(_ spans: [SourceSpan]) -> [Int] { spans.dropFirst().map(\.start) + [limit] }
    switch node {
    case .alias, .scalar: break
    case .sequence(let elements, _, _):
      for (element, next) in zip(elements, starts(elements.map(\.span))) {
        writeElement(element, indent: indent, limit: next, behind: prefix)
        prefix = nil
      }
    case .mapping(let entries, _, _):
      for (entry, next) in zip(entries, starts(entries.map(\.key.span))) {
        writeEntry(entry.key, entry.value, indent: indent, limit: next, behind: prefix)
        prefix = nil
      }
    }
  }

  private mutating func writeElement(_ element: Layout, indent: Int, limit: Int, behind prefix: String?) {
    let margin = prefix ?? String(repeating: " ", count: indent)
    if prefix == nil {
      writeComments(before: element.span.start, indent: indent)
      writeGap(before: element.span.start)
    }
    guard isIndented(element, indent: indent, before: 2) else {
      return append(element, behind: margin + "-", indent: indent)
    }
    if let anchor = element.place.anchor {
      lines.append(margin + "- &\(anchor)")
      lastLine = nil
      writeMembers(of: element, indent: indent + 2, limit: limit)
    } else {
      writeMembers(of: element, indent: indent + 2, limit: limit, behind: margin + "- ")
    }
    writeTail(of: element, indent: indent + 2, limit: limit)
  }

  private mutating func writeEntry(_ key: Layout, _ value: Layout, indent: Int, limit: Int, behind prefix: String?) {
    let margin = prefix ?? String(repeating: " ", count: indent)
    let name = flow.key(key, isInFlow: false)
    let isIndented = isIndented(value, indent: indent, before: name.count + 1)
    // A comment between a key and its value goes above both, unless it is all about what is indented below.
    let isAbove = !value.isEmpty && !isIndented
    if prefix == nil {
      writeComments(before: isAbove ? value.span.start : key.span.start, indent: indent)
      writeGap(before: key.span.start)
    }
    guard isIndented else {
      return append(value, behind: margin + name, indent: indent, end: value.isEmpty ? key.span.end : nil)
    }
    lines.append(margin + name + (value.place.anchor.map { " &\($0)" } ?? ""))
    appendComment(behind: key.span.end, before: value.firstMember)
    lastLine = nil
    writeMembers(of: value, indent: indent + 2, limit: limit)
    writeTail(of: value, indent: indent + 2, limit: limit, within: column(of: key.span.start))
  }

  /// Comments behind the last member that are indented like it.
  private mutating func writeTail(of node: Layout, indent: Int, limit: Int, within outer: Int = -1) {
    guard node.isBlock else { return writeComments(before: min(limit, node.span.end), indent: indent) }
    let own = column(of: node.span.start)
    while let comment = comments.first, comment.span.start < limit, comment.isAlone,
      column(of: comment.span.start) >= own, column(of: comment.span.start) > outer
    {
      write(comment, indent: indent)
    }
  }

  /// True where a value is written on lines of its own: because it was and is not empty, or because it does not fit
  /// behind its key, or has comments in it.
  private func isIndented(_ node: Layout, indent: Int, before: Int) -> Bool {
    switch node {
    case .alias, .scalar: return false
    case .sequence(let elements, _, _) where elements.isEmpty: return false
    case .mapping(let entries, _, _) where entries.isEmpty: return false
    case .sequence, .mapping:
      let hasComments = comments.lazy.prefix { $0.span.start < node.span.end }
        .contains { node.span.start < $0.span.start && $0.span.end <= node.span.end }
      return node.isBlock || hasComments
        || indent + before + flow.line(node).count > FlowWriter.width
    }
  }
}

// MARK: Lines

extension BlockWriter {
  /// Writes a value behind its key or dash.
  private mutating func append(_ value: Layout, behind prefix: String, indent: Int, end: Int? = nil) {
    let anchor = value.place.anchor.map { "&\($0) " } ?? ""
    let space = prefix.isEmpty ? "" : " "
    if case .scalar(let text, _, let place) = value, let block = scalars.block(text, place, indent: indent) {
      lines.append(prefix + space + anchor + block.header)
      appendComment(behind: place.span.start)
      lines += block.lines
    } else {
      let text = flow.line(value, isInFlow: isBracketed(value))
      lines.append(text.isEmpty ? prefix : prefix + space + text)
    }
    let end = end ?? value.span.end
    lastLine = source.lines.line(at: max(0, end - 1))
    appendComment(behind: max(0, end - 1))
  }

  private func isBracketed(_ value: Layout) -> Bool { if case .scalar = value { false } else { true } }

  /// A comment on the same line of the text goes behind what was written last.
  private mutating func appendComment(behind offset: Int, before limit: Int = .max) {
    guard let comment = comments.first, !comment.isAlone, !lines.isEmpty,
      source.lines.line(at: comment.span.start) == source.lines.line(at: offset), comment.span.start > offset,
      comment.span.start < limit
    else { return }
    lines[lines.count - 1] += " " + text(of: comment)
    lastLine = source.lines.line(at: comment.span.start)
    comments = comments.dropFirst()
  }

  private mutating func writeComments(before limit: Int, indent: Int) {
    while let comment = comments.first, comment.span.start < limit { write(comment, indent: indent) }
  }

  private mutating func write(_ comment: Comment, indent: Int) {
    writeGap(before: comment.span.start)
    lines.append(String(repeating: " ", count: indent) + text(of: comment))
    lastLine = source.lines.line(at: comment.span.start)
    comments = comments.dropFirst()
  }

  /// One blank line where there was at least one.
  private mutating func writeGap(before offset: Int) {
    defer { lastLine = source.lines.line(at: offset) }
    guard let lastLine, source.lines.line(at: offset) > lastLine + 1, !lines.isEmpty, lines.last != "" else { return }
    // Lines between may hold only brackets and dashes.
    let between = (lastLine + 1..<source.lines.line(at: offset)).contains { line in
      source.bytes[source.lines.range(ofLine: line)].allSatisfy(\.isWhiteSpace)
    }
    if between { lines.append("") }
  }

  private func text(of comment: Comment) -> String {
    var text = source.text(of: comment.span)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }

  private func column(of offset: Int) -> Int { source.position(of: offset).column - 1 }
}
