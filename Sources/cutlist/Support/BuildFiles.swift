import CutlistKit
import Diagnostics

extension DependencyFile {
  /// Writes it, or says why it cannot be written and ends the command.
  func writeOrStop(to path: String) throws {
    try orStop { () throws(DependencyFileFailure) in try write(to: path) }
  }

  /// Looks at its place, or says why it cannot be there and ends the command.
  func checkOrStop(_ path: String) throws {
    try orStop { () throws(DependencyFileFailure) in try check(path) }
  }

  private func orStop(_ work: () throws(DependencyFileFailure) -> Void) throws {
    do throws(DependencyFileFailure) { try work() } catch {
      Output.complain("cutlist: error: \(error)")
      throw ExitStatus.workFailed
    }
  }
}

extension StampFile {
  /// Touches it, or says why it cannot be touched and ends the command.
  func touchOrStop() throws {
    do throws(StampFailure) { try touch() } catch {
      Output.complain("cutlist: error: \(error)")
      throw ExitStatus.workFailed
    }
  }
}
