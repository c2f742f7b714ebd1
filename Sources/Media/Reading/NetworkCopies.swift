import CFFmpeg
import Glibc
import Synchronization

/// Files from the network, each fetched whole once in a process.
///
/// A copy has no name: it is there as long as the process is, and nobody has to clean up. Reading it cannot fail half
/// way through a render, and does not change while one runs.
package final class NetworkCopies: Sendable {
  package static let shared = NetworkCopies()

  private let paths = Mutex<[String: String]>([:])
  /// Microseconds without an answer after which nobody waits any longer.
  private static let patience = "20000000"
  private static let blockSize = 1 << 16

  /// Where the file behind an address can be read. Others that ask at the same time wait.
  package func path(ofCopyFrom address: String) throws(LibAVError) -> String {
    try paths.withLock { paths throws(LibAVError) in
      if let path = paths[address] { return path }
      let path = try NetworkCopies.fetch(address)
      paths[address] = path
      return path
    }
  }

  private static func fetch(_ address: String) throws(LibAVError) -> String {
    var source: UnsafeMutablePointer<AVIOContext>?
    // Redirections lead nowhere else.
    let options = try OptionDictionary(["protocol_whitelist": "http,https,tcp,tls", "rw_timeout": patience])
    try libav("avio_open2", avio_open2(&source, address, AVIO_FLAG_READ, nil, &options.pointer))
    defer { avio_closep(&source) }
    let file = try namelessFile()
    var block = [UInt8](repeating: 0, count: blockSize)
    while true {
      let count = avio_read(source, &block, Int32(blockSize))
      if count == cff_error_eof || count == 0 { break }
      try libav("avio_read", count)
      try write(block[..<Int(count)], to: file)
    }
    // The descriptor stays open on purpose: the file is there because of it.
    return "/proc/self/fd/\(file)"
  }

  private static func namelessFile() throws(LibAVError) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/cutlist-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw LibAVError(call: "mkstemp", complaint: String(cString: strerror(errno))) }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(LibAVError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw LibAVError(call: "write", complaint: String(cString: strerror(errno))) }
      rest = rest.dropFirst(count)
    }
  }
}
