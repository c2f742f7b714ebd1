import Diagnostics

/// Builds the tree from libyaml's events and says what is wrong with the text.
struct YAMLParser {
  private var log = DiagnosticLog()
  private let source: SourceFile
  private let map: CharacterMap
  private let events: EventStream
  private var anchors: [String: (node: Node, size: Int)] = [:]
  private lazy var anchorUse = AnchorUse(source)
  /// Nodes made so far, those behind aliases counted each time they are used.
  private var size = 0
  private var depth = 0

  var diagnostics: [Diagnostic] { log.diagnostics }
  /// Why the text could not be read to its end, where that is so.
  private(set) var failure: EventStream.Failure?

  /// False where only the tree is wanted, and where reading stopped.
  private let explains: Bool

  init(_ source: SourceFile, explainingFailures explains: Bool = true) {
    self.source = source
    self.explains = explains
    map = CharacterMap(source.bytes)
    events = EventStream(map.bytes)
  }

  mutating func parseDocument() -> Node? {
    guard source.bytes.count <= DocumentBounds.bytes else {
      DocumentBounds.report(tooManyBytesOf: source, to: &log)
      return nil
    }
    do {
      _ = try events.next()
      guard case .documentStart = try events.next().kind else { return nil }
      let root = try parseNode(try events.next())
      _ = try events.next()
      let after = try events.next()
      if case .documentStart = after.kind {
        log.report(.yamlFeature, "the file holds several documents; a timeline is one", at: span(after.range))
      }
      return root
    } catch let failure as EventStream.Failure {
      self.failure = failure
      if explains { log.diagnostics.append(FailureExplanation(source, map).diagnostic(of: failure)) }
    } catch is TooLarge {
    } catch {
      log.report(.syntaxError, "\(error)", at: source.span)
    }
    return nil
  }

  /// Where in the text reading stopped.
  func offset(of failure: EventStream.Failure) -> Int { map.offset(of: failure.index) }

  private struct TooLarge: Error {}

  /// A tag of YAML's own changes nothing here, so it can go.
  private func removal(ofTag written: String, _ event: EventStream.Event) -> [FixIt] {
    guard written.hasPrefix("!!") else { return [] }
    let tag = span(event.range.lowerBound, length: written.count)
    guard source.text(of: tag) == written else { return [] }
    let spaces = source.bytes[tag.end...].prefix { $0 == 0x20 }.count
    let edit = TextEdit(span: SourceSpan(file: source.id, tag.start..<tag.end + spaces), replacement: "")
    return [FixIt("leave `\(written)` out", edits: [edit], safety: .safe)]
  }

  private mutating func parseNode(_ event: EventStream.Event) throws -> Node {
    depth += 1
    defer { depth -= 1 }
    let sizeBefore = size
    size += 1
    if case .scalar(let text, _) = event.kind { size += text.utf8.count / DocumentBounds.bytesPerValue }
    if depth > DocumentBounds.depth {
      DocumentBounds.report(tooDeepAt: span(event.range), to: &log)
      throw TooLarge()
    }
    try checkSize(event)
    if let tag = event.tag, tag != "!" {
      let written = tag.replacingTagPrefix
      log.report(
        .yamlFeature,
        "`\(written)` is a tag to YAML, which has no meaning here; a text that begins with `!` has to be in quotes",
        at: span(event.range.lowerBound, length: written.count), fixIts: removal(ofTag: written, event))
    }
    let node: Node
    switch event.kind {
    case .scalar(let text, let isQuoted):
      node = Node(.scalar(.init(text, isQuoted: isQuoted)), span: source.trimmed(contentRange(event, to: event.range.upperBound)))
    case .sequenceStart: node = try parseSequence(event)
    case .mappingStart: node = try parseMapping(event)
    case .alias(let name): node = try expand(name, event)
    default: node = Node(.scalar(.init("", isQuoted: false)), span: span(event.range))
    }
    if let anchor = event.anchor { anchors[anchor] = (node, size - sizeBefore) }
    return node
  }

  private mutating func checkSize(_ event: EventStream.Event) throws {
    guard size > DocumentBounds.values else { return }
    DocumentBounds.report(tooManyValuesAt: span(event.range), to: &log)
    throw TooLarge()
  }

