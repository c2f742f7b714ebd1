package import Glibc

extension timespec {
  /// Since 1970; held to what 64 bits can say, which ends in the year 2262.
  package var nanoseconds: Int64 {
    let (seconds, overflows) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? (tv_sec < 0 ? .min : .max) : seconds &+ Int64(tv_nsec)
  }

  package static var now: timespec {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time
  }
}
