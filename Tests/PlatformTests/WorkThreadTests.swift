import Foundation
import Platform
import Synchronization
import Testing

@Suite struct WorkThreadTests {
  @Test func itRunsTheWorkOnAnotherThread() throws {
    let done = DispatchSemaphore(value: 0)
    let own = UInt(pthread_self())
    let other = Atomic<UInt>(0)
    try WorkThread.start {
      other.store(UInt(pthread_self()), ordering: .sequentiallyConsistent)
      done.signal()
    }
    done.wait()
    #expect(other.load(ordering: .sequentiallyConsistent) != own)
  }

  /// More stack than there are addresses: the system starts no such thread, and that is said at once.
  @Test func whatCannotBeStartedThrows() {
    let failure = #expect(throws: SystemFailure.self) { try WorkThread.start(stackSize: 1 << 60) {} }
    #expect(failure?.isRefusal == true || failure?.code == EINVAL)
  }

  @Test func roomIsCounted() {
    #expect(WorkThread.room(for: 5) == 5)
    #expect(WorkThread.room(for: 0) == 0)
    let left = Atomic(3)
    let room = WorkThread.room(for: 8) { body throws(SystemFailure) in
      guard left.subtract(1, ordering: .relaxed).newValue >= 0 else { throw SystemFailure(code: EAGAIN) }
      try WorkThread.start(body)
    }
    #expect(room == 3)
  }
}
