import Foundation
import Platform
import TestSupport
import Testing

/// What was made where memory was refused is not taken for what it should be. Each test has a process of its own, since
/// that counts for all that a process does.
@Suite struct RefusedMemoryTests {
  @Test func whoeverIsRefusedAndHoweverItAsksIsCounted() async {
    await #expect(processExitsWith: .success) {
      try RefusedMemory().check()
      for function in RefusedAllocation.functions {
        let memory = RefusedMemory()
        #expect(RefusedAllocation.ask(function), "\(function)")
        let refusal = #expect(throws: SystemFailure.self, "\(function)") { try memory.check() }
        #expect(refusal?.code == ENOMEM)
      }
      // Freeing memory in the old way gives none, and refuses none.
      let memory = RefusedMemory()
      _ = realloc(malloc(16), 0)
      try memory.check()
    }
  }

  @Test func aFileTakesNoNameAndTheOldOneStays() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path("a")
      try WrittenFile.write(Array("old".utf8), to: path, .named)
      let pending = try WrittenFile.begin(Array("new".utf8), to: path, .named)
      #expect(RefusedAllocation.ask())
      #expect(throws: SystemFailure.self) { try pending?.takeLastingName() }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
      // What is begun afterwards has nothing to do with it, unless all is one piece of work.
      try WrittenFile.write(Array("newer".utf8), to: path, .named)
      RefusedMemory.beginWork()
      try WrittenFile.write(Array("newest".utf8), to: path, .named)
      #expect(RefusedAllocation.ask())
      #expect(throws: SystemFailure.self) { try WrittenFile.write(Array("wrong".utf8), to: path, .named) }
      #expect(throws: SystemFailure.self) { try WrittenFile.write([1], to: "/dev/null", .named) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "newest")
    }
  }
}
