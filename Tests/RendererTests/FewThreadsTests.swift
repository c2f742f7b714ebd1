import Glibc
import Platform
@testable import Renderer
import Synchronization
import Testing

/// Where the system starts no further thread, the work is done all the same.
@Suite struct FewThreadsTests {
  @Test(arguments: [0, 1, 2, 5], [1, 4]) func numberedJobsAreDone(started: Int, wanted: Int) throws {
    let left = Mutex(started)
    let results = OrderedResults<Int>(count: 30, window: 3) { body throws(SystemFailure) in
      let isRefused = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isRefused { throw SystemFailure(code: EAGAIN) }
      try WorkThread.start(body)
    }
    for _ in 0..<wanted { results.startWorker { { number in .success(number * number) } } }
    for number in 0..<30 { #expect(try results.next() == number * number) }
    results.stop()
  }

  @Test func aFailureIsHandedOn() throws {
    let results = OrderedResults<Int>(count: 3, window: 3) { _ throws(SystemFailure) in
      throw SystemFailure(code: EAGAIN)
    }
    results.startWorker { { $0 == 1 ? .failure(RenderFailure(.media, "cannot read")) : .success($0) } }
    #expect(try results.next() == 0)
    #expect(throws: RenderFailure.self) { try results.next() }
  }
}
