import TimelineModel

/// An exact time or length of time: a whole number over a timescale, as in Core Media.
public struct Time: Hashable, Comparable, Sendable, CustomStringConvertible {
  let seconds: Rational

  init(seconds: Rational) { self.seconds = seconds.narrow == nil ? .invalid : seconds }

  /// `value / timescale` seconds: `Time(1, 25)` is one frame at 25 frames a second.
  public init(_ value: Int64, _ timescale: Int64 = 1) { self.init(seconds: Rational(value, timescale)) }

  public static let zero = Time(0)

  /// In lowest terms.
  public var value: Int64 { seconds.narrow?.numerator ?? 0 }
  public var timescale: Int64 { seconds.narrow?.denominator ?? 0 }
  /// False where a calculation did not fit into 64 bits.
  public var isValid: Bool { seconds.isFinite }
  /// For display.
  public var approximateSeconds: Double { seconds.approximate }

  public static func < (a: Time, b: Time) -> Bool { a.seconds < b.seconds }
  public static func + (a: Time, b: Time) -> Time { Time(seconds: a.seconds + b.seconds) }
  public static func - (a: Time, b: Time) -> Time { Time(seconds: a.seconds - b.seconds) }
  public static func * (a: Time, factor: Int64) -> Time { Time(seconds: a.seconds * Rational(factor)) }
  public var description: String { seconds.inWords }

  /// As documents write it.
  var written: String { "\(seconds)s" }
}
