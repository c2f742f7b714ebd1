import Dispatch
import Foundation

/// Turns the signals that ask a program to end into one call, so that it can tidy up first.
final class SignalWatch {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private let sources: [any DispatchSourceSignal]

  /// A program inherits what the thread that started it held back, and some hold back everything.
  static func letIn() {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  init(_ handler: @escaping @Sendable () -> Void) {
    // A queue of its own is served however busy the others are.
    let queue = DispatchQueue(label: "signals")
    sources = SignalWatch.signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      source.resume()
      return source
    }
  }

  /// From now on they end the program again.
  func stop() {
    for source in sources { source.cancel() }
    for number in SignalWatch.signals { signal(number, SIG_DFL) }
  }
}
