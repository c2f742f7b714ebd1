import Diagnostics
import Syntax
import TimelineModel

extension Scalar {
  /// A point in time or a length of time.
  static let time = Grammar<TimeExpression>.scalar(
    "a time such as `8s`, `90f` or `00:00:08:12`", .string(pattern: "^\(sumPattern)$", examples: timeExamples)
  ) {
    text, span, log in
    TimeReader(text, span).expression(&log)
  }.about(.time)
}

extension Scalar {
  static let timeRange = Grammar<RangeExpression>.scalar(
    "a range of time such as `2s..10s`",
    .string(
      pattern: "^(\(sumPattern))?\\.\\.(\\s*\\+?\(sumPattern))?$", examples: ["0s..8s", "2s..+4s", "5s..", "..8s"])
  ) { text, span, log in
    guard let dots = text.firstDots else {
      log.report(
        .badTime, "`\(text)` is not a range: write its start and end as in `2s..10s`, or `2s..+8s` with a length",
        at: span)
      return nil
    }
    guard text[dots].utf8.count == 2 else {
      log.report(
        .badTime, "a range has two dots, and this one has \(text[dots].utf8.count == 3 ? "three" : "more")", at: span,
        fixIts: [
          .replace(span, with: String(text[..<dots.lowerBound] + ".." + text[dots.upperBound...]), safety: .safe)
        ])
      return nil
    }
    let before = text[..<dots.lowerBound]
    var after = text[dots.upperBound...]
    let endIsLength = after.trimmingSpaces.hasPrefix("+")
    if endIsLength { after = after[after.index(after: after.firstIndex(of: "+")!)...] }
    let offset = text.utf8.count - after.utf8.count
    let start = timePart(String(before), span, offset: 0, of: text, &log)
    let end = timePart(String(after), span, offset: offset, of: text, &log)
    guard start != .some(nil), end != .some(nil) else { return nil }
    if start == nil, end == nil {
      log.report(.badTime, "a range needs a start or an end", at: span)
      return nil
    }
    return RangeExpression(start: start ?? nil, end: end ?? nil, endIsLength: endIsLength, span: span)
  }.about(.timeRange)
}

extension String {
  /// The first dots that stand together, two of them or more.
  fileprivate var firstDots: Range<Index>? {
    var rest = utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: ".")) {
      rest = rest[start...].drop { $0 == UInt8(ascii: ".") }
      if utf8.distance(from: start, to: rest.startIndex) > 1 { return start..<rest.startIndex }
    }
    return nil
  }
}

private let termPattern =
  "([0-9.]+(/[0-9]+)?(ms|s)|[0-9]+f|[0-9]+:[0-9]+:[0-9.]+([:;][0-9]+)?|start|end|[^\\s\\d.+-][^\\s.+]*\\.(start|end))"
private let sumPattern = "\\s*-?\\s*\(termPattern)(\\s*[-+]\\s*\(termPattern))*\\s*"
private let timeExamples = [
  "8s", "1500ms", "1001/30s", "90f", "00:00:08.5", "00:00:08:12", "end - 2s", "beach.start + 1s",
]

/// One side of a range: nil where it is left open, `.some(nil)` where it cannot be read.
private func timePart(
  _ part: String, _ span: SourceSpan, offset: Int, of whole: String, _ log: inout DiagnosticLog
) -> TimeExpression?? {
  guard !part.trimmingSpaces.isEmpty else { return nil }
  let verbatim = span.verbatim(whole)
  let leading = part.utf8.prefix { $0 == 0x20 }.count
  let trimmed = part.trimmingSpaces
  let start = offset + leading
  let place = verbatim?.part(start..<start + trimmed.utf8.count)
  return .some(TimeReader(trimmed, place ?? span, isExact: place != nil).expression(&log))
}

/// Reads a sum of times.
private struct TimeReader {
  private let text: String
  private let bytes: [UInt8]
  /// Where plus and minus signs stand. A hyphen inside a name is none: `beach-1.start` is one word.
  private let signs: [Int]
  private let span: SourceSpan
  /// Byte offsets into the text can be turned into places only where it was written without escapes.
  private let verbatim: SourceSpan?
  /// True where nothing else stands at `span`.
  private let isExact: Bool

