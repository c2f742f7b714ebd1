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

  @Test func partsOfDifferentTypesAreDifferent() {
    let keys: [StoreKey] = [
      StoreKey("test") { $0.add("") }, StoreKey("test") { $0.add(0) }, StoreKey("test") { $0.add(0.0) },
      StoreKey("test") { $0.add(-0.0) }, StoreKey("test") { $0.add(false) }, StoreKey("test") { $0.add(true) },
      StoreKey("test") { $0.add(bytes: [UInt8]()) }, StoreKey("test") { _ in }, StoreKey("test") { $0.add("0") },
      StoreKey("test") {
        $0.add("")
        $0.add("")
      },
    ]
    #expect(Set(keys).count == keys.count)
    #expect(Set(keys.map { key in StoreKey("outer") { $0.add(key) } }).count == keys.count)
    #expect(keys.allSatisfy { $0.description.wholeMatch(of: /[0-9a-f]{64}/) != nil })
  }

  /// Keys name files that outlive the program: a change would forget all of them.
  @Test func keysStayWhatTheyAre() {
    let key = StoreKey("test") {
      $0.add("text")
      $0.add(7)
      $0.add(bytes: [1, 2])
    }
    #expect(key.description == "30c2f500e925baf78935fd998fdffe3e25b69856cd6848780d662c0d85a2b7e1")
  }
}
