import CFFmpeg
import Glibc
import Platform

/// A copy of a table of colours, which a filter reads by its path, in a folder that nobody else can write to. It is gone
/// with this object.
///
/// The path itself could lead elsewhere by the time that a library opens it.
final class PrivateCopy {
  let path: String
  private let folder: ScratchFolder

  /// What the names of the folders begin with.
  static let prefix = "cutlist-copy"
  private static let limit = 256 << 20

  init(of original: ConfinedPath) throws(LibAVError) {
    var bytes: [UInt8]
    do throws(SystemFailure) { bytes = try original.open().contents(upTo: PrivateCopy.limit) } catch {
      throw LibAVError(error, call: "open")
    }
    // Filters tell by the ending how to read it.
    var ending = PathName.ending(of: original.path)
    if ending.lowercased() == "cube" { (bytes, ending) = try CubeTable(bytes).forFilter }
    do throws(SystemFailure) {
      folder = try ScratchFolder(PrivateCopy.prefix)
      path = PathName.path(of: ending.isEmpty ? "copy" : "copy.\(ending)", in: folder.path)
      try Descriptor(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).write(bytes)
    } catch {
      throw LibAVError(inScratch: error)
    }
  }
}
