import CutlistKit
import Foundation
import Renderer
import Synchronization
import TestSupport
import Testing

/// Jobs shared with GNU Make.
@Suite struct JobserverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What a Make with `-j` as many as there are bytes, and one more, would hand on through a named pipe.
  private func fifo(_ tokens: String) throws -> (server: Jobserver, left: () throws -> String) {
    let path = folder.path("fifo")
    try #require(mkfifo(path, 0o600) == 0)
    let own = open(path, O_RDWR | O_NONBLOCK)
    try #require(write(own, tokens, tokens.utf8.count) == tokens.utf8.count)
    let permission = Jobserver.permission(in: ["MAKEFLAGS": "s -j4 --jobserver-auth=fifo:\(path) -- A=b"])
    guard case .shared(let server) = permission else { throw CommandLineTool.Failure.noServer }
    return (
      server,
      {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = read(own, &bytes, 16)
        try #require(count <= 0 || write(own, bytes, count) == count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
      }
    )
  }

  @Test func tokensAreTakenAndTheSameOnesGivenBack() throws {
    let (server, left) = try fifo("ab")
    do {
      let first = try #require(server.tryAcquire())
      #expect(try left() == "b")
      let second = try #require(server.acquire { true })
      #expect(server.tryAcquire() == nil)
      #expect(try left() == "")
      withExtendedLifetime((first, second)) {}
    }
    #expect(try left().sorted() == ["a", "b"])
  }

  @Test func waitingEndsWhenItIsNotWantedAndWhenATokenComes() throws {
    let (server, left) = try fifo("a")
    var first = server.tryAcquire()
    #expect(first != nil)
    var questions = 0
    let none = server.acquire {
      questions += 1
      return questions < 3
    }
    #expect(none == nil && questions == 3)
    let isAsked = Atomic(false)
    let taken = Mutex(false)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // The token goes back at once, before the signal.
      let isTaken =
        server.acquire {
          isAsked.store(true, ordering: .relaxed)
          return true
        } != nil
      taken.withLock { $0 = isTaken }
      done.signal()
    }
    while !isAsked.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.01) }
    first = nil
    done.wait()
    #expect(taken.withLock { $0 })
    #expect(try left() == "a")
  }

  @Test func manyThreadsNeverHoldMoreThanThereAre() throws {
    let (server, left) = try fifo("xyz")
    let running = Atomic(0)
    let most = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<50 {
        guard let token = server.tryAcquire() else { continue }
        let now = running.add(1, ordering: .sequentiallyConsistent).newValue
        most.max(now, ordering: .sequentiallyConsistent)
        running.subtract(1, ordering: .sequentiallyConsistent)
        withExtendedLifetime(token) {}
      }
    }
    #expect((1...3).contains(most.load(ordering: .sequentiallyConsistent)))
    #expect(try left().sorted() == ["x", "y", "z"])
  }

  private func isFree(_ flags: String?) -> Bool {
    if case .free = Jobserver.permission(in: flags.map { ["MAKEFLAGS": $0] } ?? [:]) { true } else { false }
  }

  private func isSingle(_ flags: String) -> Bool {
    if case .single = Jobserver.permission(in: ["MAKEFLAGS": flags]) { true } else { false }
  }

  @Test func whatMakeSays() throws {
    #expect(isFree(nil) && isFree("") && isFree("s -k") && isFree("-- X=--jobserver-auth=3,4"))
    #expect(isFree(" -- --jobserver-auth=3,4"))
    // Closed, or something else by now.
    #expect(isSingle("-j2 --jobserver-auth=998,999") && isSingle("-j --jobserver-fds=-2,-2"))
    #expect(isSingle("-j2 --jobserver-auth=fifo:\(folder.path("gone"))") && isSingle("--jobserver-auth=nonsense"))
    let file = open(folder.path("plain"), O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    #expect(isSingle("-j2 --jobserver-auth=\(file),\(file)"))
    #expect(isSingle("-j2 --jobserver-auth=fifo:\(folder.path("plain"))"))
    // The last one counts.
    let pipe = Pipe()
    let ends = "\(pipe.fileHandleForReading.fileDescriptor),\(pipe.fileHandleForWriting.fileDescriptor)"
    #expect(isSingle("--jobserver-auth=\(ends) --jobserver-auth=998,999"))
    #expect(!isSingle("--jobserver-auth=998,999 --jobserver-auth=\(ends)"))
  }

  @Test func anAnonymousPipeIsLeftAsItIs() throws {
    let pipe = Pipe()
    let (reading, writing) = (pipe.fileHandleForReading.fileDescriptor, pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.write(contentsOf: Data("+".utf8))
    guard case .shared(let server) = Jobserver.permission(in: ["MAKEFLAGS": "--jobserver-fds=\(reading),\(writing)"])
    else { throw CommandLineTool.Failure.noServer }
    #expect(fcntl(reading, F_GETFL) & O_NONBLOCK == 0)
    do {
      let token = server.tryAcquire()
      #expect(token != nil && server.tryAcquire() == nil)
    }
    #expect(pipe.fileHandleForReading.readData(ofLength: 1) == Data("+".utf8))
    #expect(server.tryAcquire() == nil)
  }

  /// Make counts its tokens at the end and complains where one is missing.
  @Test(arguments: [("+", "3 shared\n"), ("", "0 single\n")])
  func withMakeItself(mark: String, expected: String) throws {
    try """
    all:
    \t\(mark)@\(TokenProcess.command) > \(folder.path("out")) 2>&1
    """.write(toFile: folder.path("Makefile"), atomically: true, encoding: .utf8)
    let output = try CommandLineTool.run(
      "env",
      [
        "-u", "MAKEFLAGS", "\(TokenProcess.variable)=\(folder.path("tokens"))", "sh", "-c",
        "make -C \(folder.url.path) -j4 2>&1",
      ])
    #expect(!output.contains("INTERNAL") && !output.contains("warning"), "\(output)")
    #expect(try String(contentsOfFile: folder.path("tokens"), encoding: .utf8) == expected)
  }
}

extension CommandLineTool.Failure {
  fileprivate static let noServer = CommandLineTool.Failure(description: "there is no jobserver")
}

/// A process that takes what tokens it can get: this test bundle, run for one test alone.
@Suite struct TokenProcess {
  static let variable = "CUTLIST_TEST_TOKENS"
  private static let output = ProcessInfo.processInfo.environment[variable]

  static var command: String {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    return "'\(own)' --testing-library swift-testing --filter TokenProcess"
  }

  @Test(.enabled(if: output != nil, "only as a process of its own")) func takesAllThereAre() throws {
    var tokens: [JobToken] = []
    var kind = "free"
    switch Jobserver.permission() {
    case .free: break
    case .single: kind = "single"
    case .shared(let server):
      kind = "shared"
      while let token = server.tryAcquire() { tokens.append(token) }
    }
    try "\(tokens.count) \(kind)\n".write(toFile: try #require(Self.output), atomically: false, encoding: .utf8)
  }
}
