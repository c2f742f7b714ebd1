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

  /// What a library begins meanwhile are the threads that were begun before, so that nothing can be lacking any more.
  @Test func aLibraryGetsTheThreadsThatAreReserved() throws {
    func begin() -> pthread_t? {
      var thread = pthread_t()
      return pthread_create(&thread, nil, { _ in pthread_self().asResult }, nil) == 0 ? thread : nil
    }
    func wait(for thread: pthread_t?) -> UnsafeMutableRawPointer? {
      var result: UnsafeMutableRawPointer?
      return thread.map { pthread_join($0, &result) } == 0 ? result : nil
    }
    for taken in 0...4 {
      let threads = try WorkThread.reserving(3, failing: { $0 }) { () throws(SystemFailure) in
        (0..<taken).map { _ in begin() }
      }
      #expect(threads.allSatisfy { $0 != nil && wait(for: $0) == $0!.asResult })
      #expect(Set(threads.map { $0! }).count == taken)
    }
  }
}

extension pthread_t {
  fileprivate var asResult: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: UInt(self)) }
}
