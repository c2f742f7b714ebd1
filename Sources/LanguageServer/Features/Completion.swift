import Compiler
import CutlistKit
import Diagnostics
import Platform
import Foundation
import Media
import Syntax
import TimelineModel

/// What may stand where the cursor is, as the grammar has it.
///
/// The text is read once more with a mark at the cursor, so that the reader finds the place as it finds every other:
/// nothing here knows indentation or brackets.
struct Completion {
  private let document: ReadDocument
  private let cursor: Int
  /// What is written of the word so far, and what of it stands behind the cursor; the proposals take its place.
  private let typed: Range<Int>
  private let map: WordMap
  private let marked: WordMap.Word?
  /// The text of that word before and after the cursor.
  private let parts: (before: String, after: String)

  /// A character that nobody types, from the private use area.
  private static let mark = Array("\u{F8C7}".utf8)

  /// Returns a text before and after the mark; nil if the mark is not in it. The mark may be between two scalars of one
  /// character.
  private static func parts(of text: String) -> (before: String, after: String)? {
    guard let place = text.utf8.firstRange(of: mark) else { return nil }
    return (String(text.utf8[..<place.lowerBound]) ?? "", String(text.utf8[place.upperBound...]) ?? "")
  }

  init(_ document: ReadDocument, at position: LSP.Position) {
    self.document = document
    let bytes = document.source.bytes
    let offset = document.offset(of: position)
    cursor = offset
    typed = Completion.word(around: offset, in: bytes)
    let text = bytes[..<offset] + Completion.mark + bytes[offset...]
    let source = SourceFile(name: document.path, bytes: Array(text))
    map = WordMap(LenientReading(source).tree, document.kind.grammar)
    let found = map.words.lazy.compactMap { word in Completion.parts(of: word.text).map { (word, $0) } }.first
    (marked, parts) = (found?.0, found?.1 ?? ("", ""))
  }

  /// True where the text is none that anything is known of.
  private var isForeign: Bool {
    document.kind == .other
      && document.words.words.contains { $0.span.end < typed.lowerBound || typed.upperBound < $0.span.start }
  }

  func list() -> LSP.CompletionList {
    guard let marked, !isForeign else { return LSP.CompletionList(isIncomplete: false, items: []) }
    var items: [Proposal] = []
    switch marked.role {
    case .key, .unknownKey: items = keys(of: marked)
    case .name(let meaning):
      items = meaning.map { names(for: $0, marked) } ?? []
      if marked.path.last == "options" { items += options(around: marked) }
    case .value(let shape):
      items = values(shape, marked)
      if standsAlone { items += keys(of: shape) }
    }
    var seen: Set<String> = []
    let unique = items.filter { seen.insert($0.label).inserted }
    return LSP.CompletionList(
      isIncomplete: false,
      items: unique.enumerated().compactMap { number, item in
        let range = item.range ?? typed
        return text(of: item, inPlaceOf: range, in: marked).map { text in
          item.item(number: number, text, replacing: document.lines.range(range, document.encoding))
        }
      })
  }

  /// Returns the text that inserts a proposal, with quotes if the text needs them, or `nil` if the result would not be
  /// read as the proposal.
  private func text(of item: Proposal, inPlaceOf range: Range<Int>, in word: WordMap.Word) -> String? {
    let bytes = document.source.bytes
    let opening = word.isQuoted && word.span.start < cursor ? bytes[word.span.start] : nil
    switch opening {
    case UInt8(ascii: "'"): return String(ScalarSpelling.singleQuoted.text(item.label).dropFirst().dropLast())
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return item.label
    case UInt8(ascii: "\""): return String(ScalarSpelling.doubleQuoted.text(item.label).dropFirst().dropLast())
    default: break
    }
    let typed = String(decoding: bytes[range.lowerBound..<cursor], as: UTF8.self)
    let before = parts.before.hasSuffix(typed) ? parts.before.dropLast(typed.count) : parts.before[...]
    let after = parts.after.trimmingPrefix(String(decoding: bytes[cursor..<range.upperBound], as: UTF8.self))
    let isAlone = before.isEmpty && after.isEmpty
    guard isAlone || !item.isWhole else { return nil }
    let standsPlain =
      document.source.isJSON
      ? !item.isKey && ScalarSpelling.isJSONLiteral(item.label)
      : ScalarSpelling.canStandPlain(before + item.label + after, isInFlow: true)
    guard standsPlain || isAlone else { return nil }
    return (standsPlain ? item.label : ScalarSpelling.doubleQuoted.text(item.label)) + item.ending
  }

