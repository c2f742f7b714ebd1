import CutlistKit
import Testing

@Suite struct WorkBudgetTests {
  @Test func aServerIsHeldToItsTimeOnlyWhileItWorks() {
    let budget = WorkBudget()
    #expect(budget.isSpent(seconds: 0))
    budget.countWorkOnly()
    #expect(!budget.isSpent(seconds: 0))
    budget.working(on: "a.yaml") {
      #expect(budget.isSpent(seconds: 0) && !budget.isSpent(seconds: 600))
      budget.working(on: "b.yaml") {}
      #expect(budget.underway == ["a.yaml"])
    }
    #expect(!budget.isSpent(seconds: 0))
  }

  @Test func timeInWhichTheProcessWasStoppedIsLeftOut() {
    let budget = WorkBudget(since: .now - .seconds(1000))
    #expect(budget.isSpent(seconds: 600))
    budget.leaveOut(.seconds(500))
    #expect(!budget.isSpent(seconds: 600))
  }
}
