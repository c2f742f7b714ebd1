import Crypto
import Platform
import Foundation

/// How a result stands in its file: a mark, the format's version, the length, the result, and a SHA-256 of all that and
/// the key, so that neither a flipped bit nor another key's result is taken for it.
enum ObjectFile {
  static let version: UInt32 = 1

  private static let mark = Array("cutlist\n".utf8)
  private static let headerSize = mark.count + 4 + 8
  private static let overhead = headerSize + SHA256.byteCount

  static func write(_ value: Data, for key: StoreKey, to file: Descriptor) throws(SystemFailure) {
    let header = header(ofLength: value.count)
    try file.write(header)
    try file.write(value)
    try file.write(seal(header, value, key))
  }

  /// The result; nil where the file does not hold what was once written under the key.
  ///
  /// What a file says of its length is believed only where it is that long, and no memory is taken before.
  static func read(_ file: Descriptor, for key: StoreKey) throws(SystemFailure) -> Data? {
    let status = try file.status()
    let length = Int(status.st_size) - overhead
    guard status.st_mode & S_IFMT == S_IFREG, length >= 0, !isHollow(status) else { return nil }
    let header = try file.read(headerSize)
    guard Array(header) == self.header(ofLength: length) else { return nil }
    let value = try file.read(length)
    guard value.count == length else { return nil }
    return try Array(file.read(SHA256.byteCount)) == seal(Array(header), value, key) ? value : nil
  }

  /// True for a file that is far longer than what the disk holds of it. Results are packed already, so no file system
  /// finds that much to leave out of one.
  private static func isHollow(_ status: stat) -> Bool {
    status.st_size > 64 << 20 && Int(status.st_blocks) * 512 < Int(status.st_size) / 1000
  }

  private static func header(ofLength length: Int) -> [UInt8] {
    mark + withUnsafeBytes(of: version.littleEndian, Array.init)
      + withUnsafeBytes(of: UInt64(length).littleEndian, Array.init)
  }

  private static func seal(_ header: [UInt8], _ value: Data, _ key: StoreKey) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: header)
    hash.update(data: value)
    hash.update(data: Array(key.description.utf8))
    return Array(hash.finalize())
  }
}
