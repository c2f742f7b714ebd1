import Glibc

/// The memory of the machine, or of the control group that this process belongs to.
package enum MachineMemory {
  /// In bytes; the largest number if the system does not tell it.
  package static let bytes: Int = {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let physical = pages > 0 ? pages * Int(getpagesize()) : .max
    return min(physical, limitOfGroup ?? .max)
  }()

  /// The limit of the control group, of version 2 or 1, in bytes; nil if there is none
  /// (Documentation/admin-guide/cgroup-v2.rst and cgroup-v1/memory.rst of the kernel).
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
