import Glibc

/// The files below `/proc` and `/sys`, whose text the kernel makes when it is read.
package enum KernelText {
  /// Reads a text of at most 64 KiB; nil if there is none.
  package static func read(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    return ferror(file) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
