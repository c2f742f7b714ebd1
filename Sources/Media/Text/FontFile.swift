import CText
import Foundation
import TimelineModel

/// The font file that fontconfig chooses for a family and style.
struct FontFile: Hashable {
  var path: String
  var index: Int
  /// Every name the font's family goes by.
  var families: [String]

  /// No family has a name of more bytes, and fontconfig takes long to find that out.
  private static let longestName = 1000

  init?(family: String, isBold: Bool = false, isItalic: Bool = false) {
    guard family.utf8.count <= FontFile.longestName, let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, ct_family, family)
    FcPatternAddInteger(pattern, ct_weight, isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR)
    FcPatternAddInteger(pattern, ct_slant, isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, ct_scalable, 1)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    var (file, index): (UnsafeMutablePointer<FcChar8>?, Int32) = (nil, 0)
    guard FcPatternGetString(match, ct_file, 0, &file) == FcResultMatch, let file else { return nil }
    FcPatternGetInteger(match, ct_index, 0, &index)
    path = String(cString: file)
    self.index = Int(index)
    families = FontFile.families(of: match)
  }

  /// False where it only stands in for another family. Generic names have no family of their own.
  func answers(to family: String) -> Bool {
    let wanted = family.lowercased()
    return ["sans", "sans-serif", "serif", "mono", "monospace"].contains(wanted)
      || families.contains { $0.lowercased() == wanted }
  }

  static func families(of pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var name: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, ct_family, Int32(names.count), &name) == FcResultMatch, let name {
      names.append(String(cString: name))
    }
    return names
  }

  /// The families that have all of these characters, in alphabetical order.
  static func families(with characters: [Character]) -> [String] {
    let pattern = FcPatternCreate()
    let set = FcCharSetCreate()
    for scalar in characters.flatMap(\.unicodeScalars) { FcCharSetAddChar(set, scalar.value) }
    FcPatternAddCharSet(pattern, ct_charset, set)
    FcPatternAddBool(pattern, ct_scalable, 1)
    FcCharSetDestroy(set)
    return families(like: pattern)
  }

  /// Returns the first character that no font has, nor has the parts of; nil if there is none. Those that nothing is drawn
  /// for are left out.
  static func firstLacking(among characters: [Unicode.Scalar]) -> Unicode.Scalar? {
    let drawn = characters.filter(\.isDrawn)
    guard !drawn.isEmpty else { return nil }
    let sets = FontFile.fonts(like: FcPatternCreate(), ct_charset) { font in
      var set: OpaquePointer?
      return FcPatternGetCharSet(font, ct_charset, 0, &set) == FcResultMatch ? set.map { FcCharSetCopy($0) } : nil
    }
    defer { for set in sets { FcCharSetDestroy(set) } }
    func has(_ scalar: Unicode.Scalar) -> Bool { sets.contains { FcCharSetHasChar($0, scalar.value) != 0 } }
    return drawn.first { scalar in
      !has(scalar) && !String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.allSatisfy(has)
    }
  }

  /// All families on this machine.
  static func installedFamilies() -> [String] { families(like: FcPatternCreate()) }

  private static func families(like pattern: OpaquePointer?) -> [String] {
    Set(fonts(like: pattern, ct_family, FontFile.families).flatMap { $0 }).sorted()
  }

  /// Returns what `read` makes of one field of each font that is like a pattern, which is freed.
  private static func fonts<Value>(
    like pattern: OpaquePointer?, _ field: UnsafePointer<CChar>, _ read: (OpaquePointer) -> Value?
  ) -> [Value] {
    let fields = FcObjectSetCreate()
    FcObjectSetAdd(fields, field)
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(fields)
    }
    guard let found = FcFontList(nil, pattern, fields) else { return [] }
    defer { FcFontSetDestroy(found) }
    return (0..<Int(found.pointee.nfont)).compactMap { read(found.pointee.fonts[$0]!) }
  }
}

extension Unicode.Scalar {
  /// False for what is never seen by itself: white space, controls, and marks that choose between forms of others.
  fileprivate var isDrawn: Bool {
    let isControl = [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
    return !isControl && !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
  }
}
