import CLinux
import Glibc
import Synchronization

/// Memory that anyone in the process asked for and did not get.
///
/// Some libraries go on without it and make something else of a frame or a sound than it is, or nothing, and say not a
/// word. So whoever keeps what was made asks whether there was all the memory for it: of the whole process, because
/// nothing tells whose work it was that lacked some.
package struct RefusedMemory: Sendable {
  private let before: Int

  /// Counts from here on; in a process that does one piece of work, from where that began.
  package init() {
    let beginning = RefusedMemory.beginning.load(ordering: .relaxed)
    before = beginning >= 0 ? beginning : RefusedMemory.count
  }

  /// Throws where there was not all.
  package func check() throws(SystemFailure) {
    if RefusedMemory.count > before { throw SystemFailure(code: ENOMEM) }
  }

  /// Says that all the process does from here on is one piece of work, so that what lacks memory in one part of it is in
  /// nothing that another keeps.
  package static func beginWork() { beginning.store(count, ordering: .relaxed) }

  private static let beginning = Atomic(-1)
  private static var count: Int { clinux_refused_allocations() }
}
