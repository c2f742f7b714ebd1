import Diagnostics
import Syntax

/// A document before its parameters have their values.
struct Template {
  private let root: Node
  private let settings: DocumentSettings
  private var values: [String: String] = [:]
  private var names: Set<String> = []
  /// The same, to look for what is misspelt.
  private lazy var nearNames = NameIndex(names)
  private var used: Set<String> = []
  private(set) var log = DiagnosticLog()
  /// What is wrong with values that another document gives; that is where it is said.
  private(set) var given = DiagnosticLog()
  /// Texts in which a value is missing: what their fields find wrong with them is its fault.
  private(set) var spoiled: Set<SourceSpan> = []
  /// How much text the values have become, in bytes.
  private var filledSize = 0
  private var isTooLong = false
  /// The most that it may be. Values stand in others, so that a few lines would otherwise say how much memory is used.
  private static let longestFilling = 16 << 20

  init(_ root: Node, _ settings: DocumentSettings) {
    self.root = root
    self.settings = settings
  }

  /// The keys that say what the parameters are, and are read as they stand.
  private static let ownKeys: Set<String> = ["parameters", "variants"]

  /// The document with the variant and the values in their places. What is wrong with the declarations is left to
  /// their own reading.
  mutating func filled() -> Node {
    let variant = chosenVariant()
    var silent = DiagnosticLog()
    let grammar = Grammar<[NamedItem<ParameterItem>]>.names(of: ParameterItem.grammar, "")
    let declared = grammar.read(root["parameters"] ?? .none, &silent) ?? []
    names = Set(declared.map(\.name.value))
    choose(among: declared, variant)
    guard case .mapping(let entries) = root.content else { return root }
    reportParametersInValues()
    let merged = (settings.leavesOutOtherVariants ? entries.withOnly(variant: settings.variant) : entries)
      .merging(canvas: variant?["canvas"])
    var result = Node(.mapping(merged), span: root.span)
    if result.holdsReference {
      // Keys here say what the document is.
      result.content = .mapping(merged.map { filled($0, isOwn: Template.ownKeys.contains($0.key), keepsKey: true) })
    }
    if !settings.leavesOutOtherVariants { reportUnused(declared) }
    return result
  }

  /// Reports parameters in the values of others, where they are not filled in.
  private mutating func reportParametersInValues() {
    let varied = (root["variants"]?.entries ?? []).compactMap { $0.value["parameters"] }
    for value in ([root["parameters"]].compactMap(\.self) + varied).flatMap(\.scalars) {
      var held: Set<String> = []
      value.addParameters(among: names, to: &held)
      guard let name = held.min() else { continue }
      log.report(
        .badValue, "the value of a parameter holds no other: `${\(name)}` in it is not filled in", at: value.span)
    }
  }

  /// A variant that is not chosen may be what uses a parameter.
  private mutating func reportUnused(_ declared: [NamedItem<ParameterItem>]) {
    var elsewhere: Set<String> = []
    var varied: Set<String> = []
    for variant in root["variants"]?.entries ?? [] {
      variant.value.addParameters(among: names, to: &elsewhere)
      varied.formUnion(variant.value["parameters"]?.entries?.map(\.key) ?? [])
    }
    let unused = declared.map(\.name).filter { name in
      !used.contains(name.value) && values[name.value] != nil && !elsewhere.contains(name.value)
    }
    for name in unused {
      let removal =
        unused.count == declared.count
        ? FixIt("remove `parameters`, of which nothing is used", [.unset(key: "parameters", in: .at(root.span))])
        : FixIt("remove it", [.remove(name.span)])
      // What a variant says of it would be about nothing then.
      let isVaried = varied.contains(name.value)
      log.report(
        .unusedParameter, "the parameter `\(name.value)` stands nowhere", at: name.span,
        fixIts: [FixIt("write `${\(name.value)}` where its value belongs"), isVaried ? removal.advice : removal])
    }
  }

  private mutating func chosenVariant() -> Node? {
    guard let name = settings.variant else { return nil }
    if let variant = root["variants"]?[name] { return variant }
    let known = root["variants"]?.entries?.map(\.key) ?? []
    let near = nearestName(to: name, in: known).map { "; did you mean `\($0)`?" } ?? ""
    log.report(.unknownVariant, "the document has no variant `\(name)`\(near)", at: nil)
    return nil
  }

