import Diagnostics
import Testing

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String) -> String {
    UnifiedDiff(of: Array(old.utf8), and: Array(new.utf8), name: "a").text
  }

  @Test func sameTextsGiveNothing() { #expect(diff("a\nb\n", "a\nb\n").isEmpty) }

  @Test func changesStandBetweenThreeLines() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("2\n3\n", with: "2\nthree\n").replacing("19\n", with: "")
    #expect(
      diff(old, new) == """
        --- a
        +++ a
        @@ -1,6 +1,6 @@
         1
         2
        -3
        +three
         4
         5
         6
        @@ -16,5 +16,4 @@
         16
         17
         18
        -19
         20

        """)
  }

  @Test func aMissingBreakAtTheEndIsSaid() {
    #expect(
      diff("a", "b")
        == "--- a\n+++ a\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n")
    #expect(diff("", "b\n") == "--- a\n+++ a\n@@ -0,0 +1,1 @@\n+b\n")
  }
}
