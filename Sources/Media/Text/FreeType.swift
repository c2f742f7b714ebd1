import CText

/// FreeType's library object, which faces and strokers belong to.
final class FreeType {
  let pointer: FT_Library

  init() throws(TextError) {
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { throw TextError("FreeType does not start") }
    pointer = library
  }

  deinit { FT_Done_FreeType(pointer) }
}
