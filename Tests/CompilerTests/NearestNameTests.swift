import Diagnostics
import Testing

/// Names that were probably meant.
struct NearestNameTests {
  /// The distance is that of the whole table, although only its middle is computed.
  @Test func namesAreAsFarApartAsTheyAre() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let (a, b) = (name(&generator), name(&generator))
      let limit = a.count <= 2 ? 0 : max(1, a.count / 3)
      let isNear = distance(Array(a), Array(b)) <= limit
      #expect((nearestName(to: a, in: [b]) == b) == isNear, "\(a) and \(b)")
    }
  }

  /// The name with the smallest distance is found, wherever it is in the list. Among equals, the alphabet decides.
  @Test func theNearestIsFound() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let wanted = name(&generator)
      let names = (0..<8).map { _ in name(&generator) }
      let limit = wanted.count <= 2 ? 0 : max(1, wanted.count / 3)
      let best = names.map { (distance(Array(wanted), Array($0)), $0) }.filter { $0.0 <= limit }.min { $0 < $1 }
      #expect(nearestName(to: wanted, in: names) == best?.1, "\(wanted) among \(names)")
    }
  }

  private func name(_ generator: inout SystemRandomNumberGenerator) -> String {
    String((0..<Int.random(in: 0...9, using: &generator)).map { _ in "abc".randomElement(using: &generator)! })
  }

  /// Optimal string alignment, by its definition.
  private func distance(_ a: [Character], _ b: [Character]) -> Int {
    var table = (0...a.count).map { i in (0...b.count).map { j in i == 0 ? j : i } }
    for i in 1..<max(1, a.count + 1) {
      for j in 1..<max(1, b.count + 1) {
        table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        }
      }
    }
    return table[a.count][b.count]
  }
}
