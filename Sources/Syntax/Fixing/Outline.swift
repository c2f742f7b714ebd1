import Diagnostics

/// Where everything of a document stands, to be looked up by place.
struct Outline {
  /// A key or a value that is one word or text.
  struct Word {
    var scalar: Node.Scalar
    var span: SourceSpan
    var isInFlow: Bool
  }

  /// One of several that stand beside each other: an entry of a mapping or an element of a list.
  struct Member {
    var spans: [SourceSpan]
    var index: Int
    var container: SourceSpan
  }

  private(set) var words: [Word] = []
  private(set) var mappings: [SourceSpan: [Node.Entry]] = [:]
  private(set) var members: [SourceSpan: Member] = [:]
  private let source: SourceFile

  init(_ root: Node, in source: SourceFile) {
    self.source = source
    add(root, isInFlow: false)
    words.sort { ($0.span.start, $0.span.end) < ($1.span.start, $1.span.end) }
  }

  private mutating func add(_ node: Node, isInFlow: Bool) {
    let isInFlow = isInFlow || isFlow(node.span)
    switch node.content {
    case .scalar(let scalar): words.append(Word(scalar: scalar, span: node.span, isInFlow: isInFlow))
    case .sequence(let elements):
      // What an alias stands for has its place behind the anchor.
      if let first = elements.first, !node.span.contains(first.span) { return }
      let spans = elements.map(\.span)
      for (index, element) in elements.enumerated() {
        members[element.span] = Member(spans: spans, index: index, container: node.span)
        add(element, isInFlow: isInFlow)
      }
    case .mapping(let entries):
      if let first = entries.first, !node.span.contains(first.keySpan) { return }
      mappings[node.span] = entries
      let spans = entries.map(\.span)
      for (index, entry) in entries.enumerated() {
        let member = Member(spans: spans, index: index, container: node.span)
        members[entry.keySpan] = member
        // What is empty has no place of its own.
        if !entry.value.span.range.isEmpty { members[entry.value.span] = member }
        // Keys are words as well; whether they were quoted is seen from their text.
        let isQuoted = "\"'".contains(source.text(of: entry.keySpan).first ?? " ")
        words.append(Word(scalar: .init(entry.key, isQuoted: isQuoted), span: entry.keySpan, isInFlow: isInFlow))
        add(entry.value, isInFlow: isInFlow)
      }
    }
  }

  /// True where a list or mapping is written in brackets.
  func isFlow(_ span: SourceSpan) -> Bool {
    span.start < source.bytes.count && "[{".utf8.contains(source.bytes[span.start])
  }

  /// The word that a place is, or is within.
  func word(at span: SourceSpan) -> Word? {
    words[..<words.leadingCount { $0.span.start <= span.start }].last.flatMap { span.end <= $0.span.end ? $0 : nil }
  }

  func mapping(_ place: DocumentChange.Mapping) -> (entries: [Node.Entry], span: SourceSpan)? {
    let span: SourceSpan? =
      switch place {
      case .at(let span), .beginning(let span): span
      case .around(let member): members[member]?.container
      }
    return span.flatMap { span in mappings[span].map { ($0, span) } }
  }
}
