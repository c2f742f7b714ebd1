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

  private static func refusal(of folder: UnsafePointer<CChar>) -> SystemFailure? {
    errno = 0
    if let stream = opendir(folder) {
      defer { closedir(stream) }
      errno = 0
      while readdir(stream) != nil {}
    }
    let failure = SystemFailure()
    return failure.isRefusal ? failure : nil
  }
}
