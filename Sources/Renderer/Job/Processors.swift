import Foundation
import Platform

/// How many processors this process may keep busy.
package enum Processors {
  /// Those that it may run on; fewer where its control group is given less time than they have, as a container is that
  /// sees all processors of a large machine and may use two.
  package static let available: Int = {
    let visible = ProcessInfo.processInfo.activeProcessorCount
    return min(visible, quota(ofGroups: ControlGroups.folders(of: "cpu")) ?? visible)
  }()

  /// Returns the whole processors' worth of time that control groups leave this process, rounded up; nil where they set
  /// no limit.
  /// - Parameter folders: The folders of the groups.
  package static func quota(ofGroups folders: [String]) -> Int? { folders.compactMap(quota).min() }

  private static func quota(ofGroup folder: String) -> Int? {
    let limit = numbers(in: folder + "/cpu.max")
    let time =
      limit.isEmpty ? numbers(in: folder + "/cpu.cfs_quota_us") + numbers(in: folder + "/cpu.cfs_period_us") : limit
    guard time.count == 2, time[0] > 0, time[1] > 0 else { return nil }
    return (time[0] - 1) / time[1] + 1
  }

  /// None where there is no such file; a limit that is not set is not a number.
  private static func numbers(in file: String) -> [Int] {
    (KernelText.read(file) ?? "").split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
  }
}
