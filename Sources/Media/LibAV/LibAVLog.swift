import CAssertion
import CFFmpeg
import Glibc

/// Keeps the last line on each thread with which libav said what is wrong, and keeps libav from printing.
enum LibAVLog {
  /// One thread's line, which goes when the thread does.
  private final class Line {
    var text: String?
    /// The packet that the last line was about, and how many lines there were about it.
    var packet: (number: UInt, lines: Int) = (0, 0)
    /// The packet that a decoder has been given on this thread, while it is at work; 0 where none is.
    var decoded: UInt = 0
    /// Nil where nobody listens.
    var warnings: [String]?
    /// The server's answer so far; `nil` if no caller listens.
    var answer: Answer?
    /// Whether somebody wants to know how large the parts are that a server sends, and how large the last one is.
    var wantsParts = false
    var lastPart: UInt64?
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { line in
      if let line { Unmanaged<Line>.fromOpaque(line).release() }
    }
    return key
  }()

  private static var own: Line {
    if let line = pthread_getspecific(key) { return Unmanaged<Line>.fromOpaque(line).takeUnretainedValue() }
    let line = Line()
    pthread_setspecific(key, Unmanaged.passRetained(line).toOpaque())
    return line
  }

  private static let installed: Void = av_log_set_callback(
    cassertion_log_before { object, level, format, arguments in LibAVLog.take(object, level, format, arguments) })

  private static func take(
    _ object: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
  ) {
    // Filters log thousands of lines that nobody wants, so these get no further than here.
    if level <= AV_LOG_ERROR || level == AV_LOG_WARNING && (LibAVLog.own.warnings != nil || isLoss(format)) {
      LibAVLog.keep(object, level, format, arguments)
    } else if level == AV_LOG_TRACE, let format, isHeader(format) || isStatus(format), LibAVLog.own.answer != nil {
      LibAVLog.keepAnswer(format, arguments)
    } else if level >= AV_LOG_DEBUG, let format, isPart(format), LibAVLog.own.wantsParts {
      LibAVLog.keepPart(format, arguments)
    }
  }

  /// Whether this is how libavformat logs each line of a server's answer.
  private static func isHeader(_ format: UnsafePointer<CChar>) -> Bool { isText(format, "header='%s'\n") }
  /// Whether this is how it logs the number that an answer begins with.
  private static func isStatus(_ format: UnsafePointer<CChar>) -> Bool { isText(format, "http_code=%d\n") }
  /// Whether this is how it logs the size of the part that comes next.
  private static func isPart(_ format: UnsafePointer<CChar>) -> Bool {
    isText(format, "Chunked encoding data size: %lu\n")
  }

  /// Whether this is how a decoder warns that not all is as it was coded: that of JPEG of a picture, that of MLP and TrueHD
  /// of sound.
  private static func isLoss(_ format: UnsafePointer<CChar>?) -> Bool {
    guard let format else { return false }
    return isText(format, "component %d is incomplete\n")
      || isText(format, "Lossless check failed - expected %02x, calculated %02x.\n")
  }

