extension RandomAccessCollection {
  /// How many elements come before the first that `isLeading` is false for, found by halving: once false, it is false
  /// for all that follow.
  func leadingCount(where isLeading: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLeading(self[index(startIndex, offsetBy: middle)]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
