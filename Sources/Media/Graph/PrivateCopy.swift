import CFFmpeg
import Glibc
import Platform

/// A copy of a table of colours, for a filter that reads it by its path, in a folder that no other user can write to.
/// The copy is removed with this object.
///
/// The path itself could lead elsewhere by the time that a library opens it.
final class PrivateCopy {
  let path: String
  private let folder: ScratchFolder

  /// What the names of the folders begin with.
  static let prefix = "cutlist-copy"
  private static let limit = 256 << 20

  init(of original: ConfinedPath) throws(LibAVError) {
    // In other formats a size that does not fit makes `lut3d` write beyond its memory.
    guard PathName.ending(of: original.path).lowercased() == "cube" else {
      throw LibAVError(call: "lut3d", complaint: "tables of colours are read from `.cube` files alone")
    }
    let bytes: [UInt8]
    do throws(SystemFailure) { bytes = try original.open().contents(upTo: PrivateCopy.limit) } catch {
      throw LibAVError(error, call: "open")
    }
    let table = try CubeTable(bytes).forFilter
    do throws(SystemFailure) {
      folder = try ScratchFolder(PrivateCopy.prefix)
      path = PathName.path(of: "copy.\(table.ending)", in: folder.path)
      try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).write(table.text)
    } catch {
      throw LibAVError(inScratch: error)
    }
  }
}
