import CXML

/// The tree of an XML document, read by libxml2. Nothing outside the document is opened.
final class XMLTree {
  private let document: xmlDocPtr
  /// Whether a general entity is declared more than once. Libxml2 keeps the first declaration, and librsvg the last.
  let hasRepeatedEntity: Bool

  /// The tree up to the first error; nil if there is no element before it.
  init?(_ text: [UInt8]) {
    guard let parser = xmlNewParserCtxt() else { return nil }
    defer { xmlFreeParserCtxt(parser) }
    // Declarations and entities of other files stay unknown, as they do to librsvg.
    parser.pointee.sax.pointee.externalSubset = nil
    parser.pointee.sax.pointee.entityDecl = { parser, name, type, publicID, systemID, content in
      let own = [XML_INTERNAL_GENERAL_ENTITY, XML_INTERNAL_PARAMETER_ENTITY, XML_INTERNAL_PREDEFINED_ENTITY]
      guard own.contains(where: { $0.rawValue == UInt32(type) }), let parser else { return }
      let state = parser.assumingMemoryBound(to: xmlParserCtxt.self)
      if type == XML_INTERNAL_GENERAL_ENTITY.rawValue, let name, xmlGetPredefinedEntity(name) == nil,
        state.pointee.myDoc != nil, xmlGetDocEntity(state.pointee.myDoc, name) != nil
      {
        state.pointee._private = parser
      }
      xmlSAX2EntityDecl(parser, name, type, publicID, systemID, content)
    }
    let options = [
      XML_PARSE_NOENT, XML_PARSE_DTDATTR, XML_PARSE_NONET, XML_PARSE_RECOVER, XML_PARSE_NOERROR, XML_PARSE_NOWARNING,
    ].reduce(0) { $0 | Int32($1.rawValue) }
    let read = text.withUnsafeBytes { bytes in
      xmlCtxtReadMemory(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count), nil, nil, options)
    }
    hasRepeatedEntity = parser.pointee._private != nil
    guard let read else { return nil }
    document = read
    if xmlDocGetRootElement(document) == nil { return nil }
  }

  deinit { xmlFreeDoc(document) }

  /// The nodes at the top: the root element, and what stands before and behind it. They live as long as the tree.
  var nodes: some Sequence<xmlNodePtr> { document.pointee.children.andNext }
}

extension UnsafeMutablePointer<xmlNode>? {
  /// A node and those behind it.
  var andNext: some Sequence<xmlNodePtr> {
    sequence(state: self) { node in
      defer { node = node?.pointee.next }
      return node
    }
  }
}

extension UnsafeMutablePointer<xmlAttr>? {
  /// An attribute and those behind it.
  var andNext: some Sequence<xmlAttrPtr> {
    sequence(state: self) { attribute in
      defer { attribute = attribute?.pointee.next }
      return attribute
    }
  }
}

extension String {
  /// A text of libxml2, which is UTF-8 with a NUL at its end; empty if there is none.
  init(xml text: UnsafePointer<xmlChar>?) { self = text.map { String(cString: $0) } ?? "" }

  /// The texts within a node together.
  init(contentOf node: xmlNodePtr) {
    let content = xmlNodeGetContent(node)
    self.init(xml: content)
    cxml_free(content)
  }

  /// The value of an attribute.
  init(contentOf attribute: xmlAttrPtr) {
    self = attribute.withMemoryRebound(to: xmlNode.self, capacity: 1) { String(contentOf: $0) }
  }
}
