/// The control groups that this process belongs to, which limit what it may take of the machine.
///
/// Source: cgroup-v2.rst, sched-bwc.rst and cgroup-v1/memory.rst of the kernel's documentation.
package enum ControlGroups {
  /// The folders of the groups that a controller limits, the innermost first. Within a container the outer ones, or the
  /// names of all, may not be there.
  /// - Parameters:
  ///   - controller: The kernel's name for what is limited, such as `memory`.
  ///   - membership: The file that names the groups of the process.
  ///   - hierarchy: The folder where the groups are.
  package static func folders(
    of controller: String, membership: String = "/proc/self/cgroup", hierarchy: String = "/sys/fs/cgroup"
  ) -> [String] {
    guard let lines = KernelText.read(membership) else { return [hierarchy, "\(hierarchy)/\(controller)"] }
    return lines.split(separator: "\n").flatMap { line -> [String] in
      // `ID:CONTROLLERS:PATH`; the second version has one line, which names no controllers.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return [] }
      let isSecond = parts[1].isEmpty
      guard isSecond || parts[1].split(separator: ",").contains(Substring(controller)) else { return [] }
      let root = isSecond ? hierarchy : "\(hierarchy)/\(controller)"
      let names = parts[2].split(separator: "/")
      return (0...names.count).reversed().map { root + names.prefix($0).map { "/" + $0 }.joined() }
    }
  }
}
