import TimelineModel

extension Timecode {
  /// Returns a message that says why the timecode names no frame at a rate.
  ///
  /// - Parameter text: The timecode as the document has it.
  func complaint(_ problem: Problem, at rate: FrameRate, written text: String) -> String {
    switch problem {
    case .frameTooLarge(let nominal): "`\(text)` has frame \(frames), but a second has frames 0 to \(nominal - 1)"
    case .dropFrameRate:
      "drop-frame timecode (`;`) exists at 30000/1001 and 60000/1001 only; the rate here is \(rate)"
    case .droppedNumber: "`\(text)` is a number that drop-frame timecode leaves out"
    }
  }
}
