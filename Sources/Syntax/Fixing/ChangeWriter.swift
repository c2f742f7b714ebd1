package import Diagnostics

/// Writes changes of a document out as edits of its text, in the quotes and the style that the text has.
package struct ChangeWriter {
  private let outline: Outline
  private let source: SourceFile
  private let isJSON: Bool
  private let anchors: AnchorUse

  package init(_ root: Node, in source: SourceFile) {
    outline = Outline(root, in: source)
    anchors = AnchorUse(source)
    self.source = source
    isJSON = source.isJSON
  }

  /// Nil where one of them cannot be made.
  package func edits(for changes: [DocumentChange]) -> [TextEdit]? {
    var edits: [TextEdit] = []
    for change in changes {
      guard let made = self.edits(for: change) else { return nil }
      edits += made
    }
    return edits
  }

  private func edits(for change: DocumentChange) -> [TextEdit]? {
    switch change {
    case .write(let text, let span): write(text, at: span).map { [$0] }
    case .replace(let old, let new, let span): replace(old, new, in: span).map { [$0] }
    case .begin(let start, let range):
      parts(of: range).flatMap { $0.isLength ? nil : write("\(start)..\($0.end)", at: range) }.map { [$0] }
    case .end(let end, let range): parts(of: range).flatMap { write("\($0.start)..\(end)", at: range) }.map { [$0] }
    case .set(let key, let value, let place): set(key, to: value, in: place).map { [$0] }
    case .unset(let key, let place): unset(key, in: place)
    case .remove(let span): outline.members[span].flatMap(removal).map { [$0] }
    case .order(let spans): order(spans)
    }
  }
}

// MARK: Words

extension ChangeWriter {
  /// Writes a text at a place within one word, or in place of all of it. Nil if it cannot be written there.
  private func write(_ text: String, at span: SourceSpan) -> TextEdit? {
    // What stands for a parameter's value is not the value.
    guard let word = outline.word(at: span), !word.scalar.text.contains("${") else { return nil }
    if word.span == span { return rewrite(word, as: text) }
    guard let verbatim = verbatim(word), verbatim.start <= span.start, span.end <= verbatim.end else { return nil }
    var bytes = Array(word.scalar.text.utf8)
    bytes.replaceSubrange(span.start - verbatim.start..<span.end - verbatim.start, with: text.utf8)
    return rewrite(word, as: String(decoding: bytes, as: UTF8.self))
  }

  /// Writes a name in place of parts of a word's value, and leaves the rest of the word as it is written, if possible.
  ///
  /// - Parameter parts: Ranges of the value's bytes, in their order.
  /// - Returns: An edit for each part, or one for the whole word; `nil` if there is no such word, or no place in it for
  ///   the name.
  package func edits(writing name: String, inPlaceOf parts: [Range<Int>], of span: SourceSpan) -> [TextEdit]? {
    guard let word = outline.word(at: span), word.span == span, !parts.isEmpty else { return nil }
    let whole = word.scalar.text.writing(name, inPlaceOf: parts)
    guard let places = ScalarPlaces(of: word.scalar.text, at: span, in: source),
      let spelling = places.style.spelling(of: name, within: whole, isInFlow: word.isInFlow),
      !isJSON || word.scalar.isQuoted
    else { return rewrite(word, as: whole).map { [$0] } }
    var edits: [TextEdit] = []
    for part in parts {
      guard let place = places.place(of: part), place.start >= edits.last?.span.end ?? span.start else {
        return rewrite(word, as: whole).map { [$0] }
      }
      edits.append(TextEdit(span: place, replacement: spelling))
    }
    return edits
  }

  /// Writes a whole word anew, in the quotes that it has or needs. Nil if there is no such word, or it is a block.
  package func edit(rewriting span: SourceSpan, as text: String) -> TextEdit? {
    outline.word(at: span).flatMap { $0.span == span ? rewrite($0, as: text) : nil }
  }

  private func replace(_ old: String, _ new: String, in span: SourceSpan) -> TextEdit? {
    guard let word = outline.word(at: span), let range = word.scalar.text.firstRange(of: old) else { return nil }
    var text = word.scalar.text
    text.replaceSubrange(range, with: new)
    return rewrite(word, as: text)
  }

  /// The whole word with another text, in the quotes that it has, or in those that it needs.
  private func rewrite(_ word: Outline.Word, as text: String) -> TextEdit? {
    let isBlock = "|>".contains(source.text(of: word.span).first ?? " ")
    guard !isBlock else { return nil }
    return TextEdit(span: word.span, replacement: spelling(of: word, for: text).text(text))
  }

  private func spelling(of word: Outline.Word, for text: String) -> ScalarSpelling {
    if isJSON { return !word.scalar.isQuoted && ScalarSpelling.isJSONLiteral(text) ? .plain : .doubleQuoted }
    if word.scalar.isQuoted {
      return source.text(of: word.span).hasPrefix("'") && ScalarSpelling.canBeVerbatim(text)
        ? .singleQuoted : .doubleQuoted
    }
    return ScalarSpelling.canStandPlain(text, isInFlow: word.isInFlow) ? .plain : .doubleQuoted
  }

