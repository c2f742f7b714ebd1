import TimelineModel

/// What a text says that libavformat writes into MP4 and QuickTime as a number, of so many bits that others would become
/// something else.
enum MetadataValue {
  /// The text to write, or why it is none, in a message.
  static func text(_ text: String, for name: String) -> Result<String, Complaint> {
    switch name.lowercased() {
    case "creation_time":
      MetadataTime(text).map { .success($0.description) }
        ?? .failure(
          Complaint(
            "`\(text)` is no time from 1904 to 2039, in UTC unless it says otherwise, such as `2026-05-01T12:00:00Z`"))
    case let name: limit(of: name).flatMap { complaint(about: text, upTo: $0) }.map { .failure($0) } ?? .success(text)
    }
  }

  struct Complaint: Error {
    let words: String
    init(_ words: String) { self.words = words }
  }

  /// The largest number that a name may have; nil for names whose texts are kept as they are.
  private static func limit(of name: String) -> Int? {
    switch name {
    case "track", "disc", "tmpo": Int(UInt16.max)
    case "episode_sort", "season_number", "media_type", "hd_video", "gapless_playback", "compilation": Int(UInt8.max)
    default: nil
    }
  }

  /// Why a text is no number up to a limit, or two such as `3/12`; nil if it is one, or no number at all.
  private static func complaint(about text: String, upTo limit: Int) -> Complaint? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      let digits = part.drop { "+- ".contains($0) }
      return !digits.isEmpty && digits.allSatisfy(\.isWholeNumber)
    }
    guard isNumber, !parts.allSatisfy({ (Int($0).map { (0...limit).contains($0) }) ?? false }) else { return nil }
    return Complaint("`\(text)` is beyond what this can be, which is a whole number from 0 to \(limit)")
  }
}

/// A time of day, as files keep it: seconds from the beginning of 1904 on, in 32 bits (ISO/IEC 14496-12, 8.2.2).
struct MetadataTime: CustomStringConvertible {
  /// As ISO 8601 has it, in UTC.
  let description: String

  /// Reads a date, or a date and a time with the way to UTC or without one; nil if it is none of these, or one that
  /// cannot be kept. `now` is none: each render would make another movie.
  init?(_ text: String) {
    let pattern = /(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?(?:Z|([+-])(\d\d):?(\d\d))?)?/
    guard let match = text.wholeMatch(of: pattern.asciiOnlyDigits()) else { return nil }
    func number(_ part: Substring?) -> Int { part.flatMap { Int($0) } ?? 0 }
    let (year, month, day) = (number(match.1), number(match.2), number(match.3))
    let (hour, minute, second) = (number(match.4), number(match.5), number(match.6))
    let way = (number(match.9) * 60 + number(match.10)) * (match.8 == "-" ? -1 : 1)
    guard 1904...2039 ~= year, 1...12 ~= month, 1...MetadataTime.days(of: month, in: year) ~= day, hour < 24, minute < 60,
      second < 60, abs(way) < 24 * 60
    else { return nil }
    var minutes = hour * 60 + minute - way
    var date = (year, month, day)
    if minutes < 0 { (minutes, date) = (minutes + 24 * 60, MetadataTime.day(before: date)) }
    if minutes >= 24 * 60 { (minutes, date) = (minutes - 24 * 60, MetadataTime.day(after: date)) }
    guard 1904...2039 ~= date.0 else { return nil }
    func padded(_ number: Int, _ count: Int = 2) -> String {
      String(repeating: "0", count: max(count - "\(number)".count, 0)) + "\(number)"
    }
    description =
      "\(padded(date.0, 4))-\(padded(date.1))-\(padded(date.2))T\(padded(minutes / 60)):\(padded(minutes % 60)):"
      + padded(second) + (match.7 ?? "") + "Z"
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func day(before date: (Int, Int, Int)) -> (Int, Int, Int) {
    if date.2 > 1 { return (date.0, date.1, date.2 - 1) }
    let (year, month) = date.1 > 1 ? (date.0, date.1 - 1) : (date.0 - 1, 12)
    return (year, month, days(of: month, in: year))
  }

  private static func day(after date: (Int, Int, Int)) -> (Int, Int, Int) {
    if date.2 < days(of: date.1, in: date.0) { return (date.0, date.1, date.2 + 1) }
    return date.1 < 12 ? (date.0, date.1 + 1, 1) : (date.0 + 1, 1, 1)
  }
}
