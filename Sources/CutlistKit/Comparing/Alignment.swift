import Diagnostics

/// Which places of two sequences hold the same, in the order of both: what stands in one of them alone is left over.
///
/// What occurs once in each is paired first, as far as the order is the same; then what lies between, in the same way.
/// Where nothing occurs once, the longest common subsequence is looked for as long as that is cheap. So an insertion
/// leaves all behind it paired, and the work grows with the length and not with its square.
struct Alignment {
  /// Ascending in both.
  private(set) var pairs: [(left: Int, right: Int)] = []

  /// Cells of the table that is worked out where nothing occurs once.
  private static let largestTable = 1_000_000

  init<Element: Hashable>(_ left: [Element], _ right: [Element]) {
    var numbers: [Element: Int] = [:]
    func numbered(_ elements: [Element]) -> [Int] {
      elements.map { element in
        let number = numbers[element] ?? numbers.count
        numbers[element] = number
        return number
      }
    }
    let (a, b) = (numbered(left), numbered(right))
    var open = [(left: a[...], right: b[...])]
    while let next = open.popLast() { open += align(next.left, next.right) }
    pairs.sort { $0.left < $1.left }
  }

  /// Pairs what it can, and gives the parts between that may hold more.
  private mutating func align(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>
  ) -> [(left: ArraySlice<Int>, right: ArraySlice<Int>)] {
    var (left, right) = (left, right)
    while let a = left.first, a == right.first {
      pairs.append((left.startIndex, right.startIndex))
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    while let a = left.last, a == right.last {
      pairs.append((left.endIndex - 1, right.endIndex - 1))
      (left, right) = (left.dropLast(), right.dropLast())
    }
    guard !left.isEmpty, !right.isEmpty else { return [] }
    let anchors = Alignment.longestRise(Alignment.singles(left, right))
    guard !anchors.isEmpty else {
      pairs += Alignment.longestCommon(left, right)
      return []
    }
    pairs += anchors
    var parts: [(left: ArraySlice<Int>, right: ArraySlice<Int>)] = []
    var (l, r) = (left.startIndex, right.startIndex)
    for anchor in anchors {
      parts.append((left[l..<anchor.left], right[r..<anchor.right]))
      (l, r) = (anchor.left + 1, anchor.right + 1)
    }
    parts.append((left[l...], right[r...]))
    return parts.filter { !$0.left.isEmpty && !$0.right.isEmpty }
  }

  /// What occurs once on each side, in the order of the left.
  private static func singles(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> [(left: Int, right: Int)] {
    func places(_ elements: ArraySlice<Int>) -> [Int: Int?] {
      elements.indices.reduce(into: [:]) { places, index in
        places.updateValue(places[elements[index]] == nil ? index : nil, forKey: elements[index])
      }
    }
    let others = places(right)
    return places(left).compactMap { element, place -> (left: Int, right: Int)? in
      guard let place, let other = others[element] ?? nil else { return nil }
      return (place, other)
    }.sorted { $0.left < $1.left }
  }

  /// The longest run of pairs that rise on the right as well.
  private static func longestRise(_ pairs: [(left: Int, right: Int)]) -> [(left: Int, right: Int)] {
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      let length = ends.leadingCount { pairs[$0].right < pairs[index].right }
      before[index] = length > 0 ? ends[length - 1] : nil
      if length < ends.count { ends[length] = index } else { ends.append(index) }
    }
    var run: [(left: Int, right: Int)] = []
    var next = ends.last
    while let index = next {
      run.append(pairs[index])
      next = before[index]
    }
    return run.reversed()
  }

  private static func longestCommon(_ left: ArraySlice<Int>, _ right: ArraySlice<Int>) -> [(left: Int, right: Int)] {
    guard left.count * right.count <= largestTable else { return [] }
    return longestCommon(left.indices, right.indices) { left[$0] == right[$1] }
  }

  /// The longest pairing in the order of both sides of what belongs together.
  static func longestCommon(
    _ left: Range<Int>, _ right: Range<Int>, _ belong: (Int, Int) -> Bool
  ) -> [(left: Int, right: Int)] {
    let width = right.count + 1
    var lengths = [Int32](repeating: 0, count: (left.count + 1) * width)
    for i in left.indices.reversed() {
      for j in right.indices.reversed() {
        let cell = (i - left.lowerBound) * width + j - right.lowerBound
        lengths[cell] =
          belong(i, j) ? lengths[cell + width + 1] + 1 : max(lengths[cell + width], lengths[cell + 1])
      }
    }
    var (i, j) = (left.lowerBound, right.lowerBound)
    var pairs: [(left: Int, right: Int)] = []
    while i < left.upperBound, j < right.upperBound {
      let cell = (i - left.lowerBound) * width + j - right.lowerBound
      if belong(i, j) {
        pairs.append((i, j))
        (i, j) = (i + 1, j + 1)
      } else if lengths[cell + width] >= lengths[cell + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return pairs
  }
}
