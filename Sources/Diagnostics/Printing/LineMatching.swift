/// Which lines of a text are gone and which have come in another one.
///
/// Short texts get the smallest difference there is. In long ones, where finding that would take a time that grows with
/// the square of what differs, lines are matched with the nearest equal one that follows soon.
package struct LineMatching {
  package private(set) var removed: Set<Int> = []
  package private(set) var inserted: Set<Int> = []

  /// Lines that differ, up to which the smallest difference is looked for.
  private static let fewLines = 2000
  /// How many lines ahead an equal one is looked for.
  private static let reach = 32

  package init(from before: [String], to after: [String]) {
    var numbers: [String: Int] = [:]
    func number(_ line: String) -> Int {
      let number = numbers[line] ?? numbers.count
      numbers[line] = number
      return number
    }
    let (old, new) = (before.map(number), after.map(number))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let room = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
    let (lost, gained) = (old[start..<old.count - end], new[start..<new.count - end])
    if lost.count + gained.count <= LineMatching.fewLines {
      matchBest(lost, gained)
    } else {
      matchNearest(lost, gained)
    }
  }

  private mutating func matchBest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    for change in Array(new).difference(from: Array(old)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
      }
    }
  }

  private mutating func matchNearest(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) {
    var (i, j) = (old.startIndex, new.startIndex)
    while i < old.endIndex, j < new.endIndex {
      if let (k, l) = LineMatching.nearestMatch(old[i...], new[j...]) {
        removed.formUnion(i..<k)
        inserted.formUnion(j..<l)
        (i, j) = (k + 1, l + 1)
      } else {
        removed.insert(i)
        inserted.insert(j)
        (i, j) = (i + 1, j + 1)
      }
    }
    removed.formUnion(i..<old.endIndex)
    inserted.formUnion(j..<new.endIndex)
  }

  /// The first lines that are equal, those together that lie the fewest lines ahead.
  private static func nearestMatch(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> (Int, Int)? {
    for sum in 0...2 * reach {
      for ahead in max(0, sum - reach)...min(sum, reach) {
        let (i, j) = (old.startIndex + ahead, new.startIndex + sum - ahead)
        if i < old.endIndex, j < new.endIndex, old[i] == new[j] { return (i, j) }
      }
    }
    return nil
  }
}