  /// Where the text of a word stands if it stands there as it is, without escapes or folded lines.
  private func verbatim(_ word: Outline.Word) -> SourceSpan? {
    let count = word.span.range.count
    let inner = word.scalar.isQuoted && count >= 2 ? word.span.part(1..<count - 1) : word.span
    return source.text(of: inner) == word.scalar.text ? inner : nil
  }

  private func parts(of range: SourceSpan) -> (start: String, end: String, isLength: Bool)? {
    guard let text = outline.word(at: range)?.scalar.text, let dots = text.firstRange(of: "..") else { return nil }
    let end = text[dots.upperBound...].drop { $0 == " " }
    return (String(text[..<dots.lowerBound]), String(end), end.hasPrefix("+"))
  }
}

// MARK: Entries and elements

extension ChangeWriter {
  private func set(_ key: String, to value: String, in place: DocumentChange.Mapping) -> TextEdit? {
    guard let (entries, mapping) = outline.mapping(place) else { return nil }
    let isFirst = if case .beginning = place { true } else { false }
    let written = isJSON ? flowText(value) : value
    if let present = entries.first(where: { $0.key == key }) {
      guard !present.value.span.range.isEmpty, present.value.scalar?.text.contains("${") != true else { return nil }
      return TextEdit(span: present.value.span, replacement: written)
    }
    guard let first = entries.first, let last = entries.last, !last.value.span.range.isEmpty else { return nil }
    let entry = "\(isJSON ? "\"\(key)\"" : key): \(written)"
    if outline.isFlow(mapping) {
      return isFirst
        ? insertion("\(entry), ", at: first.keySpan.start) : insertion(", \(entry)", at: last.value.span.end)
    }
    let lineBreak = "\n" + String(repeating: " ", count: column(of: first.keySpan.start))
    return isFirst
      ? insertion(entry + lineBreak, at: first.keySpan.start) : insertion(lineBreak + entry, at: lineEnd(last.span.end))
  }

  private func unset(_ key: String, in place: DocumentChange.Mapping) -> [TextEdit]? {
    guard let entry = outline.mapping(place)?.entries.first(where: { $0.key == key }) else { return [] }
    return outline.members[entry.keySpan].flatMap(removal).map { [$0] }
  }

  /// YAML on one line as JSON.
  private func flowText(_ value: String) -> String {
    guard let node = parse(SourceFile(name: "", text: value)).value else { return value }
    return JSONText.text(of: node)
  }

  /// Takes a member away with what parts it from its neighbours: its lines, or its comma.
  private func removal(of member: Outline.Member) -> TextEdit? {
    source.removal(of: member.index, among: member.spans, isFlow: outline.isFlow(member.container), anchors)
  }

  private func order(_ spans: [SourceSpan]) -> [TextEdit]? {
    guard spans.allSatisfy({ outline.members[$0] != nil }) else { return nil }
    let edits = zip(spans.sorted { $0.start < $1.start }, spans).map { place, wanted in
      TextEdit(span: place, replacement: source.text(of: wanted))
    }
    return edits.filter { source.text(of: $0.span) != $0.replacement }
  }

  private func insertion(_ text: String, at offset: Int) -> TextEdit {
    TextEdit(span: SourceSpan(file: source.id, offset..<offset), replacement: text)
  }

  /// How many characters stand before a place on its line.
  private func column(of offset: Int) -> Int { source.position(of: offset).column - 1 }

  /// Where the line of a place ends, before its break.
  private func lineEnd(_ offset: Int) -> Int {
    let range = source.lines.range(ofLine: source.lines.line(at: offset))
    return range.upperBound - source.bytes[range].reversed().prefix { $0 == 0x0A || $0 == 0x0D }.count
  }
}

extension String {
  /// Returns the text with another one in place of parts of it.
  ///
  /// - Parameter parts: Ranges of its bytes, in their order.
  package func writing(_ other: String, inPlaceOf parts: [Range<Int>]) -> String {
    let bytes = Array(utf8)
    var (text, position): ([UInt8], Int) = ([], 0)
    for part in parts {
      text += bytes[position..<part.lowerBound] + Array(other.utf8)
      position = part.upperBound
    }
    return String(decoding: text + bytes[position...], as: UTF8.self)
  }
}

extension ScalarPlaces.Style {
  /// Returns how a name is written in a word of this style; `nil` if the word needs another style for it.
  fileprivate func spelling(of name: String, within text: String, isInFlow: Bool) -> String? {
    switch self {
    case .doubleQuoted: return String(ScalarSpelling.doubleQuoted.text(name).dropFirst().dropLast())
    case .singleQuoted:
      return ScalarSpelling.canBeVerbatim(name) ? name.replacing("'", with: "''") : nil
    case .block: return ScalarSpelling.canBeVerbatim(name) ? name : nil
    case .plain:
      let line = text.replacing("\n", with: " ")
      return ScalarSpelling.canStandPlain(line, isInFlow: isInFlow) ? name : nil
    case .alias: return nil
    }
  }
}
