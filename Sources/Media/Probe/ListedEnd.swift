import TimelineModel

/// Finds out by the length that a header lists whether a file breaks off, in containers without an index of all packets.
struct ListedEnd {
  private let header: MediaFacts
  private let format: String

  /// - Parameter header: What the header says, and nothing that was found out by reading on.
  init(_ header: MediaFacts, format: String) { (self.header, self.format) = (header, format) }

  /// Whether there is all that the header lists; nil if it lists nothing.
  func isThere(_ facts: MediaFacts) -> Bool? {
    guard header.isDurationInHeader, let tolerance = ListedEnd.tolerances[format], let end = facts.end,
      let listed = header.end
    else { return nil }
    // Some list the last time in place of a length. Those that are far off were written before anything was known.
    let latest = max(end, end + facts.origin)
    return listed > latest * Rational(ListedEnd.mostTimes) ? nil : listed - latest <= tolerance
  }

  /// The same facts with the end of what is there, if the header lists more.
  func completed(_ measured: MediaFacts) -> MediaFacts {
    guard isThere(measured) == false else { return measured }
    var facts = measured
    facts.breaksOff = facts.end
    (facts.listedFrames, facts.listedSound) = (header.video?.timing.frameCount, header.audio?.duration)
    return facts
  }

  /// The highest ratio of a listed length to the length that is there; a higher one is not trusted.
  private static let mostTimes = 20

  /// The names of containers that list their length, and by how many seconds what is there may be shorter. Some programs
  /// write lengths that are rounded, or those of a longer stream.
  private static let tolerances: [String: Rational] = [
    "wv": Rational(1, 10), "tta": Rational(1, 10), "ape": Rational(1, 10), "tak": Rational(1, 10),
    "mp3": Rational(1, 10), "ast": Rational(1, 10), "mxf": Rational(1, 200), "avi": .one, "asf": .one, "flv": .one,
    "nut": .one, "rm": .one,
  ]
}

extension MediaFacts {
  /// Where picture and sound end, on the source clock.
  fileprivate var end: Rational? { [videoEnd, audioEnd].compactMap(\.self).max() }
}
