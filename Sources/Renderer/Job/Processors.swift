import Foundation

/// How many processors this process may keep busy.
package enum Processors {
  /// Those that it may run on; fewer where its control group is given less time than they have, as a container is that
  /// sees all processors of a large machine and may use two.
  package static let available: Int = {
    let visible = ProcessInfo.processInfo.activeProcessorCount
    return min(visible, quota() ?? visible)
  }()

  /// The whole processors' worth of time that the control groups of this process leave it, rounded up; nil where they
  /// set no limit. Source: the kernel's `cgroup-v2.rst` and `sched-bwc.rst`.
  package static func quota(membership: String = "/proc/self/cgroup", hierarchy: String = "/sys/fs/cgroup") -> Int? {
    guard let lines = try? String(contentsOfFile: membership, encoding: .utf8) else { return nil }
    return lines.split(separator: "\n").compactMap { line -> Int? in
      // `ID:CONTROLLERS:PATH`; the second version has one line, which names no controllers.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[1].isEmpty || parts[1].split(separator: ",").contains("cpu") else { return nil }
      let root = parts[1].isEmpty ? hierarchy : hierarchy + "/cpu"
      return groups(upFrom: String(parts[2])).compactMap { quota(ofGroup: root + $0) }.min()
    }.min()
  }

  /// A group and those it is in. Within a container the outer ones, or the names of all, may not be there.
  private static func groups(upFrom path: String) -> [String] {
    let names = path.split(separator: "/")
    return (0...names.count).map { names.prefix($0).map { "/" + $0 }.joined() }
  }

  private static func quota(ofGroup folder: String) -> Int? {
    let limit = numbers(in: folder + "/cpu.max")
    let time =
      limit.isEmpty ? numbers(in: folder + "/cpu.cfs_quota_us") + numbers(in: folder + "/cpu.cfs_period_us") : limit
    guard time.count == 2, time[0] > 0, time[1] > 0 else { return nil }
    return (time[0] - 1) / time[1] + 1
  }

  /// None where there is no such file; a limit that is not set is not a number.
  private static func numbers(in file: String) -> [Int] {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }
}
