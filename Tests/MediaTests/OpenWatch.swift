#if os(Linux) && (arch(x86_64) || arch(arm64))
  import Foundation
  import Glibc
  import Synchronization

  /// Watches what a piece of work opens, makes, takes away, runs or connects to.
  ///
  /// The kernel asks about each such call of a thread and of those that it starts (seccomp with a listener); another
  /// thread answers. What lies in the system's own folders goes on, the rest is written down and refused.
  final class OpenWatch: Sendable {
    /// What was asked for beyond the system's own folders, as `call path`.
    private let asked = Mutex<[String]>([])
    private let listener = Mutex<Int32?>(nil)

    struct Unavailable: Error { let code: Int32 }

    /// Does work on a thread that is watched.
    static func calls(during work: @escaping @Sendable () -> Void) throws -> [String] {
      let watch = OpenWatch()
      let started = DispatchSemaphore(value: 0)
      let finished = DispatchSemaphore(value: 0)
      let answering = Thread { watch.answer(after: started) }
      answering.start()
      let working = Thread {
        let descriptor = watch.install()
        watch.listener.withLock { $0 = descriptor }
        started.signal()
        if descriptor >= 0 { work() }
        finished.signal()
      }
      working.stackSize = 8 << 20
      working.start()
      finished.wait()
      let descriptor = watch.listener.withLock { $0 } ?? -1
      if descriptor < 0 { throw Unavailable(code: -descriptor) }
      return watch.asked.withLock { $0 }
    }

    // MARK: Asking the kernel

    /// The calls that are asked about, and which of their arguments is the path; nil where none is.
    private static let watched: [(number: UInt32, name: String, path: Int?)] = {
      #if arch(x86_64)
        [
          (2, "open", 0), (85, "creat", 0), (257, "openat", 1), (437, "openat2", 1), (87, "unlink", 0),
          (263, "unlinkat", 1), (82, "rename", 0), (264, "renameat", 1), (316, "renameat2", 1), (83, "mkdir", 0),
          (258, "mkdirat", 1), (88, "symlink", 0), (266, "symlinkat", 0), (86, "link", 0), (265, "linkat", 1),
          (76, "truncate", 0), (59, "execve", 0), (322, "execveat", 1), (42, "connect", nil), (49, "bind", nil),
        ]
      #else
        [
          (56, "openat", 1), (437, "openat2", 1), (35, "unlinkat", 1), (38, "renameat", 1), (276, "renameat2", 1),
          (34, "mkdirat", 1), (36, "symlinkat", 0), (37, "linkat", 1), (45, "truncate", 0), (221, "execve", 0),
          (281, "execveat", 1), (203, "connect", nil), (200, "bind", nil),
        ]
      #endif
    }()

    #if arch(x86_64)
      private static let seccomp = 317
    #else
      private static let seccomp = 277
    #endif

    /// The descriptor of the listener, or a negative error.
    private func install() -> Int32 {
      // A program of the kernel's own small machine: eight bytes for each step.
      func step(_ code: UInt16, _ yes: UInt8, _ no: UInt8, _ value: UInt32) -> UInt64 {
        UInt64(code) | UInt64(yes) << 16 | UInt64(no) << 24 | UInt64(value) << 32
      }
      let count = OpenWatch.watched.count
      var program = [step(0x20, 0, 0, 0)]
      for (index, call) in OpenWatch.watched.enumerated() {
        program.append(step(0x15, UInt8(count - index), 0, call.number))
      }
      program.append(step(0x06, 0, 0, 0x7fff_0000))  // goes on
      program.append(step(0x06, 0, 0, 0x7fc0_0000))  // asks
      return program.withUnsafeBufferPointer { steps in
        var head = (UInt64(steps.count), UInt(bitPattern: steps.baseAddress!))
        _ = Calls.prctl(38, 1, 0, 0, 0)  // PR_SET_NO_NEW_PRIVS
        return withUnsafePointer(to: &head) { head in
          let descriptor = Calls.syscall(OpenWatch.seccomp, 1, 8, Int(bitPattern: head), 0, 0, 0)
          return descriptor < 0 ? -errno : Int32(descriptor)
        }
      }
    }

    // MARK: Answering

    private func answer(after started: DispatchSemaphore) {
      started.wait()
      guard let descriptor = listener.withLock({ $0 }), descriptor >= 0 else { return }
      defer { close(descriptor) }
      let question = UnsafeMutableRawPointer.allocate(byteCount: 80, alignment: 8)
      let answer = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
      defer {
        question.deallocate()
        answer.deallocate()
      }
      while true {
        var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&poll, 1, 60_000) > 0, poll.revents & Int16(POLLIN) != 0 else {
          if poll.revents == 0 { continue }
          return
        }
        memset(question, 0, 80)
        guard Calls.ioctl(descriptor, 0xC050_2100, question) == 0 else { continue }
        let goesOn = judge(question)
        answer.storeBytes(of: question.load(as: UInt64.self), as: UInt64.self)
        answer.storeBytes(of: 0, toByteOffset: 8, as: Int64.self)
        answer.storeBytes(of: goesOn ? 0 : -EACCES, toByteOffset: 16, as: Int32.self)
        answer.storeBytes(of: goesOn ? 1 : 0, toByteOffset: 20, as: UInt32.self)
        _ = Calls.ioctl(descriptor, 0xC018_2101, answer)
      }
    }

    private static let systemFolders = ["/proc/", "/sys/", "/usr/", "/lib", "/etc/ld.so", "/etc/localtime", "/dev/urandom", "/dev/shm/"]

    /// Whether a call goes on. The one who asks waits meanwhile, so that its path stays where it is.
    private func judge(_ question: UnsafeMutableRawPointer) -> Bool {
      let number = question.load(fromByteOffset: 16, as: UInt32.self)
      guard let call = OpenWatch.watched.first(where: { $0.number == number }) else { return true }
      var path = ""
      if let argument = call.path {
        let address = question.load(fromByteOffset: 32 + 8 * argument, as: UInt.self)
        path = UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } ?? ""
        if call.name.hasPrefix("open"), OpenWatch.systemFolders.contains(where: path.hasPrefix) { return true }
      }
      asked.withLock { $0.append("\(call.name) \(path)") }
      return false
    }
  }

  /// Functions with open lists of arguments, which Swift does not import.
  private enum Calls {
    private static func find<Function>(_ name: String, as type: Function.Type) -> Function {
      unsafeBitCast(dlsym(nil, name)!, to: type)
    }

    static let prctl = find("prctl", as: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32).self)
    static let syscall = find("syscall", as: (@convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int).self)
    static let ioctl = find("ioctl", as: (@convention(c) (Int32, UInt, UnsafeMutableRawPointer) -> Int32).self)
  }
#endif
