import Glibc
import Platform
import Synchronization

/// The bytes of a font file, in memory of their own and once for all who draw with it. FreeType itself would map the
/// file, and the system ends a program that looks into a mapped file which has become shorter.
final class FontContent: Sendable {
  /// Never changed after it is made.
  nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer

  private struct Weak: Sendable { weak var content: FontContent? }
  private static let known = Mutex<[FileIdentity: Weak]>([:])

  /// The content of the font file at a path, as it is now.
  static func ofFile(at path: String) throws(SystemFailure) -> FontContent {
    let file = try ConfinedPath(anywhere: path).open()
    let identity = FileIdentity(try file.status())
    if let content = known.withLock({ $0[identity]?.content }) { return content }
    let content = try FontContent(file, count: Int(identity.size))
    known.withLock { known in
      known = known.filter { $0.value.content != nil }
      known[identity] = Weak(content: content)
    }
    return content
  }

  private init(_ file: Descriptor, count: Int) throws(SystemFailure) {
    guard let start = malloc(max(count, 1)) else { throw SystemFailure(code: ENOMEM) }
    bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    guard try file.read(into: bytes) == count else {
      throw SystemFailure(code: EBUSY, description: "it is being written")
    }
  }

  deinit { free(bytes.baseAddress) }
}
