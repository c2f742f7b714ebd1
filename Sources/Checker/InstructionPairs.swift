import TimelineModel

extension Composition {
  /// Each instruction but the first in the order of their starts, with the one before it that reaches furthest. What
  /// lies between the two, or belongs to both, is what is wrong, in whatever order they are written.
  var instructionsByTime: [(before: Instruction, after: Instruction)] {
    let sorted = instructions.enumerated().sorted { a, b in
      (a.element.range.start, a.offset) < (b.element.range.start, b.offset)
    }.map(\.element)
    guard var furthest = sorted.first else { return [] }
    return sorted.dropFirst().map { instruction in
      defer { if instruction.range.end > furthest.range.end { furthest = instruction } }
      return (furthest, instruction)
    }
  }
}
