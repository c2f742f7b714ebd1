import CutlistKit
import Foundation
import Media
import Platform
import TestSupport
import Testing
import TimelineModel

/// Several ask one process, and it may end between two answers, as one does whose time is used up.
@Suite struct TrialProcessTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program that answers so many questions, each with what was put into it, and ends.
  private func program(answers: Int, _ outcome: LibraryTrialOutcome) throws -> String {
    let answer = String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
    let path = folder.path("program")
    let script = """
    #!/bin/sh
    echo started >> '\(folder.path("starts"))'
    echo
    left=\(answers)
    while [ $left -gt 0 ] && read -r question; do
      left=$((left - 1))
      echo '\(answer)'
    done

    """
    try install(script, at: path)
    return path
  }

  /// Another process writes it: a file that this one has open cannot be run, nor while a process that another test
  /// starts at that moment has it.
  private func install(_ script: String, at path: String) throws {
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "printf %s \"$0\" > \"$1\" && chmod 700 \"$1\"", script, path]
    try writer.run()
    writer.waitUntilExit()
    #expect(writer.terminationStatus == 0)
  }

  private var starts: Int {
    let text = (try? String(contentsOfFile: folder.path("starts"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count
  }

  private let trial = LibraryTrial.audioFilter(SoundFilterUse(FilterCall("volume")))

  @Test func whoAsksTogetherIsAnsweredByOneProcessAfterTheOther() throws {
    signal(SIGPIPE, SIG_IGN)
    let process = TrialProcess(program: try program(answers: 3, .filter(.works(.nothing))), limits: TrialLimits(seconds: 60))
    let trial = trial
    let outcomes = try ManyDocuments.map(30, jobs: 4) { _ in process.outcome(of: trial) }
    #expect(outcomes.allSatisfy { $0 == .filter(.works(.nothing)) }, "\(outcomes)")
    #expect(starts == 10)
  }

  @Test func whatEndsBeforeItsFirstAnswerIsAFailure() throws {
    signal(SIGPIPE, SIG_IGN)
    let process = TrialProcess(program: try program(answers: 0, .filter(.works(.nothing))), limits: TrialLimits(seconds: 60))
    guard case .filter(.fails(let reason)) = process.outcome(of: trial) else { Issue.record(); return }
    #expect(reason.contains("brought a trial down"))
  }

  /// A program that ends before it begins with trials, as where the loader finds no memory, or that cannot write its
  /// answer.
  @Test(arguments: ["exit 127", "exit 1", "kill -9 $$", "echo; read -r question; exit 71",
      "echo; read -r question; kill -9 $$"])
  func whatTheSystemDoesNotLetBeginIsARefusal(script: String) throws {
    signal(SIGPIPE, SIG_IGN)
    let path = folder.path("refused")
    try install("#!/bin/sh\n\(script)\n", at: path)
    let process = TrialProcess(program: path, limits: TrialLimits(seconds: 60))
    guard case .filter(.refused) = process.outcome(of: trial) else { Issue.record(); return }
    guard case .drawing(.refused) = process.outcome(of: .drawing(ConfinedPath(anywhere: "/a.svg"))) else { Issue.record(); return }
    let use = ExportUse(container: .mp4, picture: nil, sound: nil)
    guard case .export(let findings) = process.outcome(of: .export(use)) else { Issue.record(); return }
    #expect(findings.map(\.isUntried) == [true])
  }
}