  init(_ text: String, _ span: SourceSpan, isExact: Bool = true) {
    self.text = text
    bytes = Array(text.utf8)
    signs = bytes.signs
    self.span = span
    self.isExact = isExact
    verbatim = isExact ? span.verbatim(text) : nil
  }

  func expression(_ log: inout DiagnosticLog) -> TimeExpression? {
    var terms: [TimeExpression.Term] = []
    for (word, isNegative, offset) in words {
      let place = word == text ? span : verbatim?.part(offset..<offset + word.utf8.count) ?? span
      let before = log.diagnostics.count
      guard let value = value(of: word, at: place, &log) else {
        let hasOwnPlace = isExact && (word == text || verbatim != nil)
        if !hasOwnPlace { log.adviseOnly(from: before) }
        return nil
      }
      terms.append(.init(isNegative: isNegative, value: value, span: place, text: word))
    }
    guard !terms.isEmpty, !hasLooseSign else {
      log.report(
        .badTime, hasLooseSign ? "a time is missing beside a sign in `\(text)`" : "a time is missing here", at: span)
      return nil
    }
    return TimeExpression(terms: terms, span: span)
  }

  /// True where a sign has no time behind it, or two signs stand together.
  private var hasLooseSign: Bool {
    guard !signs.isEmpty else { return false }
    return text.trimmingSpaces.hasPrefix("+")
      || zip(signs, signs.dropFirst() + [bytes.count]).contains { sign, end in
        bytes[(sign + 1)..<end].allSatisfy { $0 == 0x20 }
      }
  }

  /// What stands before, between and behind the signs.
  private var words: [(word: String, isNegative: Bool, offset: Int)] {
    zip([0] + signs.map { $0 + 1 }, signs + [bytes.count]).compactMap { start, end in
      let part = bytes[start..<end]
      let word = String(decoding: part, as: UTF8.self).trimmingSpaces
      guard !word.isEmpty else { return nil }
      return (word, start > 0 && bytes[start - 1] == UInt8(ascii: "-"), start + part.prefix { $0 == 0x20 }.count)
    }
  }

  private func value(of word: String, at place: SourceSpan, _ log: inout DiagnosticLog) -> TimeExpression.Value? {
    if word == "start" { return .start }
    if word == "end" { return .end }
    if let reference = TimeReference(word) { return .reference(reference) }
    if word.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") }) {
      return fields(of: word, at: place, &log)
    }
    if word.hasSuffix("ms"), let number = exactNumber(String(word.dropLast(2))) {
      return .seconds(number / Rational(1000))
    }
    if word.hasSuffix("s"), let number = exactNumber(String(word.dropLast(1))) { return .seconds(number) }
    if word.hasSuffix("f"), let frames = Int64(word.dropLast(1)) { return .frames(frames) }
    if exactNumber(word) != nil {
      var fixIts = [FixIt.replace(place, with: word + "s")]
      if Int64(word) != nil { fixIts.append(.replace(place, with: word + "f")) }
      log.report(.badTime, "a bare number is not a time: `\(word)` needs a unit", at: place, fixIts: fixIts)
    } else if word.isTooLargeTime {
      log.report(.badTime, "`\(word)` is more than can be counted exactly", at: place)
    } else {
      log.report(
        .badTime,
        "`\(word)` is not a time: write seconds (`8s`, `1500ms`, `1001/30s`), frames (`90f`), a clock time (`00:00:08.5`), a timecode (`00:00:08:12`) or an end of something named (`beach.start`)",
        at: place)
    }
    return nil
  }

  /// `HH:MM:SS`, `HH:MM:SS.fff`, `HH:MM:SS:FF` or, for drop-frame, `HH:MM:SS;FF`.
  private func fields(of word: String, at place: SourceSpan, _ log: inout DiagnosticLog) -> TimeExpression.Value? {
    let dropsFrames = word.contains(";")
    let parts = word.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    func fail(_ message: String, _ fixIts: [FixIt] = []) -> TimeExpression.Value? {
      log.report(.badTime, message, at: place, fixIts: fixIts)
      return nil
    }
    if parts.count == 2 {
      return fail(
        "`\(word)` could be minutes or hours: write all three fields",
        [.replace(place, with: "00:" + word), .replace(place, with: word + ":00")])
    }
    guard parts.count == 3 || parts.count == 4, parts[0].count <= 5, let hours = Int64(parts[0]),
      let minutes = Int64(parts[1]),
      hours >= 0, 0..<60 ~= minutes
    else { return fail("`\(word)` is not a time: write `HH:MM:SS`, `HH:MM:SS.fff` or `HH:MM:SS:FF`") }
    guard let seconds = Rational(decimal: parts[2]), seconds >= .zero, seconds < Rational(60) else {
      return fail("the seconds in `\(word)` have to be below 60")
    }
    let clock = Rational(hours * 3600 + minutes * 60) + seconds
    if parts.count == 3 {
      guard !dropsFrames else { return fail("`\(word)` has a `;` but no frames after it") }
      guard !parts[2].contains(".") else { return .seconds(clock) }
      return .clock(
        clock, Timecode(hours: hours, minutes: minutes, seconds: seconds.floor ?? 0, frames: 0, dropsFrames: false))
    }
    guard seconds.isWhole, let frames = Int64(parts[3]), frames >= 0 else {
      return fail("the frames in `\(word)` have to be a whole number after whole seconds")
    }
    return .timecode(
      Timecode(hours: hours, minutes: minutes, seconds: seconds.floor ?? 0, frames: frames, dropsFrames: dropsFrames))
  }
}

