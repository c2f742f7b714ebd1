import CText
import TimelineModel

/// The open fonts of one rasteriser, by file.
final class FontSet {
  private var library: FreeType?
  private var faces: [FontFile: FontFace] = [:]
  private var chosen: [Choice: [FontFace]] = [:]

  private struct Choice: Hashable {
    var fonts: [String]
    var isBold: Bool
    var isItalic: Bool
  }

  /// Those that a style names, the first one first.
  func faces(for style: TextStyle) throws(TextError) -> [FontFace] {
    let choice = Choice(fonts: style.fonts, isBold: style.isBold, isItalic: style.isItalic)
    if let faces = chosen[choice] { return faces }
    var faces: [FontFace] = []
    for family in style.fonts {
      guard let file = FontFile(family: family, isBold: style.isBold, isItalic: style.isItalic),
        file.answers(to: family)
      else { throw TextError("there is no font called \(family)") }
      faces.append(try face(file))
    }
    chosen[choice] = faces
    return faces
  }

  private func face(_ file: FontFile) throws(TextError) -> FontFace {
    if let open = faces[file] { return open }
    let library = try freeType()
    let face = try FontFace(file, library: library)
    faces[file] = face
    return face
  }

  func freeType() throws(TextError) -> FreeType {
    if let library { return library }
    let library = try FreeType()
    self.library = library
    return library
  }
}
