import CXML

/// The pictures and letters of a drawing (SVG). Librsvg does not say whether it can draw all of them.
struct DrawingContent {
  /// Everything that the drawing's links hold, pictures among it, whether shown or not.
  private(set) var pictures: [DataLink] = []
  /// Whether it has any text.
  private(set) var hasText = false
  /// The characters of the texts that nothing hides, each once, in their order.
  private(set) var letters: [Unicode.Scalar] = []
  private var seen: Set<Unicode.Scalar> = []
  /// The contents of the links that have been followed.
  private var contents: Set<[UInt8]> = []
  /// The number of bytes that were read.
  private var length = 0
  /// The number of links that were followed, one within another, to what is being read.
  private var depth = 0
  /// Why the drawing cannot be checked; nil if it can.
  private var excess: String?
  private var hasHidingStyles = false
  /// The first element that librsvg leaves out without a word.
  private var unknownElement: String?
  /// The first link to another file that librsvg does not follow without a word.
  private var outerLink: String?
  /// The elements that librsvg does not paint with, by their names in the drawing.
  private var unknownPaints: [String: String] = [:]
  /// The names of what styles refer to, in their order.
  private var references: [String] = []

  /// - Parameter bytes: The file, which may be compressed. If it is not well-formed, only what precedes the first error is
  ///   read; librsvg does not draw it at all.
  init(_ bytes: [UInt8]) {
    read(bytes, isCoded: false)
    if hasHidingStyles { letters = [] }
  }

  /// - Parameter isCoded: False if the bytes stand as they are in a text that has been read already.
  private mutating func read(_ bytes: [UInt8], isCoded: Bool) {
    let text =
      bytes.starts(with: DrawingContent.gzip) ? Inflating.inflate(bytes, atMost: DrawingContent.longest) : bytes
    length += text.count
    guard length <= DrawingContent.longest else {
      excess = "with what its links hold it is longer than \(DrawingContent.longest >> 20) MiB"
      return
    }
    guard let tree = XMLTree(text) else {
      // A style sheet may stand in a link as well.
      if isCoded { takeLinks(in: String(decoding: text, as: UTF8.self)) }
      return
    }
    if tree.hasRepeatedEntity { excess = "an entity is declared twice in it" }
    withExtendedLifetime(tree) {
      for node in tree.nodes { take(node, Surroundings()) }
    }
  }

  private static let gzip: [UInt8] = [0x1F, 0x8B]
  /// The most bytes of a drawing and of what its links hold.
  private static let longest = 1 << 28

  /// What a node inherits from the elements around it.
  private struct Surroundings {
    var isText = false
    var isHidden = false
    /// False where `visibility` hides it, which an element within may undo.
    var isVisible = true
    /// True of what stands in a filter itself.
    var isFilter = false
  }

