/// A few values by key; the one that was asked for longest ago makes room for a new one.
struct LeastRecentlyUsed<Key: Hashable, Value> {
  private var entries: [(key: Key, value: Value)] = []
  /// Kept however few are used together.
  private let least: Int
  private var capacity: Int

  init(keepingAtLeast least: Int = 1) { (self.least, capacity) = (least, least) }

  /// Keeps at least so many from now on: what is used together has to be kept together, or each would push out the
  /// next one.
  mutating func makeRoom(for count: Int) {
    capacity = max(least, count)
    entries.removeFirst(max(0, entries.count - capacity))
  }

  /// The value for `key`, made where there is none that will do.
  mutating func value<Failure: Error>(
    for key: Key, where isUsable: (Value) -> Bool = { _ in true }, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      let entry = entries.remove(at: index)
      if isUsable(entry.value) {
        entries.append(entry)
        return entry.value
      }
    }
    let value = try make()
    if entries.count >= capacity { entries.removeFirst() }
    entries.append((key, value))
    return value
  }
}
