import CText
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

  /// All families on this machine.
  static func installedFamilies() -> [String] { families(like: FcPatternCreate()) }

  /// Takes the pattern over.
  private static func families(like pattern: OpaquePointer?) -> [String] {
    let fields = FcObjectSetCreate()
    FcObjectSetAdd(fields, ct_family)
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(fields)
    }
    guard let found = FcFontList(nil, pattern, fields) else { return [] }
    defer { FcFontSetDestroy(found) }
    let families = (0..<Int(found.pointee.nfont)).flatMap { FontFile.families(of: found.pointee.fonts[$0]!) }
    return Set(families).sorted()
  }
}
