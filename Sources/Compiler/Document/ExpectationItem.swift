import Diagnostics
package import TimelineModel

/// What a document expects a file to be, so that another under its name is found out.
package struct ExpectationItem: Sendable {
  package var size: Located<PixelSize>?
  package var rate: Located<FrameRate>?
  package var duration: Located<TimeExpression>?
  package var sampleRate: Located<Int>?
  package var channels: Located<Int>?
}

extension ExpectationItem {
  static let grammar = Grammar<ExpectationItem>.object(
    "expectation", "an expectation", doc: "Facts that a file has to have."
  ) { fields in
    ExpectationItem(
      size: fields.optional("size", Scalar.pixelSize, "The upright size in square pixels."),
      rate: fields.optional("rate", Scalar.frameRate, "Frames per second."),
      duration: fields.optional("duration", Scalar.time, "How long it is, to within a frame."),
      sampleRate: fields.optional(
        "sample-rate", Scalar.integer("a sample rate", in: 1...1_000_000), "Samples of sound per second."),
      channels: fields.optional(
        "channels", Scalar.integer("a number of channels", in: 0...64), "Channels of sound; 0 where there is none."))
  }
}