extension DiagnosticLog {
  /// What would have to be written stands in words where its place is not known.
  fileprivate mutating func adviseOnly(from index: Int) {
    for index in diagnostics.indices.dropFirst(index) {
      diagnostics[index].fixIts = diagnostics[index].fixIts.map(\.advice)
    }
  }
}

extension SourceSpan {
  /// Where a text stands in what was written for it, be it in quotes, unless there are escapes.
  fileprivate func verbatim(_ text: String) -> SourceSpan? {
    switch range.count - text.utf8.count {
    case 0: self
    case 2: part(1..<range.count - 1)
    default: nil
    }
  }
}

extension TimeReference {
  /// `NAME.start` or `NAME.end`.
  init?(_ word: String) {
    guard let dot = word.utf8.lastIndex(of: UInt8(ascii: ".")),
      let edge = Edge(rawValue: String(word[word.utf8.index(after: dot)...])),
      Array(word.utf8[..<dot])[...].beginsName
    else { return nil }
    self.init(name: String(word[..<dot]), edge: edge)
  }
}

extension [UInt8] {
  /// Where the signs of a sum stand.
  fileprivate var signs: [Int] {
    var signs: [Int] = []
    var wordStart = 0
    for (offset, byte) in enumerated() {
      let isHyphen = byte == UInt8(ascii: "-")
      if byte == UInt8(ascii: "+")
        || isHyphen && !(self[wordStart..<offset].beginsName && self[offset...].continuesName)
      {
        signs.append(offset)
        wordStart = offset + 1
      } else if byte == 0x20 {
        wordStart = offset + 1
      }
    }
    return signs
  }
}

extension ArraySlice<UInt8> {
  /// True where this can be the beginning of a name: it is no number, and no whole reference.
  fileprivate var beginsName: Bool {
    guard let first, !first.isDigit, first != UInt8(ascii: ".") else { return false }
    let word = String(decoding: self, as: UTF8.self)
    return !word.hasSuffix(".start") && !word.hasSuffix(".end")
  }

  /// True where what follows a hyphen goes on, without a space, to `.start` or `.end`.
  fileprivate var continuesName: Bool {
    let word = String(decoding: prefix { $0 != 0x20 && $0 != UInt8(ascii: "+") }, as: UTF8.self)
    return word.contains(".start") || word.contains(".end")
  }
}

extension String {
  /// True for a number with a unit that would be a time if it were smaller, or had fewer digits.
  fileprivate var isTooLargeTime: Bool {
    let number = utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
    guard ["s", "ms", "f"].contains(String(self[number.endIndex...])) else { return false }
    let parts = number.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { Rational(decimal: Substring($0)) }
    return parts.allSatisfy { $0 != nil } && parts.contains { $0?.isFinite == false }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
