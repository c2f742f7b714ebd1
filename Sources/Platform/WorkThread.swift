import Glibc

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

  /// How many threads the system would start now beside those that there are, counted up to `wanted`.
  ///
  /// Libraries that begin threads without looking whether they come wait for them for ever; so it is tried before.
  package static func room(for wanted: Int, _ start: Starter = briefly) -> Int {
    let gate = Gate()
    var started = 0
    for _ in 0..<wanted {
      do throws(SystemFailure) {
        try start { gate.wait() }
        started += 1
      } catch { break }
    }
    gate.open(for: started)
    return started
  }

  /// Threads that do next to nothing need little of a stack.
  package static let briefly: Starter = { body throws(SystemFailure) in try start(stackSize: 1 << 17, body) }

  /// Holds threads until all have come.
  private final class Gate: @unchecked Sendable {
    private var mutex = pthread_mutex_t()
    private var condition = pthread_cond_t()
    private var isOpen = false
    private var gone = 0

    init() {
      pthread_mutex_init(&mutex, nil)
      pthread_cond_init(&condition, nil)
    }

    deinit {
      pthread_cond_destroy(&condition)
      pthread_mutex_destroy(&mutex)
    }

    func wait() {
      pthread_mutex_lock(&mutex)
      while !isOpen { pthread_cond_wait(&condition, &mutex) }
      gone += 1
      pthread_cond_broadcast(&condition)
      pthread_mutex_unlock(&mutex)
    }

    func open(for count: Int) {
      pthread_mutex_lock(&mutex)
      isOpen = true
      pthread_cond_broadcast(&condition)
      while gone < count { pthread_cond_wait(&condition, &mutex) }
      pthread_mutex_unlock(&mutex)
    }
  }
}
