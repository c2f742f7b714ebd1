import Compiler
import Diagnostics
import Syntax

extension ReadDocument {
  /// What each word of a part of the text is, in the protocol's five numbers for each.
  func semanticTokens(in range: LSP.Range?) -> LSP.SemanticTokens {
    guard let tree, kind != .other else { return LSP.SemanticTokens(data: []) }
    let names = TokenNames(self.names)
    var found = words.words.flatMap { tokens(of: $0, names) }
    found += source.comments(besides: tree).map { Token(span: $0.span, type: .comment) }
    var encoder = TokenEncoder()
    for token in found.sorted(by: { $0.span.start < $1.span.start }) {
      for part in lineParts(of: token.span) where range.map({ part.touches($0) }) ?? true {
        encoder.add(part, token.type, isDeclaration: token.isDeclaration)
      }
    }
    return LSP.SemanticTokens(data: encoder.data)
  }

  private struct Token {
    var span: SourceSpan
    var type: LSP.TokenType
    var isDeclaration = false
  }

  private func tokens(of word: WordMap.Word, _ names: TokenNames) -> [Token] {
    switch word.role {
    case .key: return [Token(span: word.span, type: .property)]
    case .unknownKey: return []
    case .name(let meaning):
      if case .declares = meaning { return [Token(span: word.span, type: .variable, isDeclaration: true)] }
      return [Token(span: word.span, type: meaning == .time ? .number : .property)]
    case .value(let shape):
      let type = type(of: word, shape, names)
      let isDeclaration = if case .declares = word.meaning { true } else { false }
      return split(Token(span: word.span, type: type, isDeclaration: isDeclaration), word, names)
    }
  }

  private func type(of word: WordMap.Word, _ shape: GrammarMap.Shape, _ names: TokenNames) -> LSP.TokenType {
    for choice in shape.words {
      if case .choice(let names) = choice.schema, names.contains(word.text) { return .enumMember }
      if case .boolean = choice.schema, ["true", "false"].contains(word.text) { return .keyword }
      if case .constant(let text) = choice.schema, text == word.text { return .keyword }
    }
    switch word.meaning {
    case .declares: return .variable
    case .names(let kind): return NameTable.Space(of: kind) == nil ? .enumMember : .variable
    case .clip: return names.assets.contains(word.text) ? .variable : .string
    case .end: return word.text.first?.isNumber ?? false ? .number : .variable
    case .time, .timeRange, .color: return .number
    case .path: return .string
    case nil: break
    }
    let isNumeric = shape.words.contains { choice in
      switch choice.schema {
      case .number, .integer: true
      case .string(let pattern, _): pattern != nil
      default: false
      }
    }
    return isNumeric ? .number : .string
  }

  /// The parameters in a value by themselves.
  private func split(_ token: Token, _ word: WordMap.Word, _ names: TokenNames) -> [Token] {
    guard word.text.contains("${") else { return [token] }
    var tokens: [Token] = []
    var start = word.span.start
    for parameter in names.parameters(from: word.span.start) {
      guard parameter.end <= word.span.end else { break }
      if start < parameter.start {
        tokens.append(Token(span: SourceSpan(file: source.id, start..<parameter.start), type: token.type))
      }
      tokens.append(Token(span: parameter, type: .parameter))
      start = parameter.end
    }
    if start < word.span.end {
      tokens.append(Token(span: SourceSpan(file: source.id, start..<word.span.end), type: token.type))
    }
    return tokens
  }


  /// A token stays on one line.
  private func lineParts(of span: SourceSpan) -> [LSP.Range] {
    let (first, last) = (lines.line(at: span.start), lines.line(at: max(span.start, span.end - 1)))
    return (first...last).compactMap { line in
      let content = lines.content(ofLine: line)
      let part =
        max(span.start, content.lowerBound)..<max(span.start, content.lowerBound, min(span.end, content.upperBound))
      return part.isEmpty ? nil : lines.range(part, encoding)
    }
  }
}

/// Each token as its distance from the one before.
private struct TokenEncoder {
  private(set) var data: [Int] = []
  private var last = LSP.Position(line: 0, character: 0)
  private var end = LSP.Position(line: 0, character: 0)

  mutating func add(_ range: LSP.Range, _ type: LSP.TokenType, isDeclaration: Bool) {
    guard range.start >= end else { return }
    let isSameLine = range.start.line == last.line
    data += [
      range.start.line - last.line, range.start.character - (isSameLine ? last.character : 0),
      range.end.character - range.start.character, LSP.TokenType.allCases.firstIndex(of: type)!, isDeclaration ? 1 : 0,
    ]
    (last, end) = (range.start, range.end)
  }
}

/// What tells what a word is, found once for all of them.
private struct TokenNames {
  let assets: Set<String>
  /// Where parameters stand, first to last.
  private let parameters: [SourceSpan]

  init(_ names: NameTable) {
    assets = Set(names.declared(in: .asset).map(\.name))
    parameters = names.occurrences.filter { $0.space == .parameter && $0.declared == nil }.map(\.span)
      .sorted { $0.start < $1.start }
  }

  func parameters(from place: Int) -> ArraySlice<SourceSpan> {
    parameters[parameters.leadingCount { $0.start < place }...]
  }
}
