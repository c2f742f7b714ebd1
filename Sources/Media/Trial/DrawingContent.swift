import CXML

/// What a drawing (SVG) holds of which librsvg does not say whether it draws it whole: the pictures that are written into
/// it, and the letters of its texts.
struct DrawingContent {
  /// The pictures, and all else that links hold and that may be one, whether shown or not.
  private(set) var pictures: [DataLink] = []
  /// Whether it has any text.
  private(set) var hasText = false
  /// The characters of the texts that nothing hides, each once, in their order.
  private(set) var letters: [Unicode.Scalar] = []
  private var seen: Set<Unicode.Scalar> = []
  /// What the links held that were followed.
  private var contents: Set<[UInt8]> = []
  /// The number of bytes that were read.
  private var length = 0
  /// How many links lead to what is being read, one within the other.
  private var depth = 0
  /// Why it cannot be looked through; nil if it can.
  private var excess: String?
  private var hasHidingStyles = false

  /// - Parameter bytes: The file, which may be compressed. Of what is not well-formed XML counts what comes before: librsvg
  ///   does not draw it.
  init(_ bytes: [UInt8]) {
    read(bytes, isCoded: false)
    if hasHidingStyles { letters = [] }
  }

  /// - Parameter isCoded: False if the bytes were seen already as a part of what is around them.
  private mutating func read(_ bytes: [UInt8], isCoded: Bool) {
    let text =
      bytes.starts(with: DrawingContent.gzip) ? Inflating.inflate(bytes, atMost: DrawingContent.longest) : bytes
    length += text.count
    guard length <= DrawingContent.longest else {
      excess = "with what its links hold it is longer than \(DrawingContent.longest >> 20) MiB"
      return
    }
    guard let parser = xmlNewParserCtxt() else { return }
    defer { xmlFreeParserCtxt(parser) }
    // Declarations and entities of other files stay unknown, as they do to librsvg.
    parser.pointee.sax.pointee.externalSubset = nil
    parser.pointee.sax.pointee.entityDecl = { parser, name, type, publicID, systemID, content in
      let isExternal = [
        XML_EXTERNAL_GENERAL_PARSED_ENTITY, XML_EXTERNAL_GENERAL_UNPARSED_ENTITY, XML_EXTERNAL_PARAMETER_ENTITY,
      ]
      .contains { $0.rawValue == UInt32(type) }
      guard !isExternal, let parser else { return }
      let state = parser.assumingMemoryBound(to: xmlParserCtxt.self)
      // Libxml2 keeps the first declaration, and librsvg the last.
      if type == XML_INTERNAL_GENERAL_ENTITY.rawValue, let name, xmlGetPredefinedEntity(name) == nil,
        state.pointee.myDoc != nil, xmlGetDocEntity(state.pointee.myDoc, name) != nil
      {
        state.pointee._private = UnsafeMutableRawPointer(state)
      }
      xmlSAX2EntityDecl(parser, name, type, publicID, systemID, content)
    }
    let options = [
      XML_PARSE_NOENT, XML_PARSE_DTDATTR, XML_PARSE_NONET, XML_PARSE_RECOVER, XML_PARSE_NOERROR, XML_PARSE_NOWARNING,
    ].reduce(0) { $0 | Int32($1.rawValue) }
    let document = text.withUnsafeBytes {
      xmlCtxtReadMemory(
        parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), nil, nil, options)
    }
    defer { xmlFreeDoc(document) }
    if parser.pointee._private != nil { excess = "an entity is declared twice in it" }
    guard document != nil, xmlDocGetRootElement(document) != nil else {
      // A style sheet may stand in a link as well.
      if isCoded { takeLinks(in: String(decoding: text, as: UTF8.self)) }
      return
    }
    for node in document!.pointee.children.andNext { take(node, Surroundings()) }
  }

  private static let gzip: [UInt8] = [0x1F, 0x8B]
  /// The most bytes of a drawing and of what its links hold.
  private static let longest = 1 << 28

  /// What the elements around a node make of it.
  private struct Surroundings {
    var isText = false
    var isHidden = false
    /// False where `visibility` hides it, which an element within may undo.
    var isVisible = true
  }

  private mutating func take(_ node: xmlNodePtr, _ around: Surroundings) {
    switch node.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      if around.isText, around.isVisible, !around.isHidden { takeLetters(String(xml: node.pointee.content)) }
    case XML_PI_NODE:
      takeLinks(in: String(xml: node.pointee.content))
    case XML_ELEMENT_NODE:
      takeElement(node, around)
    default: break
    }
  }

  private mutating func takeElement(_ node: xmlNodePtr, _ around: Surroundings) {
    let name = String(xml: node.pointee.name)
    if name == "style" { takeStyles(String(contentOf: node)) }
    var within = around
    if DrawingContent.hiding.contains(name) { within.isHidden = true }
    // Of several with a name librsvg may follow any.
    for attribute in node.pointee.properties.andNext {
      let (key, value) = (String(xml: attribute.pointee.name), String(contentOf: attribute))
      if key == "href" {
        if let link = DataLink(value) { take(link) }
      } else if value.utf8.contains(UInt8(ascii: "(")) {
        takeLinks(in: value)
      }
      if DrawingContent.hides(key, value) { within.isHidden = true }
      within.isVisible = DrawingContent.shows(key, value) ?? within.isVisible
    }
    if name == "text" { within.isText = true }
    hasText = hasText || within.isText
    for child in node.pointee.children.andNext { take(child, within) }
  }

  /// Takes what a link holds: a picture, or a part of another drawing.
  private mutating func take(_ link: DataLink) {
    guard contents.insert(link.content).inserted else { return }
    pictures.append(link)
    if PictureTrial.isPicture(link.content) { return }
    guard depth < DrawingContent.deepest else {
      excess = "its links hold others more than \(DrawingContent.deepest) deep"
      return
    }
    depth += 1
    read(link.content, isCoded: link.isCoded)
    depth -= 1
  }

  private static let deepest = 16

  /// Takes the links within a text, as in `url(data:…)` of a style.
  private mutating func takeLinks(in text: String) {
    // Few texts have one, and most that are long are links themselves.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "\\") }) else { return }
    for link in DataLink.links(inStyle: text) { take(link) }
  }

  private mutating func takeLetters(_ text: String) {
    for scalar in text.unicodeScalars where seen.insert(scalar).inserted { letters.append(scalar) }
  }

  private mutating func takeStyles(_ text: String) {
    takeLinks(in: text)
    let hides = DrawingContent.declarations(text.lowercased().filter { !$0.isWhitespace }).contains { name, value in
      DrawingContent.hides(name, value) || DrawingContent.shows(name, value) == false
    }
    hasHidingStyles = hasHidingStyles || hides
  }

  /// Elements of which not all, or nothing, is drawn where they stand.
  private static let hiding: Set<String> = [
    "switch", "defs", "symbol", "pattern", "marker", "mask", "clipPath", "foreignObject",
  ]

  /// True if an attribute hides an element, or may, as one for a language does.
  private static func hides(_ name: String, _ value: String) -> Bool {
    let value = value.lowercased().filter { !$0.isWhitespace }
    switch name {
    case "display": return value == "none"
    case "opacity": return Double(value.prefix { $0 != "%" }) == 0
    case "systemLanguage", "requiredExtensions", "requiredFeatures": return true
    case "style": return declarations(value).contains { hides($0.name, $0.value) }
    default: return false
    }
  }

  /// Whether an attribute says that an element is seen; nil if it does not say. What is within may say otherwise.
  private static func shows(_ name: String, _ value: String) -> Bool? {
    let value = value.lowercased().filter { !$0.isWhitespace }
    if name == "style" { return declarations(value).compactMap { shows($0.name, $0.value) }.last }
    return name == "visibility" ? !["hidden", "collapse"].contains(value) : nil
  }

  private static func declarations(_ style: String) -> [(name: String, value: String)] {
    style.split(whereSeparator: { "{};".contains($0) }).compactMap { declaration in
      let halves = declaration.split(separator: ":", maxSplits: 1).map(String.init)
      return halves.count == 2 && halves[0] != "style" ? (halves[0], halves[1].replacing("!important", with: "")) : nil
    }
  }
}

