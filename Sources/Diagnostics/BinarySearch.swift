extension RandomAccessCollection {
  /// Returns how many elements come before the first one for which `isLeading` is false, found by halving.
  ///
  /// Once `isLeading` is false, it has to be false for all elements that follow.
  @inlinable package func leadingCount(where isLeading: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLeading(self[index(startIndex, offsetBy: middle)]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
