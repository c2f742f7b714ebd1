/// A libavfilter graph as a value: what is fed in, the filters and their options, and where the result comes out.
///
/// Two descriptions have the same *shape* when they differ only in options that their filters take as commands while
/// they run; then one running graph serves both.
package struct GraphDescription: Hashable, Sendable {
  /// In the order in which frames are handed in.
  package var inputs: [GraphInput]
  /// In an order in which every label is written before it is read.
  package var filters: [Filter]
  /// The label that the finished frame leaves by.
  package var output: String

  package init(inputs: [GraphInput], filters: [Filter], output: String) {
    self.inputs = inputs
    self.filters = filters
    self.output = output
  }
}

/// What the frames look like that enter at one label.
package struct GraphInput: Hashable, Sendable {
  package var label: String
  package var size: PixelSize
  package var pixelFormat: String
  package var color: ColorFacts
  /// What its frames are counted by; nil where each stands for itself.
  package var rate: FrameRate?

  package init(
    label: String, size: PixelSize, pixelFormat: String, color: ColorFacts = ColorFacts(), rate: FrameRate? = nil
  ) {
    self.label = label
    self.size = size
    self.pixelFormat = pixelFormat
    self.color = color
    self.rate = rate
  }
}

package struct Filter: Hashable, Sendable {
  /// libavfilter's name, such as `overlay`.
  package var name: String
  package var options: [Option]
  package var inputs: [String]
  package var outputs: [String]

  package struct Option: Hashable, Sendable {
    package var key: String
    package var value: String
    /// True where the filter takes it as a command between two frames.
    package var isCommand: Bool
    /// The file that the value names, which is what counts and not its name.
    package var file: MediaReference?

    package init(_ key: String, _ value: String, isCommand: Bool = false) {
      self.key = key
      self.value = value
      self.isCommand = isCommand
    }

    /// An option whose value is a file's path.
    package init(_ key: String, file: MediaReference) {
      self.init(key, file.path)
      self.file = file
    }
  }

  package init(_ name: String, _ options: [Option] = [], from inputs: [String], to outputs: [String]) {
    self.name = name
    self.options = options
    self.inputs = inputs
    self.outputs = outputs
  }
}

extension GraphDescription {
  /// The files that its filters read.
  package var files: [MediaReference] { filters.flatMap(\.options).compactMap(\.file) }
}
