/// An hours:minutes:seconds:frames count, as SMPTE ST 12-1 writes it. It has no meaning without a rate.
package struct Timecode: Hashable, Sendable, Codable {
  package var hours: Int64
  package var minutes: Int64
  package var seconds: Int64
  package var frames: Int64
  /// Drop-frame: two numbers (four at 59.94) are left out at each minute that is not a multiple of ten.
  package var dropsFrames: Bool

  package init(hours: Int64, minutes: Int64, seconds: Int64, frames: Int64, dropsFrames: Bool) {
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.frames = frames
    self.dropsFrames = dropsFrames
  }

  package enum Problem: Hashable, Sendable {
    case frameTooLarge(nominal: Int64)
    case dropFrameRate
    case droppedNumber
  }

  /// The number of the frame it names, or why it names none.
  package func frameNumber(at rate: FrameRate) -> Result<Int64, Timecode.Failure> {
    let nominal = rate.nominal
    if frames >= nominal { return .failure(Failure(.frameTooLarge(nominal: nominal))) }
    let minute = hours * 60 + minutes
    let counted = (minute * 60 + seconds) * nominal + frames
    guard dropsFrames else { return .success(counted) }
    guard let dropped = Timecode.droppedPerMinute(at: rate) else { return .failure(Failure(.dropFrameRate)) }
    if minutes % 10 != 0, seconds == 0, frames < dropped { return .failure(Failure(.droppedNumber)) }
    return .success(counted - dropped * (minute - minute / 10))
  }

  /// The timecode of a frame number that is not negative.
  package init(frame: Int64, at rate: FrameRate, dropsFrames: Bool = false) {
    let nominal = rate.nominal
    var number = frame
    let dropped = dropsFrames ? Timecode.droppedPerMinute(at: rate) ?? 0 : 0
    if dropped > 0 {
      let perMinute = nominal * 60 - dropped
      let perTen = perMinute * 10 + dropped
      let (tens, rest) = number.quotientAndRemainder(dividingBy: perTen)
      number += tens * dropped * 9
      if rest >= nominal * 60 { number += ((rest - nominal * 60) / perMinute + 1) * dropped }
    }
    self.init(
      hours: number / (nominal * 3600), minutes: number / (nominal * 60) % 60, seconds: number / nominal % 60,
      frames: number % nominal, dropsFrames: dropped > 0)
  }

  private static func droppedPerMinute(at rate: FrameRate) -> Int64? {
    switch rate.perSecond {
    case Rational(30000, 1001): 2
    case Rational(60000, 1001): 4
    default: nil
    }
  }

  package struct Failure: Error, Hashable, Sendable {
    package let problem: Problem
    package init(_ problem: Problem) { self.problem = problem }
  }
}

extension Timecode {
  /// `HH:MM:SS:FF`, with a `;` before the frames for drop-frame.
  package init?(_ text: String) {
    guard let fields = text.wholeMatch(of: /(\d{1,3}):(\d\d):(\d\d)([:;])(\d\d)/),
      let hours = Int64(fields.1), let minutes = Int64(fields.2), let seconds = Int64(fields.3),
      let frames = Int64(fields.5), minutes < 60, seconds < 60
    else { return nil }
    self.init(hours: hours, minutes: minutes, seconds: seconds, frames: frames, dropsFrames: fields.4 == ";")
  }

  /// How long the timecodes of a day last, in seconds.
  package static func day(at rate: FrameRate, dropsFrames: Bool) -> Rational? {
    let midnight = Timecode(hours: 24, minutes: 0, seconds: 0, frames: 0, dropsFrames: dropsFrames)
    return (try? midnight.frameNumber(at: rate).get()).map(rate.seconds)
  }

  /// Whether there is a drop-frame timecode at a rate.
  package static func canDropFrames(at rate: FrameRate) -> Bool { droppedPerMinute(at: rate) != nil }
}

extension Timecode: CustomStringConvertible {
  package var description: String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(hours)):\(two(minutes)):\(two(seconds))\(dropsFrames ? ";" : ":")\(two(frames))"
  }
}
