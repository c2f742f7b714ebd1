import CFFmpeg
import Glibc
import Platform
import Synchronization

/// How much may come from the network, and how long that may take.
package struct NetworkLimits: Sendable {
  /// Of one file.
  package var bytes: Int64
  /// For one file, with all that it takes to find it.
  package var seconds: Int
  /// The largest number of bytes of all files together.
  package var totalBytes: Int64

  package init(bytes: Int64 = 4 << 30, seconds: Int = 600, totalBytes: Int64 = 16 << 30) {
    self.bytes = bytes
    self.seconds = seconds
    self.totalBytes = totalBytes
  }
}

/// Files from the network, each fetched whole once in a process.
///
/// A copy has no name: it is there as long as its owner is, and nobody has to clean up. Reading it cannot fail half way
/// through a render, and does not change while one runs.
///
/// A document may name a server of the world and mean one that only this machine can reach. So the machine that a name
/// stands for is found out once, looked at, and asked by its number; a server that sends on to another one is followed
/// here, where that is looked at as well, and not by libavformat. Only an address that says itself that it is this
/// machine's or a neighbour's may lead to one.
package final class NetworkCopies: Sendable {
  package static let shared = NetworkCopies()

  private struct Kept {
    /// The copies by address, kept open: a file without a name exists only while it is open.
    var files: [String: Descriptor] = [:]
    /// The number of bytes fetched, including those of failed downloads.
    var bytes: Int64 = 0
  }

  private let kept = Mutex(Kept())
  private let limits: NetworkLimits
  /// Microseconds without an answer after which nobody waits any longer.
  private static let patience = "20000000"
  private static let blockSize = 1 << 16
  private static let mostRedirects = 5
  /// Answers that another time may be others: it took too long, it is too early, and too much was asked.
  private static let passingAnswers = [408, 425, 429]

  package init(limits: NetworkLimits = NetworkLimits()) { self.limits = limits }

  /// Where the file behind an address can be read. Others that ask at the same time wait.
  package func path(ofCopyFrom address: String) throws(LibAVError) -> String {
    let file = try kept.withLock { kept throws(LibAVError) in
      if let file = kept.files[address] { return file }
      NetworkCopies.fetching.add(1, ordering: .relaxed)
      defer { NetworkCopies.fetching.subtract(1, ordering: .relaxed) }
      let file = try fetch(address, &kept.bytes)
      kept.files[address] = file
      return file
    }
    let path = "/proc/self/fd/\(file.number)"
    guard access(path, F_OK) == 0 else {
      throw LibAVError(call: "network", code: -EIO, text: "what was fetched cannot be read: /proc is not there")
    }
    return path
  }

  /// Whether the process waits for a server.
  package static var isFetching: Bool { fetching.load(ordering: .relaxed) > 0 }
  private static let fetching = Atomic(0)

  private func fetch(_ written: String, _ total: inout Int64) throws(LibAVError) -> Descriptor {
    guard var address = NetworkAddress(written) else { throw failure("this is no address of http or https") }
    let named = address
    let deadline = Deadline(seconds: limits.seconds)
    // libav keeps asking it for as long as something is open.
    defer { withExtendedLifetime(deadline) {} }
    for _ in 0...NetworkCopies.mostRedirects {
      var source: UnsafeMutablePointer<AVIOContext>?
      defer { avio_closep(&source) }
      // Only the machine that the document names itself may be one that no other machine reaches.
      let mayBePrivate = named.namesPrivateMachine && address.host == named.host && address.port == named.port
      switch try open(address, mayBePrivate: mayBePrivate, deadline, &source) {
      case .open(let answer): return try copy(source, answer, deadline, &total)
      case .elsewhere(let location):
        guard let next = address.following(location) else {
          throw failure("the server sends on to `\(location)`, which is no address of http or https")
        }
        address = next
      }
    }
    throw failure("the server sends on more than \(NetworkCopies.mostRedirects) times")
  }

  private enum Answer {
    case open(LibAVLog.Answer)
    /// The server says that it is there.
    case elsewhere(String)
  }

  private func open(
    _ address: NetworkAddress, mayBePrivate: Bool, _ deadline: Deadline,
    _ source: inout UnsafeMutablePointer<AVIOContext>?
  ) throws(LibAVError) -> Answer {
    let machines: [MachineNumber]
    do throws(SystemFailure) { machines = try MachineNumber.all(of: address.host) } catch {
      throw LibAVError(call: "network", code: -error.code, text: error.description)
    }
    guard !machines.isEmpty else { throw failure("nobody knows where \(address.host) is") }
    guard mayBePrivate || !machines.contains(where: \.isPrivate) else {
      throw failure(
        "\(address.host) is a machine that only this one can reach, which the document does not name itself")
    }
    guard NetworkCopies.redirectsCanBeRefused else {
      throw failure("this libavformat cannot be kept from following servers")
    }
    var last: LibAVError?
    for machine in machines {
      // With TLS the name has to be known, and a machine that stands for another one cannot prove that it is that.
      let url = address.isSecure ? address.text() : address.text(at: machine)
      let options = try OptionDictionary([
        "protocol_whitelist": "http,https,tcp,tls", "rw_timeout": NetworkCopies.patience, "max_redirects": "0",
        // The whole file is asked for, with nothing put into it.
        "seekable": "0", "icy": "0",
        "headers": "Host: \(address.hostAndPort)\r\n", "tls_verify": "1",
      ])
      LibAVLog.listenForAnswer()
      var interrupt = deadline.callback
      do throws(LibAVError) {
        try libav("avio_open2", avio_open2(&source, url, AVIO_FLAG_READ, &interrupt, &options.pointer))
        last = nil
      } catch { last = LibAVError(ofConnection: error) }
      let answer = LibAVLog.heardAnswer()
      if deadline.isOver { throw tooLong }
      if last == nil {
        // The body of such an answer is a page about it.
        if answer.sendsOn { throw failure("the server sends on, and does not say where to") }
        if let status = answer.status, status != 200 {
          throw noAnswer("the server answers with \(status), which is not the file")
        }
        // Libavformat takes a compressed one that breaks off for whole.
        if answer.isChanged {
          throw noAnswer("the server sends the file compressed or with something in it, which it was not asked for")
        }
        if let length = answer.oddLength {
          throw noAnswer("the server says that the file has \(length) bytes, which is no length")
        }
        return .open(answer)
      }
      if answer.sendsOn, answer.isLocationCut {
        throw failure("the server sends on to an address that is too long")
      }
      if let location = answer.redirection { return .elsewhere(location) }
      if let status = answer.status, NetworkCopies.passingAnswers.contains(status) {
        last = noAnswer("the server says that it cannot answer now (\(status))")
      }
      if address.isSecure { break }
    }
    throw last ?? failure("nobody answers")
  }

  /// Whether libavformat can be told to follow no server that sends on to another one.
  private static let redirectsCanBeRefused: Bool = {
    var http = avio_protocol_get_class("http")
    return av_opt_find(&http, "max_redirects", nil, 0, Int32(AV_OPT_SEARCH_FAKE_OBJ)) != nil
  }()

  private func copy(
    _ source: UnsafeMutablePointer<AVIOContext>?, _ answer: LibAVLog.Answer, _ deadline: Deadline,
    _ total: inout Int64
  ) throws(LibAVError) -> Descriptor {
    let file = try inScratch { () throws(SystemFailure) in try Descriptor.nameless() }
    var block = [UInt8](repeating: 0, count: NetworkCopies.blockSize)
    var length: Int64 = 0
    let size = avio_size(source)
    if size > limits.bytes { throw tooLarge }
    if size > limits.totalBytes - total { throw tooMuch }
    LibAVLog.listenForParts()
    defer { _ = LibAVLog.heardLastPart() }
    while true {
      LibAVLog.begin()
      let count = avio_read_partial(source, &block, Int32(NetworkCopies.blockSize))
      if deadline.isOver { throw tooLong }
      // Where a server does not say how long a file is, its end is taken for one that comes too early.
      let endsUnsized = count == -EIO && size < 0 && LibAVLog.lastLine?.contains("Stream ends prematurely") == true
      if count == cff_error_eof || count == 0 || endsUnsized { break }
      do throws(LibAVError) { try libav("avio_read_partial", count) } catch { throw LibAVError(ofConnection: error) }
      length += Int64(count)
      total += Int64(count)
      if length > limits.bytes { throw tooLarge }
      if total > limits.totalBytes { throw tooMuch }
      try inScratch { () throws(SystemFailure) in try file.write(Array(block[..<Int(count)])) }
    }
    // Libavformat takes the end of the connection for the end of the file, where that comes in parts.
    if LibAVLog.heardLastPart() != (answer.isInParts ? 0 : nil) { throw noAnswer("the server breaks off before the end") }
    if size >= 0, length != size { throw noAnswer("the server sends \(length) bytes and says that it sends \(size)") }
    return file
  }

  /// Runs what keeps something among the temporary files.
  private func inScratch<Value>(_ body: () throws(SystemFailure) -> Value) throws(LibAVError) -> Value {
    do throws(SystemFailure) { return try body() } catch { throw LibAVError(inScratch: error) }
  }

  private var tooLarge: LibAVError { failure("the file has more than \(limits.bytes) bytes, which is the limit") }
  private var tooMuch: LibAVError {
    failure("with it more than \(limits.totalBytes) bytes would come from the network, which is the limit")
  }
  private var tooLong: LibAVError { noAnswer("it takes longer than \(limits.seconds) seconds, which is the limit") }
  private func failure(_ complaint: String) -> LibAVError { LibAVError(call: "network", complaint: complaint) }
  /// A fault of the server or of the way to it, which says nothing of the file.
  private func noAnswer(_ complaint: String) -> LibAVError { LibAVError(call: "network", code: -EIO, text: complaint) }
}

extension LibAVError {
  /// An error of a connection. It says nothing of the file, and so is a refusal, unless it is the server's answer that
  /// there is none for us.
  fileprivate init(ofConnection error: LibAVError) {
    self = cff_is_answer(error.code) ? error : LibAVError(call: error.call, code: -EIO, text: error.text, log: error.log)
  }
}

/// When somebody stops to wait, which libav asks while it does.
private final class Deadline {
  /// In nanoseconds of the system's steady clock.
  private let end: UInt64

  init(seconds: Int) { end = Deadline.now + UInt64(seconds) * 1_000_000_000 }

  var isOver: Bool { Deadline.now >= end }

  /// It holds as long as this object does.
  var callback: AVIOInterruptCB {
    AVIOInterruptCB(
      callback: { deadline in
        deadline.map { Unmanaged<Deadline>.fromOpaque($0).takeUnretainedValue().isOver } ?? false ? 1 : 0
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  private static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
