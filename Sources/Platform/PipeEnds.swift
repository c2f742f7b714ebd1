import Glibc

/// The two ends of a pipe, which no other process inherits.
package struct PipeEnds {
  package let reading: Descriptor
  package let writing: Descriptor

  package init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (Descriptor(adopting: ends[0]), Descriptor(adopting: ends[1]))
  }
}