  private mutating func choose(among declared: [NamedItem<ParameterItem>], _ variant: Node?) {
    let own = variant?["parameters"]?.entries ?? []
    let variedValues = Dictionary(own.map { ($0.key, $0.value) }) { first, _ in first }
    for (name, item) in declared.map({ ($0.name, $0.item.value) }) {
      let varied = variedValues[name.value].flatMap { node in
        node.scalar.map { Located($0.text, at: node.span) }
      }
      if let value = settings.values[name.value] {
        take(value, for: name, item.type?.value ?? .text)
      } else if let varied {
        values[name.value] = varied.value
        (item.type?.value ?? .text).check(varied, &log)
      } else if let value = item.defaultValue?.value {
        values[name.value] = value
      } else {
        log.report(
          .missingParameter, "the parameter `\(name.value)` has no value", at: name.span,
          fixIts: [FixIt("give it one with `--set \(name.value)=…`, or a `default`")])
      }
    }
    for name in settings.values.keys.sorted() where !names.contains(name) { reportUnknownSetting(name) }
    for entry in own where !names.contains(entry.key) {
      reportUnknown(entry.key, at: entry.keySpan)
    }
  }

  /// Takes a value from outside. A wrong one counts as missing, so that nothing is said where it would stand.
  private mutating func take(_ value: String, for name: Located<String>, _ type: ParameterType) {
    let place = settings.giver?.places[name.value]
    var found = DiagnosticLog()
    type.check(Located(value, at: place?.value ?? name.span), &found)
    if found.diagnostics.isEmpty { values[name.value] = value }
    for var diagnostic in found.diagnostics {
      if let giver = settings.giver, place != nil {
        diagnostic.notes.append(Note("`\(name.value)` of `\(giver.name)` is declared here", at: name.span))
        given.diagnostics.append(diagnostic)
      } else {
        // What the command line says stands nowhere in the document.
        diagnostic.message = "`--set \(name.value)`: \(diagnostic.message)"
        diagnostic.fixIts = diagnostic.fixIts.map(\.advice)
        log.diagnostics.append(diagnostic)
      }
    }
  }

  private mutating func reportUnknownSetting(_ name: String) {
    guard let giver = settings.giver, let place = giver.places[name] else { return reportUnknown(name, at: nil) }
    let near = nearNames.nearest(to: name)
    let known = names.isEmpty ? "it has none" : "its parameters: \(names.sorted().listed())"
    given.report(
      .unknownParameter, "`\(giver.name)` has no parameter `\(name)`", at: place.name,
      notes: near == nil ? [Note(known)] : [], fixIts: .didYouMean(near, at: place.name))
  }

  private mutating func reportUnknown(_ name: String, at span: SourceSpan?) {
    let near = nearNames.nearest(to: name)
    let hint = near.map { "; did you mean `\($0)`?" } ?? ""
    let fixIts = near.flatMap { near in
      span.map { [FixIt("write `${\(near)}`", [.replace("${\(name)}", with: "${\(near)}", in: $0)])] }
    }
    log.report(.unknownParameter, "the document has no parameter `\(name)`\(hint)", at: span, fixIts: fixIts ?? [])
  }
}

// MARK: Filling in

extension Template {
  private mutating func filled(
    _ entry: Node.Entry, isOwn: Bool = false, isNamed: Bool = false, keepsKey: Bool = false
  ) -> Node.Entry {
    if isOwn || entry.key.hasPrefix("x-") && !isNamed { return entry }
    var entry = entry
    entry.value = filled(entry.value, isNaming: ParameterReferences.naming.contains(entry.key) && !isNamed)
    // Keys may be times.
    if !isNamed, !keepsKey, entry.key.holdsReference { entry.key = filled(entry.key, at: entry.keySpan) }
    return entry
  }

  /// The entries but for those whose keys became the same as one that is there, which are reported.
  private mutating func withoutDoubles(_ filled: [Node.Entry], of written: [Node.Entry]) -> [Node.Entry] {
    guard zip(filled, written).contains(where: { $0.key != $1.key }) else { return filled }
    var first: [String: SourceSpan] = [:]
    return filled.filter { entry in
      guard let span = first.updateValue(entry.keySpan, forKey: entry.key) else { return true }
      first[entry.key] = span
      log.report(
        .duplicateKey, "with this parameter the key `\(entry.key)` is written twice", at: entry.keySpan,
        notes: [Note("first written here", at: span)])
      return false
    }
  }

  private mutating func filled(_ node: Node, isNaming: Bool = false) -> Node {
    switch node.content {
    case .mapping(let entries):
      let whole = entries.map { filled($0, isNamed: isNaming) }
      return Node(.mapping(withoutDoubles(whole, of: entries)), span: node.span)
    case .sequence(let elements): return Node(.sequence(elements.map { filled($0) }), span: node.span)
    case .scalar(let scalar):
      guard scalar.text.holdsReference else { return node }
      return Node(.scalar(.init(filled(scalar.text, at: node.span), isQuoted: true)), span: node.span)
    }
  }