  private static func isText(_ format: UnsafePointer<CChar>, _ words: StaticString) -> Bool {
    words.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { strncmp($0.baseAddress!, format, $0.count + 1) == 0 }
    }
  }

  /// A line as it is written with its arguments; nil if it is so long that it is none of those that are looked for.
  private static func line(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer?) -> String? {
    guard let arguments else { return nil }
    var buffer = [CChar](repeating: 0, count: 8192)
    let count = vsnprintf(&buffer, buffer.count, format, arguments)
    return count < buffer.count ? String(nullTerminated: buffer) : nil
  }

  private static func keepPart(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer?) {
    own.lastPart = line(format, arguments).flatMap { UInt64($0.filter(\.isNumber)) }
  }

  private static func keepAnswer(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer?) {
    if isStatus(format) {
      // A server that requires a password first responds with 401.
      own.answer = Answer()
      own.answer?.status = line(format, arguments).flatMap { Int($0.filter(\.isNumber)) }
      return
    }
    let line = (line(format, arguments) ?? "").dropFirst("header='".count).dropLast("'\n".count)
    guard let colon = line.firstIndex(of: ":") else { return }
    let text = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }.prefix { !$0.isNewline }
    // A space before the colon is no part of a name (RFC 9112, 5.1), and one that is read otherwise could hide a length.
    guard line[..<colon].last?.isWhitespace != true else {
      own.answer?.isChanged = true
      return
    }
    let isCut = line.utf8.count >= longestHeader
    switch (line[..<colon].lowercased(), text.lowercased()) {
    case ("location", _) where isCut: own.answer?.isLocationCut = true
    case ("content-length", _) where isCut, ("transfer-encoding", _) where isCut: own.answer?.isChanged = true
    case ("location", _): own.answer?.location = String(text)
    case ("content-length", _): own.answer?.take(length: String(text))
    case ("transfer-encoding", "chunked"): own.answer?.isInParts = true
    case ("transfer-encoding", "identity"), ("content-encoding", "identity"): break
    case ("transfer-encoding", _), ("content-encoding", _), ("icy-metaint", _): own.answer?.isChanged = true
    default: break
    }
  }

  /// The number of bytes after which libavformat truncates a header line.
  private static let longestHeader = 4095

  private static func keep(
    _ object: UnsafeMutableRawPointer?, _ level: Int32, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?
  ) {
    guard let format, let arguments else { return }
    // Some decoders do not say that it is they who complain.
    let packet = object == nil ? own.decoded : DecoderComplaints.packet(of: object)
    if own.packet.number != packet { own.packet = (packet, 0) }
    own.packet.lines += 1
    // A few bytes can make a decoder write a hundred thousand lines.
    let counts = packet != 0 && !DecoderComplaints.isHarmless(format)
    guard own.packet.lines <= LibAVLog.mostLines || counts else { return }
    var printsPrefix: Int32 = 1
    var buffer = [CChar](repeating: 0, count: 1024)
    av_log_format_line2(nil, level, format, arguments, &buffer, Int32(buffer.count), &printsPrefix)
    let line = name(of: object) + String(nullTerminated: buffer)
    let trimmed = line.drop { $0 == " " }.split(whereSeparator: \.isNewline).joined(separator: " ")
    if level <= AV_LOG_ERROR {
      keep(trimmed)
    } else {
      own.warnings?.append(withoutAddress(trimmed))
    }
    if level <= AV_LOG_ERROR || isLoss(format) { DecoderComplaints.keep(trimmed, of: packet) }
  }

  /// The most lines that are looked at of one packet, and of what is about none.
  private static let mostLines = 1000

  /// What an object calls itself, as in `[libx264] `.
  ///
  /// Libavutil would name what the object belongs to as well, and looks for that behind a class alone too, which the
  /// filter `scale` hands it for flags that it does not know: it then reads memory that nobody wrote.
  private static func name(of object: UnsafeMutableRawPointer?) -> String {
    guard let object, let table = object.load(as: UnsafePointer<AVClass>?.self),
      let name = table.pointee.item_name?(object)
    else { return "" }
    return "[\(String(cString: name))] "
  }

  private static func keep(_ trimmed: String) {
    // A graph says after a filter that it failed, but not why; DNxHD's encoder, why, and then all that it knows.
    let saysLess = own.text != nil && ["Failed to configure ", "] Frame size: "].contains(where: trimmed.contains)
    if !trimmed.isEmpty, !saysLess { own.text = withoutAddress(trimmed) }
  }

  /// `[mov @ 0x55…] text` becomes `[mov] text`, so that equal failures read equal.
  private static func withoutAddress(_ line: String) -> String {
    guard let at = line.firstRange(of: " @ 0x"), let bracket = line[at.upperBound...].firstIndex(of: "]") else {
      return line
    }
    return String(line[..<at.lowerBound] + line[bracket...])
  }

  /// Forgets what this thread logged.
  static func begin() {
    _ = installed
    own.text = nil
    own.packet = (0, 0)
  }

  /// Makes a call to a decoder, which is at work on a packet as `DecoderComplaints` marks it.
  static func decoding(_ packet: UnsafeMutableRawPointer?, _ call: () -> Int32) -> Int32 {
    let line = own
    line.decoded = UInt(bitPattern: packet)
    defer { line.decoded = 0 }
    return call()
  }

  /// From here on what this thread is warned of is kept as well.
  static func listen() { own.warnings = [] }

  /// What it was warned of; nobody listens any more.
  static func heard() -> [String] {
    defer { own.warnings = nil }
    return own.warnings ?? []
  }

  /// The head of an HTTP response.
  struct Answer {
    /// The status code, such as 404; `nil` if there was no response.
    var status: Int?
    /// The target of a redirect; `nil` if the response has no `Location`.
    var location: String?
    /// Whether libavformat has truncated the `Location` because of its length.
    var isLocationCut = false
    /// Whether the body is compressed, or has something put into it.
    var isChanged = false
    /// Whether the body comes in parts, the last of which is empty.
    var isInParts = false
    /// The length of the body as the server says it.
    private var length: String?
    /// The same, if it is no length, or if the server says two that differ.
    var oddLength: String?

    /// Takes what the server says about the length of the body.
    mutating func take(length said: String) {
      if (Int64(said.filter { $0 != " " }) ?? -1) < 0 { return oddLength = String(said.prefix(40)) }
      if let length, length != said { oddLength = "\(length) and \(said)" }
      length = said
    }

    /// Whether the status code is one of a redirect.
    var sendsOn: Bool { status.map { (300..<400).contains($0) } ?? false }

    /// The target of the redirect; `nil` if the status code is not one of a redirect to `Location` (RFC 9110, 15.4).
    var redirection: String? { status.map { [301, 302, 303, 307, 308].contains($0) } ?? false ? location : nil }
  }

  /// From here on it is kept what a server answers this thread.
  static func listenForAnswer() { own.answer = Answer() }

  /// Returns the last answer, and stops listening.
  static func heardAnswer() -> Answer {
    defer { own.answer = nil }
    return own.answer ?? Answer()
  }

  /// From here on it is kept how large the parts are that a server says it sends this thread.
  static func listenForParts() { (own.wantsParts, own.lastPart) = (true, nil) }

  /// Returns the size of the part that came last, in bytes, and stops listening; nil if there were no parts. A file ends
  /// with a part of size 0.
  static func heardLastPart() -> UInt64? {
    defer { (own.wantsParts, own.lastPart) = (false, nil) }
    return own.lastPart
  }

  static var lastLine: String? { own.text }
}