  // MARK: Keys

  private func keys(of word: WordMap.Word) -> [Proposal] {
    guard let mapping = word.mapping.map({ map.mappings[$0] }) else { return [] }
    return mapping.objects.flatMap { properties(of: $0, besides: Set(mapping.keys)) }
  }

  private func keys(of shape: GrammarMap.Shape) -> [Proposal] {
    document.kind.grammar.objects(of: shape).flatMap { properties(of: $0, besides: []) }
  }

  private func properties(of object: GrammarMap.Object, besides present: Set<String>) -> [Proposal] {
    let missing = object.properties.filter { !present.contains($0.key) }
    let ending = endingOfKeys
    return (missing.filter(\.isRequired) + missing.filter { !$0.isRequired }).map { property in
      Proposal(
        property.key, .property, detail: property.isRequired ? "required" : nil, doc: property.doc,
        ending: ending)
    }
  }

  /// The text to insert after a key: a colon and a space, or nothing if a colon follows already.
  private var endingOfKeys: String {
    let following = document.source.bytes[typed.upperBound...].first { $0 != 0x20 && $0 != 0x09 }
    return following == UInt8(ascii: ":") ? "" : ": "
  }

  /// True where the word begins its line or its element, so that a mapping may begin with it.
  private var standsAlone: Bool {
    let before = document.source.bytes[..<typed.lowerBound].reversed().prefix { $0 != 0x0A }
    return before.allSatisfy { $0 == 0x20 || $0 == UInt8(ascii: "-") }
  }

  private func options(around word: WordMap.Word) -> [Proposal] {
    guard let options = LibraryOptions(around: word, in: map) else { return [] }
    let ending = endingOfKeys
    return options.facts.sorted { $0.key < $1.key }.map { name, facts in
      Proposal(name, .property, detail: facts.kind.rawValue, doc: facts.help, ending: ending)
    }
  }

  // MARK: Values

  private func values(_ shape: GrammarMap.Shape, _ word: WordMap.Word) -> [Proposal] {
    shape.words.flatMap { choice -> [Proposal] in
      switch choice.schema {
      case .choice(let names):
        return names.map { Proposal($0, choice.meaning == .color ? .color : .enumMember, isWhole: true) }
      case .constant(let text): return [Proposal(text, .constant, isWhole: true)]
      case .boolean: return ["true", "false"].map { Proposal($0, .keyword, isWhole: true) }
      case .string(_, let examples):
        let known = choice.meaning.map { names(for: $0, word) } ?? []
        let isPlace = choice.meaning == .clip || choice.meaning == .path
        return known + (isPlace ? [] : examples.map { Proposal($0, .value, detail: "for example") })
      case .number, .integer, .array, .tuple, .map, .anyOf, .object, .reference, .meaning: return []
      }
    }
  }

  private func names(for meaning: Schema.Meaning, _ word: WordMap.Word) -> [Proposal] {
    switch meaning {
    case .clip: return declared(.asset, .variable) + files(word)
    case .path: return files(word)
    case .names(let kind): return names(of: kind, word)
    case .time, .timeRange:
      return document.names.declared(in: .timed).flatMap { thing in
        ["start", "end"].map { Proposal("\(thing.name).\($0)", .reference, detail: thing.kind.noun) }
      } + [Proposal("end", .keyword, detail: "the end of the programme, or of what this belongs to")]
    case .end: return declared(.track, .variable) + names(for: .time, word)
    case .declares, .color: return []
    }
  }

  private func declared(_ kind: NameKind, _ item: LSP.CompletionItem.Kind) -> [Proposal] {
    guard let space = NameTable.Space(of: kind) else { return [] }
    return document.names.declared(in: space).filter { $0.kind == kind }.map {
      Proposal($0.name, item, detail: kind.noun)
    }
  }

