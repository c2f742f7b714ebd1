import CText
import Glibc
import Platform

/// The folders in which fontconfig looks for fonts.
enum FontFolders {
  /// Why the system did not let one of them be read; nil if all could be, or are not there.
  static func refusal() -> SystemFailure? {
    guard let folders = FcConfigGetFontDirs(nil) else { return nil }
    defer { FcStrListDone(folders) }
    while let folder = FcStrListNext(folders) {
      if let failure = refusal(of: UnsafeRawPointer(folder).assumingMemoryBound(to: CChar.self)) { return failure }
    }
    return nil
  }

  /// Why a file of a font that fontconfig knows cannot be read; nil if all can.
  static func refusalOfFiles() -> SystemFailure? {
    guard let fonts = FcConfigGetFonts(nil, FcSetSystem)?.pointee else { return nil }
    for index in 0..<Int(fonts.nfont) {
      var name: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(fonts.fonts[index], ct_file, 0, &name) == FcResultMatch, let name else { continue }
      let path = String(cString: UnsafePointer(name))
      do throws(SystemFailure) { _ = try ConfinedPath(anywhere: path).open().status() } catch {
        if error.code != ENOENT { return error }
      }
    }
    return nil
  }

  private static func refusal(of folder: UnsafePointer<CChar>) -> SystemFailure? {
    var status = stat()
    errno = 0
    if stat(folder, &status) == 0, let stream = opendir(folder) {
      defer { closedir(stream) }
      errno = 0
      while readdir(stream) != nil {}
    }
    let failure = SystemFailure()
    return failure.isRefusal ? failure : nil
  }
}