  private mutating func take(_ node: xmlNodePtr, _ around: Surroundings) {
    switch node.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      if around.isText, around.isVisible, !around.isHidden { takeLetters(String(xml: node.pointee.content)) }
    case XML_PI_NODE:
      let content = String(xml: node.pointee.content)
      takeLinks(in: content)
      if String(xml: node.pointee.name) == "xml-stylesheet" { noteSheet(StyleLinks.address(ofSheet: content)) }
    case XML_ELEMENT_NODE:
      takeElement(node, around)
    default: break
    }
  }

  private mutating func takeElement(_ node: xmlNodePtr, _ around: Surroundings) {
    let name = String(xml: node.pointee.name)
    if name == "style" { takeStyles(String(contentOf: node)) }
    var within = around
    note(name, node, around)
    within.isFilter = name == "filter"
    if DrawingContent.hiding.contains(name) { within.isHidden = true }
    // Of several with a name librsvg may follow any.
    for attribute in node.pointee.properties.andNext {
      let (key, value) = (String(xml: attribute.pointee.name), String(contentOf: attribute))
      if key == "href" {
        if let link = DataLink(value) { take(link) }
        if name.hasSuffix("Gradient") { noteLink(value) }
      } else if value.utf8.contains(UInt8(ascii: "(")) {
        takeLinks(in: value)
        note(StyleLinks(in: key == "style" ? value : "\(key):\(value)"))
      }
      if key == "id", DrawingContent.paints.contains(name) { unknownPaints[value] = name }
      if DrawingContent.hides(key, value) { within.isHidden = true }
      within.isVisible = DrawingContent.shows(key, value) ?? within.isVisible
    }
    if name == "text" { within.isText = true }
    hasText = hasText || within.isText
    for child in node.pointee.children.andNext { take(child, within) }
  }

  /// Notes a link of a part that librsvg takes from the drawing itself or leaves out.
  private mutating func noteLink(_ link: String) {
    if outerLink == nil, !link.isEmpty, !link.hasPrefix("#") { outerLink = link }
  }

  /// Notes a style sheet. One with `font` in its address does not matter: the text is drawn in another font.
  private mutating func noteSheet(_ address: String?) {
    guard let address, DataLink(address) == nil, !address.lowercased().contains("font") else { return }
    noteLink(address)
  }

  private mutating func note(_ links: StyleLinks) {
    references += links.names
    links.clipPaths.forEach { noteLink($0) }
    links.sheets.forEach { noteSheet($0) }
  }

  /// Notes an element of SVG that ought to be seen and that librsvg does not know.
  private mutating func note(_ name: String, _ node: xmlNodePtr, _ around: Surroundings) {
    guard unknownElement == nil, around.isFilter || !around.isHidden && around.isVisible else { return }
    if let namespace = node.pointee.ns?.pointee.href, String(xml: namespace) != "http://www.w3.org/2000/svg" { return }
    if DrawingContent.unseen.contains(name) { return }
    let isKnown = (around.isFilter ? DrawingContent.primitives : DrawingContent.elements).contains(name)
    // Inkscape leaves many of them empty.
    let isEmpty = name.hasPrefix("flow") && String(contentOf: node).allSatisfy(\.isWhitespace)
    if !isKnown, !isEmpty { unknownElement = name }
  }

  /// The elements that librsvg 2.54 draws, or whose content it does.
  private static let elements: Set<String> = [
    "a", "circle", "clipPath", "defs", "ellipse", "filter", "g", "image", "line", "linearGradient", "marker", "mask", "path",
    "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "style", "svg", "switch", "symbol", "text", "tspan",
    "use", "feDistantLight", "feFuncA", "feFuncB", "feFuncG", "feFuncR", "feMergeNode", "fePointLight", "feSpotLight",
  ]

  private static let primitives: Set<String> = [
    "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix", "feDiffuseLighting",
    "feDisplacementMap", "feFlood", "feGaussianBlur", "feImage", "feMerge", "feMorphology", "feOffset",
    "feSpecularLighting", "feTile", "feTurbulence",
  ]

  /// The elements that define a paint, other than those that librsvg knows.
  private static let paints: Set<String> = ["solidColor", "solidcolor", "hatch", "mesh", "meshgradient"]

  /// Those that show nothing by themselves. What moves is still where it begins.
  private static let unseen: Set<String> = [
    "title", "desc", "metadata", "script", "view", "cursor", "animate", "animateColor", "animateMotion",
    "animateTransform", "set", "mpath", "discard", "font", "font-face", "font-face-src", "font-face-uri",
    "font-face-format", "font-face-name", "glyph", "missing-glyph", "hkern", "vkern", "glyphRef", "altGlyphDef",
    "color-profile", "solidColor", "solidcolor", "hatch", "hatchpath", "mesh", "meshgradient", "meshrow", "meshpatch",
  ]

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
    note(StyleLinks(in: text))
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
    if let unknownElement { return "librsvg does not draw its `\(unknownElement)`" }
    if let outerLink { return DrawingComplaint.ofLink(outerLink) }
    if let paint = references.lazy.compactMap({ unknownPaints[$0] }).first {
      return "librsvg does not paint with its `\(paint)`"
    }
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
