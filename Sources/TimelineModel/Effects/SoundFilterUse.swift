/// A filter and the sound that it is used on.
package struct SoundFilterUse: Hashable, Sendable, Codable {
  package var call: FilterCall
  package var sampleRate: Int
  package var channels: Int

  package init(_ call: FilterCall, sampleRate: Int = 48000, channels: Int = 2) {
    self.call = call
    self.sampleRate = sampleRate
    self.channels = channels
  }

  package init(_ call: FilterCall, on canvas: Canvas) {
    self.init(call, sampleRate: canvas.sampleRate, channels: canvas.channels)
  }
}
