import Diagnostics

/// A document as it is laid out: the tree with all that changes nothing of its meaning.
indirect enum Layout {
  case alias(String, Place)
  case scalar(String, isQuoted: Bool, Place)
  case sequence([Layout], isFlow: Bool, Place)
  case mapping([(key: Layout, value: Layout)], isFlow: Bool, Place)

  struct Place {
    var span: SourceSpan
    var anchor: String?
  }

  var place: Place {
    switch self {
    case .alias(_, let place), .scalar(_, _, let place), .sequence(_, _, let place), .mapping(_, _, let place): place
    }
  }

  var span: SourceSpan { place.span }

  /// True for lists and mappings that are indented rather than in brackets, and have something in them.
  var isBlock: Bool {
    switch self {
    case .alias, .scalar: false
    case .sequence(let elements, let isFlow, _): !isFlow && !elements.isEmpty
    case .mapping(let entries, let isFlow, _): !isFlow && !entries.isEmpty
    }
  }

  /// Where the first of its members begins.
  var firstMember: Int {
    switch self {
    case .alias, .scalar: span.start
    case .sequence(let elements, _, _): elements.first?.span.start ?? span.end
    case .mapping(let entries, _, _): entries.first?.key.span.start ?? span.end
    }
  }

  /// True for what is not written at all.
  var isEmpty: Bool { if case .scalar("", isQuoted: false, _) = self { true } else { false } }
}

extension Layout {
  /// What JSON says, which is all in brackets and has no anchors.
  init(ofJSON node: Node) {
    let place = Place(span: node.span, anchor: nil)
    switch node.content {
    case .scalar(let scalar): self = .scalar(scalar.text, isQuoted: scalar.isQuoted, place)
    case .sequence(let elements): self = .sequence(elements.map(Layout.init(ofJSON:)), isFlow: true, place)
    case .mapping(let entries):
      let members = entries.map { entry in
        (key: Layout.scalar(entry.key, isQuoted: true, Place(span: entry.keySpan, anchor: nil)), value: Layout(ofJSON: entry.value))
      }
      self = .mapping(members, isFlow: true, place)
    }
  }
}

/// Reads a text that has been found readable once more, for its layout.
struct LayoutReader {
  private let source: SourceFile
  private let map: CharacterMap
  private let events: EventStream
  /// Where an explicit `---` ends.
  private(set) var start: Int?

  init(_ source: SourceFile) {
    self.source = source
    map = CharacterMap(source.bytes)
    events = EventStream(map.bytes)
  }

  mutating func read() -> Layout? {
    do {
      _ = try events.next()
      let document = try events.next()
      guard case .documentStart = document.kind else { return nil }
      if !document.range.isEmpty { start = map.offset(of: document.range.upperBound) }
      return try read(try events.next())
    } catch {
      return nil
    }
  }

  private mutating func read(_ event: EventStream.Event) throws(EventStream.Failure) -> Layout {
    let start = map.offset(of: event.range.lowerBound)
    func place(_ end: Int) -> Layout.Place {
      Layout.Place(span: source.trimmed(start..<max(start, end)), anchor: event.anchor)
    }
    switch event.kind {
    case .alias(let name): return .alias(name, place(map.offset(of: event.range.upperBound)))
    case .sequenceStart:
      var elements: [Layout] = []
      while true {
        let next = try events.next()
        if case .sequenceEnd = next.kind {
          let end = event.isFlow ? map.offset(of: next.range.upperBound) : elements.last?.span.end ?? start
          return .sequence(elements, isFlow: event.isFlow, place(end))
        }
        elements.append(try read(next))
      }
    case .mappingStart:
      var entries: [(Layout, Layout)] = []
      while true {
        let next = try events.next()
        if case .mappingEnd = next.kind {
          let last = entries.last.map { max($0.0.span.end, $0.1.span.end) }
          let end = event.isFlow ? map.offset(of: next.range.upperBound) : last ?? start
          return .mapping(entries, isFlow: event.isFlow, place(end))
        }
        let key = try read(next)
        entries.append((key, try read(try events.next())))
      }
    case .scalar(let text, let isQuoted):
      let end = map.offset(of: event.range.upperBound)
      // What is not there stands where reading went on, which may be lines further down.
      if text.isEmpty, !isQuoted, event.anchor == nil {
        let place = Layout.Place(span: SourceSpan(file: source.id, start..<start), anchor: nil)
        return .scalar("", isQuoted: false, place)
      }
      return .scalar(text, isQuoted: isQuoted, place(end))
    default: return .scalar("", isQuoted: false, place(start))
    }
  }
}
