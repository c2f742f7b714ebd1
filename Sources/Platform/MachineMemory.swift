import Glibc

/// The memory that the machine has, or the group of processes that this one belongs to.
package enum MachineMemory {
  /// Bytes; where the system does not say, as much as can be.
  package static let bytes: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let physical = pages > 0 ? pages * Int(getpagesize()) : .max
    return min(physical, limitOfGroup ?? .max)
  }()

  /// What the second version of control groups says (Documentation/admin-guide/cgroup-v2.rst); nil without a limit.
  private static var limitOfGroup: Int? {
    // A container sees its own group as the root.
    for path in ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"] {
      guard let file = fopen(path, "re") else { continue }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 64)
      guard fgets(&line, Int32(line.count), file) != nil else { continue }
      return Int(String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
    return nil
  }
}
