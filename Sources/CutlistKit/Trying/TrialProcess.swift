import Platform
import Foundation
package import Media
import Synchronization

/// Makes trials in a process of its own, so that a library that hangs, crashes or takes all memory takes nothing else
/// down.
///
/// The process is started with the first trial and answers one after the other. After one that was not finished, the
/// next has a new process.
package final class TrialProcess: Sendable {
  /// The arguments with which the program answers trials, as `answer` does.
  static let argument = "answer-trials"
  /// The exit status of one that cannot read a question or write its answer.
  static let cannotAnswer = EX_OSERR

  private let program: String
  private let limits: TrialLimits
  private let worker = Mutex<Worker?>(nil)

  package init(program: String, limits: TrialLimits) {
    self.program = program
    self.limits = limits
  }

  package func outcome(of trial: LibraryTrial) -> LibraryTrialOutcome {
    worker.withLock { worker in
      guard let question = try? JSONEncoder().encode(trial) else { return trial.make() }
      // A process that has answered before may have used up its time, or been ended from outside: a new one is asked then.
      for _ in 0..<(worker == nil ? 1 : 2) {
        guard let running = worker ?? Worker(program, limits) else { return trial.refused("no process can be had for a trial") }
        worker = running
        switch running.reply(to: question, within: limits.seconds) {
        case .line(let line):
          if let outcome = try? JSONDecoder().decode(LibraryTrialOutcome.self, from: line) { return outcome }
        case .late:
          worker = nil
          return trial.unfinished("it was not done with a trial after \(limits.seconds) s (`--max-time`)")
        case .ended: break
        case .refused(let reason):
          worker = nil
          return trial.refused(reason)
        }
        worker = nil
      }
      if LimitedProcess.memoryOfThis < limits.bytes {
        return trial.refused("a trial ended early, and the system gave it less memory than the \(limits.bytes >> 20) MiB of `--max-memory`")
      }
      return trial.unfinished(
        "it brought a trial down, or needed more than \(limits.bytes >> 20) MiB (`--max-memory`)")
    }
  }
}

/// What a trial may take.
package struct TrialLimits: Hashable, Sendable {
  package var seconds: Int
  package var bytes: Int

  package init(seconds: Int = 10, bytes: Int = 3 << 30) {
    self.seconds = seconds
    self.bytes = bytes
  }
}

/// A process that writes an empty line when it has begun, and answers each line with a line.
private final class Worker: Sendable {
  private let process: pid_t
  private let questions: Descriptor
  private let answers: Descriptor
  private let hasBegun = Atomic(false)

  enum Reply {
    case line(Data)
    case late, ended
    /// The system did not let it begin or answer, for this reason.
    case refused(String)
  }

  init?(_ program: String, _ limits: TrialLimits) {
    guard let toWorker = try? PipeEnds(), let fromWorker = try? PipeEnds() else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Its three streams; some libraries print what they think on the third.
    posix_spawn_file_actions_adddup2(&actions, toWorker.reading.number, 0)
    posix_spawn_file_actions_adddup2(&actions, fromWorker.writing.number, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words =
      [program, TrialProcess.argument] + [limits.seconds, limits.bytes, PictureLimit.pixels].map(String.init)
      + ConfinedPath.linkFolders
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, &arguments, environ) == 0 else { return nil }
    self.process = process
    (questions, answers) = (toWorker.writing, fromWorker.reading)
  }

  deinit {
    kill(process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
  }

  func reply(to question: Data, within seconds: Int) -> Reply {
    if !hasBegun.load(ordering: .relaxed) {
      switch line(within: seconds) {
      case .line: hasBegun.store(true, ordering: .relaxed)
      case .late, .ended, .refused: return .refused("the process for a trial does not begin")
      }
    }
    guard (try? questions.write(Array(question) + [UInt8(ascii: "\n")])) != nil else { return .ended }
    let reply = line(within: seconds)
    guard case .ended = reply else { return reply }
    switch end {
    case .exited(TrialProcess.cannotAnswer): return .refused("the process for a trial cannot give its answer")
    case .signalled(let number) where Worker.signalsFromOutside.contains(number):
      return .refused("the process for a trial was ended from outside, or there was not the memory that it takes")
    case .signalled(SIGXCPU) where LimitedProcess.processorTimeOfThis < .max:
      return .refused("the system gave a trial less processor time than it takes")
    // Where the program that started this one ignores what becomes of children, nobody is told.
    case nil: return .refused("the process for a trial ended, and the system does not say how")
    default: return .ended
    }
  }

  /// The next line that it writes. Time in which this process is stopped does not count.
  private func line(within seconds: Int) -> Reply {
    var line = Data()
    var block = [UInt8](repeating: 0, count: 1 << 14)
    var left = seconds * 1000
    while true {
      let slice = min(left, Worker.slice)
      let start = ContinuousClock.now
      var waiting = pollfd(fd: answers.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, Int32(slice))
      left -= min(Int((ContinuousClock.now - start) / Duration.milliseconds(1)), slice)
      if ready < 0, errno == EINTR { continue }
      if ready < 0 { return .refused(SystemFailure().description) }
      guard ready > 0 else {
        if left > 0 { continue }
        return .late
      }
      let count = Glibc.read(answers.number, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return .refused(SystemFailure().description) }
      guard count > 0 else { return .ended }
      line += block[..<count]
      if block[count - 1] == UInt8(ascii: "\n") { return .line(line) }
    }
  }

  /// Milliseconds.
  private static let slice = 100

  private enum End {
    case exited(Int32)
    case signalled(Int32)
  }

  /// The signals by which no library ends a process; that which says that its time is used up is another one.
  private static let signalsFromOutside: Set<Int32> = [SIGKILL, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE]

  /// Waits for the end of the process and returns its exit status or the signal that ended it; nil if the system does not
  /// tell.
  private var end: End? {
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) < 0 {
      guard errno == EINTR else { return nil }
    }
    let status = information._sifields._sigchld.si_status
    return information.si_code == CLD_EXITED ? .exited(status) : .signalled(status)
  }
}
