import Diagnostics
import TimelineModel

extension Lowering {
  /// Returns the texts that are written into the movie. A timecode has to be one at the rate of the canvas: a container
  /// would make another one of it, or leave it out.
  mutating func lowerMetadata() -> [String: String] {
    for item in document.metadata where item.name.value.lowercased() == "timecode" {
      let text = item.item.value
      if let complaint = complaint(aboutFirst: text) { log.report(.badValue, complaint, at: item.item.span) }
    }
    return Dictionary(uniqueKeysWithValues: document.metadata.map { ($0.name.value, $0.item.value) })
  }

  private func complaint(aboutFirst text: String) -> String? {
    guard let timecode = Timecode(text), timecode.hours < 24 else {
      return "`\(text)` is not a timecode such as `10:00:00:00`"
    }
    guard canvas.rate.nominal <= Lowering.mostFramesOfTimecode else {
      return "there is no timecode at \(canvas.rate) frames a second"
    }
    return timecode.complaint(at: canvas.rate, written: text)
  }

  /// MP4 counts the frames of a second in a byte.
  private static let mostFramesOfTimecode = 255
}

extension Timecode {
  /// Returns why this is no timecode at a rate, in a message; nil if it is one.
  func complaint(at rate: FrameRate, written text: String) -> String? {
    guard case .failure(let failure) = frameNumber(at: rate) else { return nil }
    return switch failure.problem {
    case .frameTooLarge(let nominal): "`\(text)` has frame \(frames), but a second has frames 0 to \(nominal - 1)"
    case .dropFrameRate:
      "drop-frame timecode (`;`) exists at 30000/1001 and 60000/1001 only; the rate here is \(rate)"
    case .droppedNumber: "`\(text)` is a number that drop-frame timecode leaves out"
    }
  }
}
