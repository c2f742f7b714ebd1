import Foundation
import TestSupport
import Testing

/// Media on the network, which here is this machine talking to itself.
@Suite struct NetworkTests {
  private let folder: TemporaryFolder
  private let server: FileServer

  init() throws {
    folder = try TemporaryFolder()
    server = try FileServer(of: try TemporaryFolder(), log: folder.path("log"))
    try BarcodeMovie().write(to: server.folder.path("a.mp4"))
    try BarcodeMovie().write(to: folder.path("a.mp4"))
  }

  private func document(_ address: String, _ name: String = "edit.yaml") throws {
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: "\(address)", source: 1s..2s, opacity: 0.5 } ] } ]
      export: { container: mkv, video: { codec: ffv1, pixel-format: yuv420p } }
      """, name)
  }

  /// Shows AST-12.
  @Test func anAddressIsAnErrorUnlessItIsAllowed() throws {
    try document("\(server.address)/a.mp4")
    let result = try Program.run("render", "edit.yaml", "-o", "out.mkv", in: folder.url.path)
    #expect(result.status == 1 && result.errors.contains("edit.yaml:3:46: error: `\(server.address)/a.mp4` is on the"))
    #expect(result.errors.contains("--allow-network") && result.errors.contains("[network-not-allowed]"))
    #expect(!folder.names.contains("out.mkv") && server.requests.isEmpty)
  }

  /// What is fetched renders to the same bytes as the file beside the document. Shows AST-12.
  @Test func whatIsAllowedRenders() throws {
    try document("\(server.address)/a.mp4")
    try document("a.mp4", "near.yaml")
    for (name, options) in [("edit", ["--allow-network"]), ("near", [])] {
      let result = try Program.run(
        ["render", "\(name).yaml", "-o", "\(name).mkv"] + options, in: folder.url.path)
      #expect(result.status == 0, "\(result.errors)")
    }
    let (far, near) = (try Data(contentsOf: folder.file("edit.mkv")), try Data(contentsOf: folder.file("near.mkv")))
    #expect(far == near && !far.isEmpty)
    #expect(server.requests == ["/a.mp4"])
  }

  @Test func whatIsNotThereIsAnError() throws {
    for address in ["\(server.address)/b.mp4", "http://127.0.0.1:1/a.mp4", "ftp://127.0.0.1/a.mp4"] {
      try document(address)
      let result = try Program.run("check", "edit.yaml", "--allow-network", in: folder.url.path)
      // Where nobody answers, nothing is known.
      #expect(result.status == (address.contains("127.0.0.1:1/") ? 3 : 1), "\(address)")
      #expect(result.errors.contains("edit.yaml:3:46: error: `\(address)`"), "\(result.errors)")
    }
  }

  /// A drawing from there is tried apart as well: this one brings the library down.
  @Test func aDrawingIsTriedApart() throws {
    let drawing = """
      <?xml version="1.0"?>
      <svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><text x="5" y="20" font-size="SIZE">ab</text></svg>
      """
    for (name, size) in [("good.svg", "9"), ("bad.svg", "1e30")] {
      try drawing.replacing("SIZE", with: size).write(
        toFile: server.folder.path(name), atomically: true, encoding: .utf8)
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: "\(server.address)/\(name)", duration: 1s } ] } ]

        """)
      let result = try Program.run("check", "edit.yaml", "--allow-network", in: folder.url.path)
      #expect(result.status == (name == "good.svg" ? 0 : 1), "\(result.errors)")
    }
  }

  /// With the network, what is there now is compared with the lock; without it, the lock is believed.
  @Test func theLockHoldsForWhatTheServerSends() throws {
    try document("\(server.address)/a.mp4")
    let lock = try Program.run("lock", "edit.yaml", "--allow-network", in: folder.url.path)
    #expect(lock.status == 0, "\(lock.errors)")
    func check(_ arguments: String...) throws -> Program.Result {
      try Program.run(["check", "edit.yaml", "--locked"] + arguments, in: folder.url.path)
    }
    #expect(try check("--allow-network").status == 0)
    var other = BarcodeMovie()
    other.frames -= 5
    try other.write(to: server.folder.path("a.mp4"))
    let result = try check("--allow-network")
    #expect(result.status == 1 && result.errors.contains("[lock-mismatch]"), "\(result.errors)")
    #expect(try check().status == 0)
  }

  /// A timeline within another reaches no more than that one.
  @Test func whatIsNestedIsAllowedTheSame() throws {
    try document("\(server.address)/a.mp4", "inner.yaml")
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 320x180, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { timeline: inner.yaml } } ] } ]
      export: { container: mkv, video: { codec: ffv1, pixel-format: yuv420p } }
      """)
    let refused = try Program.run("check", "edit.yaml", in: folder.url.path)
    #expect(refused.status == 1 && refused.errors.contains("[network-not-allowed]"))
    let result = try Program.run("render", "edit.yaml", "-o", "out.mkv", "--allow-network", in: folder.url.path)
    #expect(result.status == 0, "\(result.errors)")
  }
}

/// Python's server of files, on this machine alone.
final class FileServer {
  let folder: TemporaryFolder
  let address: String
  private let process = Process()
  private let log: String

  init(of folder: TemporaryFolder, log: String) throws {
    (self.folder, self.log) = (folder, log)
    try Data().write(to: URL(fileURLWithPath: log))
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try process.run()
    // It says where it is once it is there.
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = said.firstMatch(of: /port (\d+)/)?.1 else {
      throw CommandLineTool.Failure(description: "python3 -m http.server: \(said)")
    }
    address = "http://127.0.0.1:\(port)"
  }

  deinit {
    // A gentler signal may be blocked, as it is on the thread that started it.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// What was asked for.
  var requests: [String] {
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    return text.matches(of: /"GET ([^ ]+)/).map { String($0.1) }
  }
}

extension TemporaryFolder {
  fileprivate func file(_ name: String) -> URL { URL(fileURLWithPath: path(name)) }
}
