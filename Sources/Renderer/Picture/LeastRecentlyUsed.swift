/// A few values by key; the one that was asked for longest ago makes room for a new one.
struct LeastRecentlyUsed<Key: Hashable, Value> {
  private var entries: [(key: Key, value: Value)] = []
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  /// The value for `key`, made where there is none.
  mutating func value<Failure: Error>(for key: Key, make: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      let entry = entries.remove(at: index)
      entries.append(entry)
      return entry.value
    }
    let value = try make()
    if entries.count >= capacity { entries.removeFirst() }
    entries.append((key, value))
    return value
  }
}
