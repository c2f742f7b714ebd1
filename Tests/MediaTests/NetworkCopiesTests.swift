import Foundation
import Media
import TestSupport
import Testing

/// How much comes from a server, for how long, and where it may send on to.
@Suite struct NetworkCopiesTests {
  private let server: OddServer

  init() throws { server = try OddServer() }

  private func complaint(_ path: String, _ limits: NetworkLimits = NetworkLimits(), host: String = "127.0.0.1")
    -> String?
  {
    do {
      _ = try NetworkCopies(limits: limits).path(ofCopyFrom: "http://\(host):\(server.port)\(path)")
      return nil
    } catch { return "\(error)" }
  }

  @Test func filesAreFetchedWhole() throws {
    let copies = NetworkCopies()
    try withExtendedLifetime(copies) {
      let path = try copies.path(ofCopyFrom: "http://127.0.0.1:\(server.port)/file")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(repeating: 0x78, count: 1000))
    }
  }

  /// Parts that end before the last one, between two of them or within one, are no whole file.
  @Test(arguments: ["/parts?2", "/parts?1"]) func whatBreaksOffIsNoFile(path: String) {
    #expect(complaint(path)?.contains("the server breaks off before the end") == true, "\(complaint(path) ?? "")")
  }

  /// A server that fails says nothing of the file; one that answers does.
  @Test(arguments: [("/parts?1", true), ("/cut", true), ("/status?503", true), ("/status?429", true),
    ("/close", true), ("/close?HTTP/1.1%20200%20OK%0D%0AContent-Le", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0ATransfer-Encoding:%20chunked%0D%0A%0D%0A", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0AContent-Length:%20-5%0D%0A%0D%0Axxxxxx", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0AContent-Length:%206%0D%0AContent-Length:%203%0D%0A%0D%0Axxxxxx", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0AContent-Length:%203%0D%0A%0D%0Axxxxxx", true),
    ("/close?HTTP/1.1%20206%20Partial%20Content%0D%0AContent-Length:%203%0D%0A%0D%0Axxx", true),
    ("/close?HTTP/1.1%20101%20Switching%20Protocols%0D%0A%0D%0Axxx", true),
    ("/close?HTTP/1.1%20103%20Early%20Hints%0D%0A%0D%0AHTTP/1.1%20200%20OK%0D%0AContent-Length:%203%0D%0A%0D%0Axxx", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0ATransfer-Encoding:%20gzip%0D%0A%0D%0Axxx", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0Aicy-metaint:%202%0D%0A%0D%0Axxx", true),
    ("/close?HTTP/1.1%20200%20OK%0D%0AContent-Encoding:%20gzip%0D%0AContent-Encoding:%20identity%0D%0A%0D%0Axxx", true),
    ("/status?404", false), ("/nowhere", false)])
  func whatFailsIsNoAnswer(path: String, isRefusal: Bool) {
    let address = "http://127.0.0.1:\(server.port)\(path)"
    let failure = #expect(throws: LibAVError.self) { try NetworkCopies().path(ofCopyFrom: address) }
    #expect(failure?.isRefusal == isRefusal, "\(failure.map { "\($0)" } ?? "")")
  }

  @Test func partsMakeAFile() throws {
    let copies = NetworkCopies()
    try withExtendedLifetime(copies) {
      let path = try copies.path(ofCopyFrom: "http://127.0.0.1:\(server.port)/parts?0")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(repeating: 0x78, count: 2000))
    }
  }

  /// Compressed files may end early without a sign.
  @Test func filesAreNotCompressed() {
    #expect(complaint("/packed?gzip")?.contains("the server sends the file compressed") == true)
    #expect(complaint("/packed?identity") == nil)
  }

  @Test(arguments: ["/file", "/unsized"]) func sizeIsBounded(path: String) {
    #expect(complaint(path, NetworkLimits(bytes: 999))?.contains("more than 999 bytes") == true)
    #expect(complaint(path, NetworkLimits(bytes: 1000)) == nil)
  }

  @Test func theSumOfSizesIsBounded() throws {
    let copies = NetworkCopies(limits: NetworkLimits(totalBytes: 1999))
    let address = "http://127.0.0.1:\(server.port)"
    for _ in 0..<3 { _ = try copies.path(ofCopyFrom: "\(address)/file") }
    for path in ["/file?", "/unsized"] {
      let failure = #expect(throws: LibAVError.self) { try copies.path(ofCopyFrom: address + path) }
      #expect(failure.map { "\($0)" }?.contains("more than 1999 bytes would come") == true)
    }
  }

  /// A server that sends a byte now and then never lets anybody wait too long for the next one.
  @Test(.timeLimit(.minutes(1)), arguments: ["/slow", "/slow-head"]) func timeIsBounded(path: String) {
    #expect(complaint(path, NetworkLimits(seconds: 2))?.contains("longer than 2 seconds") == true)
  }

  @Test func serversMaySendOn() {
    #expect(complaint("/to?/file") == nil)
    #expect(complaint("/to?/to?/file") == nil)
    #expect(complaint("/loop")?.contains("more than 5 times") == true)
    #expect(complaint("/nowhere")?.contains("the server sends on, and does not say where to") == true)
    for place in ["ftp://127.0.0.1/x", "file:///etc/passwd", "unix:///tmp/x"] {
      #expect(complaint("/to?\(place)")?.contains("no address of http or https") == true, "\(place)")
    }
  }

  /// All of an address counts, whatever characters it has, and one that libavformat cuts off is none.
  @Test func serversSendOnToWholeAddresses() {
    #expect(complaint("/to?/it's'one") == nil)
    #expect(server.requests == ["/to?/it's'one", "/it's'one"])
    #expect(complaint("/long?4050") == nil)
    #expect(complaint("/long?4200")?.contains("the server sends on to an address that is too long") == true)
    #expect(server.requests.count == 5)
  }

  /// Other answers than those that say so are no place to go to, whatever they have in their headers.
  @Test(arguments: [201, 300, 304, 401, 403, 404, 407, 500, 503]) func otherAnswersDoNotSendOn(status: Int) {
    #expect(complaint("/elsewhere?\(status)") != nil)
    #expect(!server.requests.contains("/file"))
  }

  /// A server that wants a password says so first, with a page about it.
  @Test(arguments: ["length", "parts"]) func passwordsAreAskedFor(kind: String) {
    #expect(complaint("/password?\(kind)", host: "u:p@127.0.0.1") == nil)
    #expect(complaint("/password?\(kind)") != nil)
  }

  /// A machine that only this one can reach may send on within itself, and not to a neighbour or another port.
  @Test(arguments: ["127.0.0.1", "127.0.0.2"]) func privateMachinesSendOnToNoOther(host: String) throws {
    let other = try OddServer(on: host)
    let said = complaint("/to?http://\(host):\(other.port)/file")
    #expect(said?.contains("only this one can reach, which the document does not name itself") == true, "\(said ?? "")")
    #expect(other.requests.isEmpty && server.requests.count == 1)
    #expect(complaint("/to?http://127.0.0.1:\(server.port)/file") == nil)
  }

  /// What does not say that it is this machine may not turn out to be it, and is not asked.
  @Test(arguments: ["127.1", "2130706433"]) func machinesInDisguiseAreNotAsked(host: String) {
    #expect(complaint("/file", host: host)?.contains("only this one can reach") == true)
    #expect(server.requests.isEmpty)
  }
}