extension DrawingContent {
  /// Returns what of it cannot be drawn whole; nil if all can.
  /// - Throws: LibAVError if the system refuses something.
  func complaint() throws(LibAVError) -> String? {
    if let excess { return excess }
    for link in pictures {
      if let complaint = try PictureTrial.complaint(about: link.content) {
        return "a picture in it (data:\(link.kind.prefix(80))) cannot be drawn: \(complaint)"
      }
    }
    return FontFile.firstLacking(among: letters).map { letter in
      let hasShape = ![.privateUse, .unassigned].contains(letter.properties.generalCategory)
      let name = hasShape ? "“\(letter)”" : "U+" + String(letter.value, radix: 16, uppercase: true)
      return "its letters cannot be drawn: no font of this machine has \(name)"
    }
  }
}

// MARK: libxml2

extension UnsafeMutablePointer<xmlNode>? {
  /// A node and those behind it.
  fileprivate var andNext: some Sequence<xmlNodePtr> {
    sequence(state: self) { node in
      defer { node = node?.pointee.next }
      return node
    }
  }
}

extension UnsafeMutablePointer<xmlAttr>? {
  /// An attribute and those behind it.
  fileprivate var andNext: some Sequence<xmlAttrPtr> {
    sequence(state: self) { attribute in
      defer { attribute = attribute?.pointee.next }
      return attribute
    }
  }
}

extension String {
  /// A text of libxml2, which is UTF-8 with a NUL at its end; empty if there is none.
  fileprivate init(xml text: UnsafePointer<xmlChar>?) { self = text.map { String(cString: $0) } ?? "" }

  /// The texts within a node together.
  fileprivate init(contentOf node: xmlNodePtr) {
    let content = xmlNodeGetContent(node)
    self.init(xml: content)
    cxml_free(content)
  }

  /// The value of an attribute.
  fileprivate init(contentOf attribute: xmlAttrPtr) {
    self = attribute.withMemoryRebound(to: xmlNode.self, capacity: 1) { String(contentOf: $0) }
  }
}
