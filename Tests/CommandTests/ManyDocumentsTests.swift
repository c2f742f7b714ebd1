import CutlistKit
import Foundation
import Platform
import Renderer
import Synchronization
import TestSupport
import Testing

/// Many documents in one call: the same report on any number of threads.
@Suite struct ManyDocumentsTests {
  private let folder: TemporaryFolder
  private let names: [String]

  init() throws {
    folder = try TemporaryFolder()
    try BarcodeMovie().write(to: folder.path("a.mp4"))
    _ = try folder.document("rules: { no-such-rule: error }\n", ".cutlist.yaml")
    names = (0..<40).map { "\($0).yaml" }
    for (number, name) in names.enumerated() {
      let mistakes = ["", ", opactiy: 1", ", source: 1s..9s", ", speed: 0"]
      _ = try folder.document(
        """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: \(number % 7 == 6 ? "gone" : "a").mp4\(mistakes[number % 4]) } ] } ]
        titles: [ { text: "Title \(number)", over: 0s..1s } ]

        """, name)
    }
  }

  private func check(_ names: [String], jobs: Int, _ format: String) throws -> Program.Result {
    try Program.run(["check", "--jobs", "\(jobs)", "--format", format] + names, in: folder.url.path)
  }

  @Test(arguments: ["text", "json", "sarif", "github", "junit"])
  func theReportIsThatOfOneThread(format: String) throws {
    let one = try check(names, jobs: 1, format)
    #expect(one.status == 1 && (one.output + one.errors).contains("unknown-key"))
    for jobs in [2, 7, 100] {
      let many = try check(names, jobs: jobs, format)
      #expect(many.status == 1 && many.output == one.output && many.errors == one.errors, "with \(jobs) threads")
    }
  }

  @Test func allThatCannotBeReadAreNamed() throws {
    let files = Array(names[..<20]) + ["nothing.yaml"] + Array(names[20...]) + ["none.yaml"]
    let one = try check(files, jobs: 1, "text")
    #expect(one.status == 2)
    for name in ["nothing", "none"] {
      #expect(one.errors.contains("cutlist: error: cannot read \(name).yaml: there is no such file\n"))
    }
    #expect(one.errors.contains("39.yaml:"))
    let many = try check(files, jobs: 8, "text")
    #expect(many.status == 2 && many.errors == one.errors && many.output.isEmpty)
  }

  /// A configuration that concerns all of them is read, and found wrong, once.
  @Test func whatIsWrongForAllIsSaidOnce() throws {
    let said = try check(names, jobs: 4, "text").errors
    #expect(said.components(separatedBy: "no-such-rule").count == 3, "\(said.prefix(500))")
  }

  @Test func workIsSharedOut() throws {
    let together = Mutex((now: 0, most: 0))
    let squares = try ManyDocuments.map(64, jobs: 4) { number in
      together.withLock { count in
        count.now += 1
        count.most = max(count.most, count.now)
      }
      Thread.sleep(forTimeInterval: 0.002)
      together.withLock { $0.now -= 1 }
      return number * number
    }
    #expect(squares == (0..<64).map { $0 * $0 })
    let most = together.withLock(\.most)
    #expect(most > 1 && most <= 4)
  }

  /// A system that starts no more threads makes it slower, not wrong.
  @Test(arguments: [0, 1, 3]) func threadsThatDoNotStartAreDoneWithout(started: Int) throws {
    let left = Mutex(started)
    let start: WorkThread.Starter = { body throws(SystemFailure) in
      let isRefused = left.withLock { left in
        left -= 1
        return left < 0
      }
      if isRefused { throw SystemFailure(code: EAGAIN) }
      try WorkThread.start(body)
    }
    #expect(try ManyDocuments.map(20, jobs: 8, start: start) { $0 * $0 } == (0..<20).map { $0 * $0 })
  }

  private struct Stop: Error, Equatable { var number: Int }

  @Test func theFirstFailureCounts() throws {
    #expect(throws: Stop(number: 5)) {
      _ = try ManyDocuments.map(64, jobs: 8) { number in
        if number == 5 { Thread.sleep(forTimeInterval: 0.01) }
        if number >= 5, number.isMultiple(of: 5) { throw Stop(number: number) }
        return number
      }
    }
  }

  /// What Make does not give is not used.
  @Test func jobsOfAMakeAreItsOwn() throws {
    struct NoTokens: JobTokens {
      func tryAcquire() -> JobToken? { nil }
      func acquire(while isWanted: () -> Bool) -> JobToken? {
        while isWanted() { Thread.sleep(forTimeInterval: 0.001) }
        return nil
      }
    }
    let together = Mutex((now: 0, most: 0))
    let numbers = try ManyDocuments.map(20, jobs: 4, tokens: NoTokens()) { number in
      together.withLock { count in
        count.now += 1
        count.most = max(count.most, count.now)
      }
      Thread.sleep(forTimeInterval: 0.001)
      together.withLock { $0.now -= 1 }
      return number
    }
    #expect(numbers == Array(0..<20) && together.withLock(\.most) == 1)
  }
}
