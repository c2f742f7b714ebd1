import CLinux
import Glibc
package import Synchronization

/// A thread of its own for straight-line work that blocks, never one of those that Swift's tasks share.
///
/// Where the system starts no further thread, as in a container that may have only so many, starting one throws; whoever
/// wants it then does the work on the thread that it has.
package enum WorkThread {
  /// Starts a thread that runs `body` once.
  package typealias Starter = @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemFailure) -> Void

  /// Enough for documents and graphs that are walked recursively.
  package static let stackSize = 8 << 20

  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a thread that runs `body` once. `stackSize` is in bytes.
  package static func start(
    stackSize: Int = stackSize, _ body: @escaping @Sendable () -> Void
  ) throws(SystemFailure) {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { throw SystemFailure(code: ENOMEM) }
    defer { pthread_attr_destroy(&attributes) }
    let size = pthread_attr_setstacksize(&attributes, stackSize)
    guard size == 0 else { throw SystemFailure(code: size) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { raw in
        Unmanaged<Work>.fromOpaque(raw!).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw SystemFailure(code: code)
    }
  }

  /// As `start`, in the form in which tests can put another in its place.
  package static let starter: Starter = { body throws(SystemFailure) in try start(body) }

  /// Runs work of a library that begins threads without looking whether they come, and would wait for them for ever:
  /// `count` of them are begun before, and the library gets those.
  /// - Throws: where the system does not start so many; the work is not begun then.
  package static func reserving<Value, Failure: Error>(
    _ count: Int, failing: (SystemFailure) -> Failure, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let code = clinux_reserve_threads(Int32(count), UInt(stackSize))
    guard code == 0 else { throw failing(SystemFailure(code: code)) }
    defer { clinux_end_reserve() }
    return try work()
  }

  /// As `reserving`, for a library that aborts or waits for ever where a thread does not start, and may want more than can
  /// be told before. Where one of the others does not come, the process ends with `statusWithoutThreads`.
  package static func insisting<Value, Failure: Error>(
    on count: Int, failing: (SystemFailure) -> Failure, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try reserving(count, failing: failing) { () throws(Failure) in
      clinux_end_without_threads(statusWithoutThreads.load(ordering: .relaxed)) { WorkThread.farewell.withLock { $0 }?() }
      defer { clinux_end_without_threads(0, nil) }
      return try work()
    }
  }

  /// The exit status where a library cannot go on for want of a thread.
  package static let statusWithoutThreads = Atomic<Int32>(3)
  /// The function to call before the process ends with that status; nil if there is none.
  package static let farewell = Mutex<(@Sendable () -> Void)?>(nil)

  /// Runs the work of a whole program on a thread whose stack is long enough, however short that of the main thread is;
  /// the same holds for the threads of libraries from then on. Where no thread can be had, it does with what there is.
  package static func run(_ program: @escaping @Sendable () -> Never) -> Never {
    clinux_default_stack(UInt(leastOfOthers))
    do throws(SystemFailure) { try start { program() } } catch { program() }
    while true { pause() }
  }

  /// What the C library gives where nothing limits the stack.
  private static let leastOfOthers = 2 << 20
}