/// A server on this machine alone that does what others should not.
private final class OddServer {
  let port: Int
  private let process = Process()
  private let folder: TemporaryFolder

  init(on host: String = "127.0.0.1") throws {
    folder = try TemporaryFolder()
    let program = """
      import http.server, socketserver, sys, time, urllib.parse
      class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *rest): pass
        def do_GET(self):
          open(sys.argv[1], "a").write(self.path + "\\n")
          path, _, place = self.path.partition("?")
          try:
            if path == "/slow-head":
              for byte in b"HTTP/1.0 200 OK\\r\\nX: " + b"y" * 1000: self.wfile.write(bytes([byte])); time.sleep(0.2)
            elif path == "/parts":
              # How many of the last things are left out: the end of the file, and half of a part.
              self.wfile.write(b"HTTP/1.1 200 OK\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3e8\\r\\n" + b"x" * 1000 + b"\\r\\n")
              missing = int(place)
              self.wfile.write(b"3e8\\r\\n" + b"x" * (500 if missing > 1 else 1000))
              if missing < 2: self.wfile.write(b"\\r\\n")
              if missing < 1: self.wfile.write(b"0\\r\\n\\r\\n")
            elif path == "/close":
              self.wfile.write(urllib.parse.unquote(place).encode())
            elif path == "/long":
              self.send_response(302); self.send_header("Location", "/" + "x" * int(place)); self.end_headers()
            elif path == "/elsewhere":
              self.send_response(int(place)); self.send_header("Location", "/file"); self.end_headers()
            elif path == "/password":
              isKnown = self.headers.get("Authorization") is not None
              self.protocol_version = "HTTP/1.1"
              self.send_response(200 if isKnown else 401)
              if not isKnown: self.send_header("WWW-Authenticate", 'Basic realm="a"')
              body = b"x" * 1000 if isKnown else b"no"
              if isKnown or place == "length": self.send_header("Content-Length", str(len(body)))
              else:
                self.send_header("Transfer-Encoding", "chunked")
                body = b"2\\r\\nno\\r\\n0\\r\\n\\r\\n"
              self.end_headers()
              self.wfile.write(body)
            elif path == "/status": self.send_error(int(place))
            elif path == "/cut":
              self.send_response(200); self.send_header("Content-Length", "1000"); self.end_headers()
              self.wfile.write(b"x" * 500)
            elif path == "/packed":
              self.send_response(200); self.send_header("Content-Encoding", place); self.end_headers()
              self.wfile.write(b"x" * 1000)
            elif path == "/nowhere":
              self.send_response(302); self.send_header("Content-Length", "1000"); self.end_headers()
              self.wfile.write(b"x" * 1000)
            elif path in ("/to", "/loop"):
              self.send_response(302); self.send_header("Location", place or path); self.end_headers()
            else:
              self.send_response(200)
              if path == "/file": self.send_header("Content-Length", "1000")
              self.end_headers()
              if path == "/slow":
                for _ in range(1000): self.wfile.write(b"x"); time.sleep(0.2)
              else: self.wfile.write(b"x" * 1000)
          except OSError: pass
      class Server(socketserver.ThreadingMixIn, http.server.HTTPServer): daemon_threads = True
      server = Server((sys.argv[2], 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-c", program, folder.path("log"), host]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(said.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw CommandLineTool.Failure(description: "python3: \(said)")
    }
    self.port = port
  }

  deinit {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// What was asked for.
  var requests: [String] {
    let text = (try? String(contentsOfFile: folder.path("log"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
