import CLinux

/// Memory in which nothing is left of what was there before, for libraries that read what they have not written and so
/// make something else of the same frames from time to time.
package enum EmptyMemory {
  /// Does some work on this thread. All memory that is asked for meanwhile is empty, and all that the threads which it
  /// starts ever ask for.
  package static func during<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    clinux_clear_memory(1)
    defer { clinux_clear_memory(0) }
    return try work()
  }
}
