package import Foundation
package import Platform
import Synchronization

/// A session over a pair of pipes: one thread reads, one answers, and one does what takes long.
package final class Server: Sendable {
  private let settings: ServerSettings
  private let output: Mutex<Descriptor>
  private let inbox = Inbox()

  private let failure = Mutex<FramingError?>(nil)

  /// The error in the framing of messages that ended the session; nil if there was none.
  package var framingError: FramingError? { failure.withLock { $0 } }

  private let unread = Mutex<SystemFailure?>(nil)

  /// The reason why the client's messages could not be read, which ended the session; nil if there was none.
  package var lostInput: SystemFailure? { unread.withLock { $0 } }

  private let loss = Mutex<SystemFailure?>(nil)

  /// The reason why a message could not be sent, which ended the session; nil if there was none. That the client has
  /// gone away is none.
  package var lostOutput: SystemFailure? { loss.withLock { $0 } }

  package init(_ settings: ServerSettings, output: Descriptor) {
    self.settings = settings
    self.output = Mutex(output)
  }

  /// Answers what comes through `input` until the client says `exit` or hangs up; true where it took its leave in the
  /// order that the protocol has.
  /// - Throws: where the system starts no thread that reads.
  package func run(input: FileHandle) throws(SystemFailure) -> Bool {
    try WorkThread.start { [self] in read(input) }
    let slow = WorkQueue()
    // As a client would say it; not every one watches files.
    let watch = PlaceWatch { [self] in
      inbox.add(Data(#"{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[]}}"#.utf8))
    }
    let session = Session(
      settings, send: { [self] in write($0) }, apart: { slow.add($0) }, watch: { watch?.watch($0) },
      isCancelled: { [self] in inbox.isCancelled($0) }
    )
    while !session.isOver, let body = inbox.take(whenIdle: session.settle) { session.receive(body) }
    return session.endsWell
  }

  private func read(_ input: FileHandle) {
    defer { inbox.close() }
    var reader = MessageReader()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // What there is, however little; FileHandle would wait for as much as it was asked for.
      let count = buffer.withUnsafeMutableBytes { Foundation.read(input.fileDescriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // A pipe that somebody else made so does not wait by itself.
        var question = pollfd(fd: input.fileDescriptor, events: Int16(POLLIN), revents: 0)
        poll(&question, 1, -1)
        continue
      }
      if count < 0 {
        let failure = SystemFailure()
        unread.withLock { $0 = failure }
        return
      }
      guard count > 0 else { return }
      reader.append(buffer[..<count])
      do {
        while let body = try reader.next() { inbox.add(body) }
      } catch {
        failure.withLock { $0 = error }
        return
      }
    }
  }

  private func write(_ message: OutgoingMessage) {
    if let id = message.answered { inbox.answered(id) }
    output.withLock { output in
      // Behind a message that broke off nothing can be understood.
      guard lostOutput == nil else { return }
      do throws(SystemFailure) { try output.write(Array(MessageReader.framed(message.body))) } catch {
        // A client that has gone away hangs up its own pipe as well, which ends the session.
        if error.code == EPIPE { return }
        loss.withLock { $0 = error }
        inbox.close()
      }
    }
  }
}

/// A thread that does one thing after another. Where none can be started, whoever brings something does it.
private final class WorkQueue: @unchecked Sendable {
  private let condition = NSCondition()
  private var work: [@Sendable () -> Void] = []

  private let isAtWork = Atomic(false)

  init() {
    do throws(SystemFailure) {
      try WorkThread.start { [self] in
        while true { take()() }
      }
      isAtWork.store(true, ordering: .relaxed)
    } catch {}
  }

  func add(_ work: @escaping @Sendable () -> Void) {
    guard isAtWork.load(ordering: .relaxed) else { return work() }
    condition.withLock {
      self.work.append(work)
      condition.signal()
    }
  }

  private func take() -> @Sendable () -> Void {
    condition.withLock {
      while work.isEmpty { condition.wait() }
      return work.removeFirst()
    }
  }
}
