import Compiler
import Diagnostics
import Syntax

/// The names of a document: where things get them, and where they are meant by them.
struct NameTable {
  /// Names that are one space: there is one thing of each name in it.
  enum Space: Hashable {
    case asset, style, parameter
    /// Tracks, segments and titles, which times refer to alike.
    case timed

    var noun: String {
      switch self {
      case .asset: "asset"
      case .style: "style"
      case .parameter: "parameter"
      case .timed: "track, segment or title"
      }
    }
  }

  struct Occurrence {
    var space: Space
    var name: String
    /// The name alone, without quotes and what is written around it; all of the word if the name stands nowhere by
    /// itself.
    var span: SourceSpan
    /// The name's bytes in the word's text.
    var part: Range<Int>
    /// Of which kind the thing is that gets its name here; nil where a thing is meant by it.
    var declared: NameKind?
    /// The whole key or value that it stands in.
    var word: WordMap.Word
  }

  /// In the order of the text.
  private(set) var occurrences: [Occurrence] = []

  private let source: SourceFile

  init(_ map: WordMap, in source: SourceFile) {
    self.source = source
    for word in map.words { add(word) }
    // A clip that is no asset's name is a path.
    let assets = Set(occurrences.compactMap { $0.space == .asset && $0.declared != nil ? $0.name : nil })
    occurrences.removeAll { $0.space == .asset && $0.word.meaning == .clip && !assets.contains($0.name) }
  }

  func occurrence(at offset: Int) -> Occurrence? {
    occurrences.last { $0.span.start <= offset && offset <= $0.span.end }
  }

  func all(_ name: String, in space: Space) -> [Occurrence] {
    occurrences.filter { $0.space == space && $0.name == name }
  }

  /// The names that things have, each with its kind.
  func declared(in space: Space) -> [(name: String, kind: NameKind)] {
    occurrences.compactMap { occurrence in
      occurrence.space == space ? occurrence.declared.map { (occurrence.name, $0) } : nil
    }
  }

  private mutating func add(_ word: WordMap.Word) {
    if case .key = word.role { return }
    add(ParameterReferences.names(in: word.parameterText), .parameter, in: word)
    guard let meaning = word.meaning, !word.text.isEmpty else { return }
    let whole = 0..<word.text.utf8.count
    switch meaning {
    case .declares(let kind): Space(of: kind).map { add([whole], $0, declares: kind, in: word) }
    case .names(let kind): Space(of: kind).map { add([whole], $0, in: word) }
    case .clip: add([whole], .asset, in: word)
    case .time, .timeRange: add(TimeReferences.found(in: Array(word.text.utf8)), .timed, in: word)
    case .end:
      let times = TimeReferences.found(in: Array(word.text.utf8))
      let isTime = word.text.first.map { $0.isNumber || $0 == "-" } ?? true || word.text == "end"
      add(times.isEmpty && !isTime ? [whole] : times, .timed, in: word)
    case .path, .color: break
    }
  }

  private mutating func add(
    _ parts: [Range<Int>], _ space: Space, declares kind: NameKind? = nil, in word: WordMap.Word
  ) {
    guard !parts.isEmpty else { return }
    let bytes = Array(word.text.utf8)
    let places = ScalarPlaces(of: word.text, at: word.span, in: source)
    for part in parts {
      occurrences.append(
        Occurrence(
          space: space, name: String(decoding: bytes[part], as: UTF8.self), span: places?.place(of: part) ?? word.span,
          part: part, declared: kind, word: word))
    }
  }
}

extension WordMap.Word {
  /// The text in which parameters are filled in; empty where they are not.
  fileprivate var parameterText: [UInt8] {
    guard path.first != "parameters", text.utf8.contains(UInt8(ascii: "$")) else { return [] }
    switch role {
    case .value: return Array(text.utf8)
    case .name, .unknownKey: return ParameterReferences.areFilled(inKeysBelow: path) ? Array(text.utf8) : []
    case .key: return []
    }
  }
}

extension NameTable.Space {
  init?(of kind: NameKind) {
    switch kind {
    case .track, .segment, .title: self = .timed
    case .asset: self = .asset
    case .style: self = .style
    case .parameter: self = .parameter
    case .variant, .preset, .rule, .font, .filter, .xfade, .codec: return nil
    }
  }
}

/// Names within times, as in `beach-1.start + 1s`.
private enum TimeReferences {
  static func found(in bytes: [UInt8]) -> [Range<Int>] {
    let edges = [Array(".start".utf8), Array(".end".utf8)]
    var found: [Range<Int>] = []
    for index in bytes.indices where bytes[index] == UInt8(ascii: ".") {
      guard let edge = edges.first(where: { bytes[index...].starts(with: $0) }) else { continue }
      let behind = index + edge.count
      guard behind == bytes.count || !continuesName(bytes[behind]) else { continue }
      var start = bytes[..<index].lastIndex { !continuesName($0) }.map { $0 + 1 } ?? 0
      // A name begins with no digit and no sign: what does is a length before it.
      while start < index, bytes[start] == UInt8(ascii: "-") || isDigit(bytes[start]) {
        start = (bytes[start..<index].firstIndex(of: UInt8(ascii: "-")) ?? index - 1) + 1
      }
      if start < index { found.append(start..<index) }
    }
    return found
  }

  private static func continuesName(_ byte: UInt8) -> Bool {
    byte != 0x20 && byte != UInt8(ascii: "+") && byte != UInt8(ascii: ".")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
