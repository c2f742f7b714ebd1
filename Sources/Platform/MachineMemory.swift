import Glibc

/// The memory of the machine, or of the control groups that this process belongs to.
package enum MachineMemory {
  /// In bytes; the largest number if the system does not tell it.
  package static let bytes: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let physical = pages > 0 ? pages * Int(getpagesize()) : .max
    return min(physical, limit(ofGroups: ControlGroups.folders(of: "memory")) ?? .max)
  }()

  /// The number of bytes of it that this process holds; the most that it ever held if the system does not tell more.
  package static var resident: Int {
    let fields = KernelText.read("/proc/self/statm")?.split(separator: " ") ?? []
    if fields.count > 1, let pages = Int(fields[1]) { return pages * Int(getpagesize()) }
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }

  /// Returns the lowest limit of groups of version 2 or 1, in bytes; nil if they have none, which is written as `max`.
  /// - Parameter folders: The folders of the groups.
  package static func limit(ofGroups folders: [String]) -> Int? {
    folders.flatMap { ["\($0)/memory.max", "\($0)/memory.limit_in_bytes"] }
      .compactMap { KernelText.read($0)?.split(whereSeparator: \.isWhitespace).first.flatMap { Int($0) } }.min()
  }
}
