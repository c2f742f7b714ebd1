import Glibc

/// Reads whole files.
package enum WholeFile {
  /// What a file holds.
  /// - Throws: what the system said.
  package static func bytes(of path: String) throws(SystemFailure) -> [UInt8] {
    try bytes(of: Descriptor(path, O_RDONLY))
  }

  /// What an open file holds from where it stands.
  package static func bytes(of file: Descriptor) throws(SystemFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = block.withUnsafeMutableBytes { read(file.number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemFailure() }
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }
}
