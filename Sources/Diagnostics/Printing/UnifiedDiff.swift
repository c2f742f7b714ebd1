/// What differs between two texts, as `diff -u` writes it and `patch` reads it.
package struct UnifiedDiff: Sendable {
  /// Empty where nothing differs.
  package let text: String

  package init(of old: [UInt8], and new: [UInt8], name: String) {
    let (before, after) = (UnifiedDiff.lines(old), UnifiedDiff.lines(new))
    let steps = UnifiedDiff.steps(from: before, to: after)
    guard steps.contains(where: { $0.sign != " " }) else {
      text = ""
      return
    }
    text = "--- \(name.shown)\n+++ \(name.shown)\n" + UnifiedDiff.hunks(of: steps).map(\.text).joined()
  }

  private struct Step {
    var sign: Character
    var line: String
    /// How many lines of either text come before it.
    var before: Int
    var after: Int

    var text: String {
      line.hasSuffix("\n") ? "\(sign)\(line)" : "\(sign)\(line)\n\\ No newline at end of file\n"
    }
  }

  /// Lines with their breaks.
  private static func lines(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    var rest = bytes[...]
    while let index = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: rest[...index], as: UTF8.self))
      rest = rest[(index + 1)...]
    }
    return rest.isEmpty ? lines : lines + [String(decoding: rest, as: UTF8.self)]
  }

  private static func steps(from before: [String], to after: [String]) -> [Step] {
    let matching = LineMatching(from: before, to: after)
    var steps: [Step] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if matching.removed.contains(old) {
        steps.append(Step(sign: "-", line: before[old], before: old, after: new))
        old += 1
      } else if matching.inserted.contains(new) {
        steps.append(Step(sign: "+", line: after[new], before: old, after: new))
        new += 1
      } else {
        steps.append(Step(sign: " ", line: before[old], before: old, after: new))
        old += 1
        new += 1
      }
    }
    return steps
  }

  private struct Hunk {
    var steps: ArraySlice<Step>

    var text: String {
      let old = steps.count { $0.sign != "+" }
      let new = steps.count { $0.sign != "-" }
      let first = steps.first!
      // A range of no lines is named by the line before it.
      let start = old == 0 ? first.before : first.before + 1
      let newStart = new == 0 ? first.after : first.after + 1
      return "@@ -\(start),\(old) +\(newStart),\(new) @@\n" + steps.map(\.text).joined()
    }
  }

  /// Changes with three lines about them; those that are near one another stand together.
  private static func hunks(of steps: [Step]) -> [Hunk] {
    let margin = 3
    var hunks: [Range<Int>] = []
    for index in steps.indices where steps[index].sign != " " {
      let range = max(0, index - margin)..<min(steps.count, index + margin + 1)
      if let last = hunks.last, range.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks.map { Hunk(steps: steps[$0]) }
  }
}
