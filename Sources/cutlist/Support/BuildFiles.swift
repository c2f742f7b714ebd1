import CutlistKit
import Diagnostics

extension DependencyFile {
  /// Writes it, or says why it cannot be written and ends the command.
  func writeOrStop(to path: String) throws {
    do throws(DependencyFileFailure) { try write(to: path) } catch {
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
