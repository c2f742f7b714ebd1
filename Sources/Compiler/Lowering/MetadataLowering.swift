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
    var texts: [String: String] = [:]
    for item in document.metadata {
      switch MetadataValue.text(item.item.value, for: item.name.value) {
      case .success(let text): texts[item.name.value] = text
      case .failure(let complaint): log.report(.badValue, complaint.words, at: item.item.span)
      }
    }
    return texts
  }

  /// Returns why a text is no timecode for the first frame of the movie, in a message; nil if it is one.
  private func complaint(aboutFirst text: String) -> String? {
    guard let timecode = Timecode(text), timecode.hours < 24 else {
      return "`\(text)` is not a timecode such as `10:00:00:00`"
    }
    guard canvas.rate.nominal <= Lowering.mostFramesOfTimecode else {
      return "there is no timecode at \(canvas.rate) frames a second"
    }
    guard case .failure(let failure) = timecode.frameNumber(at: canvas.rate) else { return nil }
    return timecode.complaint(failure.problem, at: canvas.rate, written: text)
  }

  /// MP4 counts the frames of a second in a byte.
  private static let mostFramesOfTimecode = 255
}