  private func names(of kind: NameKind, _ word: WordMap.Word) -> [Proposal] {
    switch kind {
    case .track, .segment, .title, .asset, .style, .parameter: return declared(kind, .variable)
    case .preset: return Preset.all.map { Proposal($0.name, .constant, doc: $0.summary) }
    case .rule:
      return compilerPages.filter { $0.severity != .error }.map { Proposal($0.id.name, .constant, doc: $0.summary) }
    case .font: return FontCatalog.families.map { Proposal($0, .constant, detail: "font") }
    case .filter:
      let isSound = map.mappings(around: word).contains { $0.objects.contains { $0.name == "sound-effect" } }
      return FilterCatalog.names(for: isSound ? .sound : .picture).map { Proposal($0, .function, detail: "filter") }
    case .xfade: return (FilterGraph.xfadeKinds ?? []).map { Proposal($0, .constant) }
    case .codec:
      let isSound = map.mappings(around: word).contains { $0.objects.contains { $0.name == "audio-export" } }
      return (isSound ? CodecNames.audio : CodecNames.video).sorted { $0.key < $1.key }.map {
        Proposal($0.key, .constant, detail: $0.value)
      }
    case .variant: return []
    }
  }

  // MARK: Files

  /// Media and documents beside what has been written of a path.
  private func files(_ word: WordMap.Word) -> [Proposal] {
    let range = path(in: word)
    let written = String(decoding: document.source.bytes[range], as: UTF8.self)
    let inside = written.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(written[...$0]) } ?? ""
    // What the document may not reach is no proposal either.
    let root = DocumentPath.folder(of: document.path)
    let folder = PathName.isAbsolute(inside) ? inside : PathName.path(of: inside, in: root)
    let names = ((try? ConfinedPath(folder, within: root).names()) ?? []).filter { !$0.hasPrefix(".") }
    return names.sorted().prefix(500).compactMap { name in
      let path = PathName.path(of: name, in: folder)
      guard let isFolder = ConfinedPath(path, within: root).isFolder else { return nil }
      if isFolder { return Proposal(inside + name + "/", .folder, range: range) }
      return ExactPath(path) == ExactPath(document.path) ? nil : Proposal(inside + name, .file, range: range)
    }
  }

  /// What is written of a path around the cursor, spaces and all; only a word of it where it is written otherwise than it
  /// reads.
  private func path(in word: WordMap.Word) -> Range<Int> {
    let before = parts.before
    let start = cursor - before.utf8.count
    guard (0...typed.lowerBound).contains(start), document.source.bytes[start..<cursor].elementsEqual(before.utf8)
    else {
      return typed
    }
    return start..<typed.upperBound
  }

  // MARK: The word

  private static func word(around offset: Int, in bytes: [UInt8]) -> Range<Int> {
    func parts(_ byte: UInt8) -> Bool { byte <= 0x20 || ",[]{}\"'#".utf8.contains(byte) }
    var start = offset
    while start > 0, !parts(bytes[start - 1]) {
      // The second time of a range, and what follows a key without a space.
      if start > 1, bytes[start - 1] == UInt8(ascii: "."), bytes[start - 2] == UInt8(ascii: ".") { break }
      if bytes[start - 1] == UInt8(ascii: ":"), start == offset { break }
      start -= 1
    }
    var end = offset
    while end < bytes.count, !parts(bytes[end]), bytes[end] != UInt8(ascii: ":"), bytes[end] != UInt8(ascii: ".") {
      end += 1
    }
    return start..<end
  }
}

/// One thing that may stand at the cursor.
private struct Proposal {
  let label: String
  private let kind: LSP.CompletionItem.Kind
  private let detail: String?
  private let doc: String?
  /// The text after the label, such as the colon of a key.
  let ending: String
  /// Whether the proposal is only valid as a whole value.
  let isWhole: Bool
  /// The bytes that it takes the place of; nil for the word at the cursor.
  let range: Range<Int>?

  init(
    _ label: String, _ kind: LSP.CompletionItem.Kind, detail: String? = nil, doc: String? = nil, ending: String = "",
    isWhole: Bool = false, range: Range<Int>? = nil
  ) {
    self.range = range
    self.label = label
    self.kind = kind
    self.detail = detail
    self.doc = doc
    self.ending = ending
    self.isWhole = isWhole
  }

  /// Whether the proposal is a key, which is always quoted in JSON.
  var isKey: Bool { kind == .property }

  /// `number` keeps the order of the language.
  func item(number: Int, _ text: String, replacing range: LSP.Range) -> LSP.CompletionItem {
    let order = String(number)
    return LSP.CompletionItem(
      label: label, kind: kind, detail: detail,
      documentation: doc.map { LSP.MarkupContent(kind: "markdown", value: $0) },
      sortText: String(repeating: "0", count: max(0, 5 - order.count)) + order,
      textEdit: LSP.TextEdit(range: range, newText: text))
  }
}