  /// `${name}` is the parameter's value, `$${` the characters `${`.
  private mutating func filled(_ text: String, at span: SourceSpan) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: "${") {
      let before = rest[..<mark.lowerBound]
      result += before
      rest = rest[mark.upperBound...]
      if before.hasSuffix("$") {
        result += "{"
        continue
      }
      // As bytes: a mark behind it would be one character with the brace.
      guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")) else {
        log.report(.badValue, "`${` has no `}`; write `$${` for the characters themselves", at: span)
        spoiled.insert(span)
        return text
      }
      let name = String(rest[..<end])
      used.insert(name)
      rest = rest[rest.utf8.index(after: end)...]
      if let value = values[name] {
        filledSize += value.utf8.count
        guard filledSize <= Template.longestFilling else { return tooLong(text, at: span) }
        result += value
        continue
      }
      spoiled.insert(span)
      if !names.contains(name) { reportUnknown(name, at: span) }
    }
    return result + rest
  }

  /// Says once for a document that there is too much.
  private mutating func tooLong(_ text: String, at span: SourceSpan) -> String {
    if !isTooLong {
      let most = Template.longestFilling >> 20
      log.report(.limitExceeded, "with this the values of parameters become more than \(most) MiB of text", at: span)
    }
    isTooLong = true
    spoiled.insert(span)
    return text
  }
}

extension String {
  /// True if the text contains `${`. A dollar sign is searched for first, because that is faster and few texts have one.
  fileprivate var holdsReference: Bool { utf8.contains(UInt8(ascii: "$")) && contains("${") }
}

extension Node {
  /// True if a key or a value in it contains `${`.
  fileprivate var holdsReference: Bool {
    switch content {
    case .mapping(let entries): entries.contains { $0.key.holdsReference || $0.value.holdsReference }
    case .sequence(let elements): elements.contains(where: \.holdsReference)
    case .scalar(let scalar): scalar.text.holdsReference
    }
  }

  /// Adds those of the names that stand in `${…}` in one of its texts.
  fileprivate func addParameters(among names: Set<String>, to found: inout Set<String>) {
    switch content {
    case .scalar(let scalar):
      var rest = scalar.text[...]
      while let mark = rest.firstRange(of: "${") {
        rest = rest[mark.upperBound...]
        // A name holds no other reference.
        guard let end = rest.utf8.firstIndex(where: { [UInt8(ascii: "}"), UInt8(ascii: "$")].contains($0) }) else { return }
        let name = String(rest[..<end])
        if rest.utf8[end] == UInt8(ascii: "}"), names.contains(name) { found.insert(name) }
        rest = rest[end...]
      }
    case .sequence(let elements): for element in elements { element.addParameters(among: names, to: &found) }
    case .mapping(let entries): for entry in entries { entry.value.addParameters(among: names, to: &found) }
    }
  }

  /// A mapping without entries.
  fileprivate static var none: Node { Node(.mapping([]), span: SourceSpan(file: FileID(0), 0..<0)) }
}

extension [Node.Entry] {
  /// The entries of a document with no more than one of its variants.
  fileprivate func withOnly(variant name: String?) -> [Node.Entry] {
    map { entry in
      guard entry.key == "variants", let variants = entry.value.entries else { return entry }
      var entry = entry
      entry.value = Node(.mapping(variants.filter { $0.key == name }), span: entry.value.span)
      return entry
    }
  }

  /// The entries of a document whose canvas has the given keys in place of its own.
  fileprivate func merging(canvas: Node?) -> [Node.Entry] {
    guard let canvas, let changed = canvas.entries else { return self }
    guard let index = firstIndex(where: { $0.key == "canvas" }), let own = self[index].value.entries else {
      return filter { $0.key != "canvas" } + [Node.Entry(key: "canvas", keySpan: canvas.span, value: canvas)]
    }
    var result = self
    let kept = own.filter { entry in !changed.contains { $0.key == entry.key } }
    result[index].value = Node(.mapping(kept + changed), span: self[index].value.span)
    return result
  }
}

extension Node {
  /// All scalars in the node, in the order of the text.
  fileprivate var scalars: [Node] {
    switch content {
    case .scalar: [self]
    case .sequence(let elements): elements.flatMap(\.scalars)
    case .mapping(let entries): entries.flatMap(\.value.scalars)
    }
  }
}
