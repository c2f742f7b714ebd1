import Files
import Foundation

/// A copy of a file that a filter reads by its path, in a folder that nobody else can write to. It is gone with this
/// object.
///
/// The path itself could lead elsewhere by the time that a library opens it.
final class PrivateCopy {
  let path: String
  private let folder: String
  private static let limit = 256 << 20

  init(of original: ConfinedPath) throws(LibAVError) {
    let bytes: [UInt8]
    do { bytes = try original.open().contents(upTo: PrivateCopy.limit) } catch {
      throw LibAVError(error, call: "open")
    }
    let root = FileManager.default.temporaryDirectory.path
    var template = Array("\(root)/cutlist-copy.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LibAVError(call: "mkdtemp", code: -errno, text: "cannot write into \(root)")
    }
    folder = String(nullTerminated: template)
    // Filters tell by the ending how to read it.
    path = folder + "/copy" + PrivateCopy.ending(of: original.path)
    do {
      let file = try OpenFile(creating: path)
      try file.write(bytes)
    } catch {
      throw LibAVError(error, call: "write")
    }
  }

  deinit {
    unlink(path)
    rmdir(folder)
  }

  private static func ending(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return String(name[dot...])
  }
}
