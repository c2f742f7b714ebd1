import Store
import Testing

@Suite struct StoreKeyTests {
  @Test func partsDoNotRunTogether() {
    let one = StoreKey("test") {
      $0.add("ab"); $0.add("c")
    }
    let other = StoreKey("test") {
      $0.add("a"); $0.add("bc")
    }
    #expect(one != other)
    #expect(
      one
        == StoreKey("test") {
          $0.add("ab"); $0.add("c")
        })
    #expect(
      one
        != StoreKey("rest") {
          $0.add("ab"); $0.add("c")
        })
  }
}
