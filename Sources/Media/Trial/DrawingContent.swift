import CXML

/// What a drawing (SVG) holds of which librsvg does not say whether it draws it whole: the pictures that are written into
/// it, and the letters of its texts.
struct DrawingContent {
  /// The links of all pictures, in their order, whether shown or not.
  private(set) var pictures: [String] = []
  /// The characters of the texts that nothing can hide, each once, in their order.
  private(set) var letters: [Unicode.Scalar] = []
  private var seen: Set<Unicode.Scalar> = []
  private var hasHidingStyles = false

  /// - Parameter bytes: The file, which may be compressed. What is not XML holds nothing, and of what is broken counts what
  ///   comes before: librsvg does not draw it.
  init(_ bytes: [UInt8]) {
    read(bytes)
    if hasHidingStyles { letters = [] }
  }

  private mutating func read(_ bytes: [UInt8]) {
    let text = bytes.starts(with: DrawingContent.gzip) ? Inflating.inflate(bytes) : bytes
    guard let parser = xmlNewParserCtxt() else { return }
    defer { xmlFreeParserCtxt(parser) }
    // Declarations and entities of other files stay unknown, as they do to librsvg.
    parser.pointee.sax.pointee.externalSubset = nil
    parser.pointee.sax.pointee.entityDecl = { parser, name, type, publicID, systemID, content in
      let isExternal = [XML_EXTERNAL_GENERAL_PARSED_ENTITY, XML_EXTERNAL_GENERAL_UNPARSED_ENTITY, XML_EXTERNAL_PARAMETER_ENTITY]
        .contains { $0.rawValue == UInt32(type) }
      if !isExternal { xmlSAX2EntityDecl(parser, name, type, publicID, systemID, content) }
    }
    let options = [
      XML_PARSE_NOENT, XML_PARSE_DTDATTR, XML_PARSE_NONET, XML_PARSE_RECOVER, XML_PARSE_NOERROR, XML_PARSE_NOWARNING,
    ].reduce(0) { $0 | Int32($1.rawValue) }
    let document = text.withUnsafeBytes {
      xmlCtxtReadMemory(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), nil, nil, options)
    }
    defer { xmlFreeDoc(document) }
    if let root = xmlDocGetRootElement(document) { take(root, isText: false, isHidden: false) }
  }

  private static let gzip: [UInt8] = [0x1F, 0x8B]

  private mutating func take(_ node: xmlNodePtr, isText: Bool, isHidden: Bool) {
    let name = String(xml: node.pointee.name)
    if [XML_TEXT_NODE, XML_CDATA_SECTION_NODE].contains(node.pointee.type) {
      if isText, !isHidden { takeLetters(String(xml: node.pointee.content)) }
      return
    }
    guard node.pointee.type == XML_ELEMENT_NODE else { return }
    var attributes: [String: String] = [:]
    for attribute in sequence(first: node.pointee.properties, next: { $0?.pointee.next }) {
      guard let attribute else { break }
      attributes[String(xml: attribute.pointee.name)] = String(contentOf: attribute)
    }
    if ["image", "feImage"].contains(name), let link = attributes["href"] { pictures.append(link) }
    if name == "include", let link = attributes["href"].flatMap(DataLink.init) { read(link.content) }
    if name == "style", DrawingContent.mayHide(String(contentOf: node)) { hasHidingStyles = true }
    let hides = DrawingContent.hiding.contains(name) || attributes.contains { key, value in
      DrawingContent.mayHide(key) || key == "style" && DrawingContent.mayHide(value)
    }
    for child in sequence(first: node.pointee.children, next: { $0?.pointee.next }) {
      guard let child else { break }
      take(child, isText: isText || name == "text", isHidden: isHidden || hides)
    }
  }

  private mutating func takeLetters(_ text: String) {
    for scalar in text.unicodeScalars where seen.insert(scalar).inserted { letters.append(scalar) }
  }

  /// Elements of which not all, or nothing, is drawn where they stand.
  private static let hiding: Set<String> = [
    "switch", "defs", "symbol", "pattern", "marker", "mask", "clipPath", "foreignObject",
  ]

  private static func mayHide(_ words: String) -> Bool {
    ["display", "visibility", "opacity", "systemLanguage", "requiredExtensions", "import"].contains { words.contains($0) }
  }
}

extension DrawingContent {
  /// Returns what of it cannot be drawn whole; nil if all can.
  /// - Throws: LibAVError if the system refuses something.
  func complaint() throws(LibAVError) -> String? {
    for link in pictures.compactMap(DataLink.init) {
      if let complaint = try PictureTrial.complaint(about: link.content) {
        return "a picture in it (data:\(link.kind.prefix(80))) cannot be drawn: \(complaint)"
      }
    }
    return FontFile.firstLacking(among: letters).map { "its letters cannot be drawn: no font of this machine has “\($0)”" }
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
