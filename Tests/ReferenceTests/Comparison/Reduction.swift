extension Comparison {
  /// The smallest document found that fails as this one does, by leaving out one thing after another.
  func reduce(_ document: Written, _ result: Result, name: String, tries: Int = 400) -> (Written, Result) {
    var (smallest, result) = (document, result)
    var comparison = self
    if !result.involved.isEmpty { comparison.configurations = result.involved }
    var left = tries
    var isReduced = true
    while isReduced && left > 0 {
      isReduced = false
      for candidate in smallest.reductions where left > 0 && keepsItsFrame(candidate, document) {
        left -= 1
        let outcome = comparison.run(candidate.yaml, name: name)
        guard let found = outcome.difference, let wanted = result.difference, found.isLike(wanted) else { continue }
        (smallest, result, isReduced) = (candidate, outcome, true)
        break
      }
    }
    return (smallest, result)
  }

  /// Another canvas or a lossy export would make for other differences.
  private func keepsItsFrame(_ candidate: Written, _ document: Written) -> Bool {
    candidate["canvas"] == document["canvas"] && candidate["export"] == document["export"]
  }
}
