import Crypto
package import Foundation

/// Takes in what decides a result, part by part. No two different sequences of parts run together into one: every part
/// carries its type, and what has no fixed size its length.
package struct KeyWriter {
  private var hash = SHA256()

  private enum Part: UInt8 { case number, text, bytes, fraction, truth, key }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(.text, counted: UnsafeRawBufferPointer($0)) }
  }

  package mutating func add(_ number: Int64) { add(.number, withUnsafeBytes(of: number.littleEndian, Array.init)) }
  package mutating func add(_ number: Int) { add(Int64(number)) }
  package mutating func add(_ flag: Bool) { add(.truth, [flag ? 1 : 0]) }

  /// Told apart by its bits, so that every value that can be written down has a key of its own.
  package mutating func add(_ number: Double) {
    add(.fraction, withUnsafeBytes(of: number.bitPattern.littleEndian, Array.init))
  }

  package mutating func add(bytes: some ContiguousBytes) {
    bytes.withUnsafeBytes { add(.bytes, counted: $0) }
  }

  package mutating func add(_ key: StoreKey) { add(.key, Array(key.description.utf8)) }

  /// The content of a file that the work reads.
  package mutating func add(_ fingerprint: FileFingerprint) { add(.bytes, Array(fingerprint.digest)) }

  private mutating func add(_ part: Part, _ bytes: [UInt8]) {
    hash.update(data: [part.rawValue] + bytes)
  }

  private mutating func add(_ part: Part, counted bytes: UnsafeRawBufferPointer) {
    hash.update(data: [part.rawValue])
    withUnsafeBytes(of: Int64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
    hash.update(bufferPointer: bytes)
  }

  func finish() -> String { hash.finalize().hexadecimal }
}

extension Sequence<UInt8> {
  /// Two lower-case digits for each byte.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