  private mutating func parseSequence(_ start: EventStream.Event) throws -> Node {
    var elements: [Node] = []
    while true {
      let event = try events.next()
      if case .sequenceEnd = event.kind {
        return Node(.sequence(elements), span: collectionSpan(start, event, lastChild: elements.last?.span))
      }
      elements.append(try parseNode(event))
    }
  }

  private mutating func parseMapping(_ start: EventStream.Event) throws -> Node {
    var entries: [Node.Entry] = []
    var seen = SeenKeys()
    var repeated: [Node.Entry] = []
    while true {
      let event = try events.next()
      if case .mappingEnd = event.kind {
        if !repeated.isEmpty {
          let (isFlow, anchors) = (!event.range.isEmpty, anchorUse)
          seen.report(repeated, besides: entries, in: source, isFlow: isFlow, anchors, to: &log)
        }
        return Node(.mapping(entries), span: collectionSpan(start, event, lastChild: entries.last?.value.span))
      }
      let key = try parseNode(event)
      let value = try parseNode(try events.next())
      guard let name = key.scalar?.text else {
        log.report(.syntaxError, "a key has to be a word, not \(key.kindInWords)", at: key.span)
        continue
      }
      if name == "<<", key.scalar?.isQuoted == false {
        log.report(.yamlFeature, "merge keys (`<<`) are not part of the language", at: key.span)
        continue
      }
      let entry = Node.Entry(key: name, keySpan: key.span, value: value)
      guard seen.insert(entry) else {
        repeated.append(entry)
        continue
      }
      if value.isNull, value.span.range.isEmpty, let swallowed = CommentTrap(source).value(after: key.span.end) {
        log.diagnostics.append(CommentTrap.diagnostic(for: swallowed, in: source))
        continue
      }
      entries.append(entry)
    }
  }

  private mutating func expand(_ name: String, _ event: EventStream.Event) throws -> Node {
    guard let (node, count) = anchors[name] else {
      log.report(
        .syntaxError, "a text that begins with `*` has to be in quotes: there is no anchor `&\(name)` before it",
        at: span(event.range))
      return Node(.scalar(.init("", isQuoted: false)), span: span(event.range))
    }
    size += count
    try checkSize(event)
    // It stands where it is used; what is within it stands behind its anchor.
    return Node(node.content, span: span(event.range))
  }
}

// MARK: Spans

extension YAMLParser {
  private func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(file: source.id, map.offset(of: range.lowerBound)..<map.offset(of: range.upperBound))
  }

  private func span(_ start: Int, length: Int) -> SourceSpan { span(start..<start + length) }

  /// Returns the bytes of a node without the anchor and the tag before it, which are not part of the value.
  ///
  /// - Parameter end: The character at which the node ends.
  private func contentRange(_ event: EventStream.Event, to end: Int) -> Range<Int> {
    let range = span(event.range.lowerBound..<end).range
    guard event.anchor != nil || event.tag != nil else { return range }
    let bytes = source.bytes
    var start = range.lowerBound
    while start < bytes.count {
      if bytes[start].isWhiteSpace {
        start += 1
      } else if "&!".utf8.contains(bytes[start]) {
        start = bytes[start...].firstIndex { $0.isWhiteSpace || ",[]{}".utf8.contains($0) } ?? bytes.count
      } else if bytes[start] == UInt8(ascii: "#") {
        start = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else {
        break
      }
    }
    // An empty value is as long as its anchor.
    return start < range.upperBound ? start..<range.upperBound : range
  }

  /// A block collection's end mark lies at the next token, beyond comments and blank lines; its last child ends it.
  private func collectionSpan(
    _ start: EventStream.Event, _ end: EventStream.Event, lastChild: SourceSpan?
  ) -> SourceSpan {
    let whole = SourceSpan(file: source.id, contentRange(start, to: end.range.upperBound))
    let isFlow = !end.range.isEmpty
    guard !isFlow, let lastChild else { return isFlow ? whole : source.trimmed(whole.range) }
    return SourceSpan(file: source.id, whole.start..<max(whole.start, min(lastChild.end, whole.end)))
  }
}

extension String {
  /// `!!int` for the long form that libyaml gives.
  fileprivate var replacingTagPrefix: String {
    let prefix = "tag:yaml.org,2002:"
    return hasPrefix(prefix) ? "!!" + dropFirst(prefix.count) : self
  }
}
