import Glibc
import Renderer
import Synchronization

/// Turns the signals that ask a program to end into a flag, so that it can tidy up first.
///
/// The flag is set where the signal arrives, without a thread that might not have been started. A signal that comes a
/// second or more after the first ends the program at once: then something waits that should not. So does the first one
/// after a time in which any frame should have been done, since a library's code may never come back.
final class SignalWatch {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The flag, as a number, and when the first signal came, in seconds; 0 is none.
  private static let flag = Atomic<UInt>(0)
  private static let first = Atomic<Int>(0)
  /// The signal that came first.
  private static let number = Atomic<Int32>(0)
  /// The seconds that a render has to tidy up once it is told to end.
  static let grace: UInt32 = 10

  private let cancellation: CancellationFlag
  /// The signals that set the flag: all but those that the program was started to ignore, as `nohup` does.
  private let heard: [Int32]

  /// A program inherits what the thread that started it held back, and some hold back everything.
  static func letIn() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals + [SIGALRM, SIGQUIT] { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    // Swift's runtime takes this one for a crash: it reports, goes on, and hangs if another comes meanwhile.
    if !isIgnored(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
    // A process that ignores this signal does not get the exit status of its children.
    signal(SIGCHLD, SIG_DFL)
  }

  /// Lets the signals end the program with the status that a cancelled render has, for as long as there is nothing to
  /// tidy up.
  static func endAtOnce() {
    for number in signals where !isIgnored(number) { signal(number) { _ in _exit(ExitStatus.cancelled.rawValue) } }
  }

  init(_ cancellation: CancellationFlag) {
    self.cancellation = cancellation
    let address = UInt(bitPattern: Unmanaged.passUnretained(cancellation).toOpaque())
    SignalWatch.first.store(0, ordering: .relaxed)
    SignalWatch.flag.store(address, ordering: .sequentiallyConsistent)
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let began = SignalWatch.first.load(ordering: .relaxed)
      let isHeld = SignalWatch.isHeld.load(ordering: .sequentiallyConsistent)
      if began == 0, !isHeld {
        SignalWatch.first.store(now.tv_sec + 1, ordering: .relaxed)
        SignalWatch.number.store(number, ordering: .relaxed)
        alarm(SignalWatch.grace)
      }
      if began != 0, now.tv_sec > began, !isHeld {
        signal(number, SIG_DFL)
        raise(number)
      }
      if let address = UnsafeRawPointer(bitPattern: SignalWatch.flag.load(ordering: .sequentiallyConsistent)) {
        Unmanaged<CancellationFlag>.fromOpaque(address).takeUnretainedValue().cancel()
      }
    }
    // What waits for the system goes on waiting.
    action.sa_flags = SA_RESTART
    heard = SignalWatch.signals.filter { !SignalWatch.isIgnored($0) }
    for number in heard { sigaction(number, &action, nil) }
    signal(SIGALRM) { _ in
      let number = SignalWatch.number.load(ordering: .relaxed)
      signal(number, SIG_DFL)
      raise(number)
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Makes signals only set the flag until `resume`; they do not end the program.
  static func hold() {
    isHeld.store(true, ordering: .sequentiallyConsistent)
    alarm(0)
  }

  /// Makes signals end the program again if it does not end by itself.
  static func resume() { isHeld.store(false, ordering: .sequentiallyConsistent) }

  private static let isHeld = Atomic(false)

  /// Ends the program with an exit status after `seconds`, even if it is blocked.
  static func end(with status: ExitStatus, after seconds: UInt32) {
    lastStatus.store(status.rawValue, ordering: .relaxed)
    signal(SIGALRM) { _ in _exit(SignalWatch.lastStatus.load(ordering: .relaxed)) }
    alarm(seconds)
  }

  private static let lastStatus = Atomic<Int32>(0)

  /// Restores the default handling of the signals. After `hold` they have no effect.
  func stop() {
    alarm(0)
    if !SignalWatch.isHeld.load(ordering: .sequentiallyConsistent) { for number in heard { signal(number, SIG_DFL) } }
    SignalWatch.flag.store(0, ordering: .sequentiallyConsistent)
  }
}
