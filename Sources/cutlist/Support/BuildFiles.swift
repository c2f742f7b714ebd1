import CutlistKit
import Diagnostics
import Glibc
import Platform

/// What a check leaves for Make or Ninja: a stamp, and what was looked at for it.
struct BuildFiles {
  var stamp: String
  var depfile: String?
  /// When the check began.
  var start: timespec

  /// Finds before the check that the list cannot be where it is to be, says so and ends the command.
  func checkPlacesOrStop(dependencies: [String]) throws {
    try orStop { () throws(StampFailure) in try StampFile(stamp).check(dependencies: dependencies) }
    guard let depfile else { return }
    try orStop { () throws(DependencyFileFailure) in
      try DependencyFile(target: stamp, dependencies: dependencies).check(depfile)
    }
  }

  /// Writes them, or says why that cannot be and ends the command; both are then what they were.
  /// - Parameter written: When the check has written a document itself the last time, in nanoseconds since 1970. The
  ///   stamp is no older.
  func writeOrStop(dependencies: [String], notBefore written: Int64) throws {
    try orStop { () throws(StampFailure) in try StampFile(stamp).check(dependencies: dependencies) }
    let list = try depfile.flatMap { path in
      try orStop { () throws(DependencyFileFailure) in
        try DependencyFile(target: stamp, dependencies: dependencies).begin(at: path)
      }
    }
    // The stamp comes last: with it everything is done.
    try orStop { () throws(StampFailure) in
      try PendingFile.takeNames([list].compactMap(\.self), failing: { StampFailure($0.file.target, $0.failure) }) {
        () throws(StampFailure) in try StampFile(stamp).touch(at: start, notBefore: written)
      }
    }
  }

  private func orStop<Value, Failure: Error>(_ work: () throws(Failure) -> Value) throws -> Value {
    do throws(Failure) { return try work() } catch {
      Output.complain("cutlist: error: \(error)")
      throw ExitStatus.workFailed
    }
  }
}
