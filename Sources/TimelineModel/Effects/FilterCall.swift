/// A filter of libavfilter and the options that it is given.
package struct FilterCall: Hashable, Sendable, Codable {
  package var name: String
  package var options: [Option]

  package struct Option: Hashable, Sendable, Codable {
    package var key: String
    package var value: String
    package init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  package init(_ name: String, _ options: [Option] = []) {
    self.name = name
    self.options = options
  }
}

extension FilterCall: CustomStringConvertible {
  package var description: String { ([name] + options.map { "\($0.key)=\($0.value)" }).joined(separator: " ") }
}

extension FilterCall {
  /// The option that says when the filter is applied.
  package static let enable = "enable"

  /// The same, applied all the time.
  package var alwaysEnabled: FilterCall { FilterCall(name, options.filter { $0.key != FilterCall.enable }) }
}

extension FilterCall {
  /// True where what the numbers of its pictures mean may be something else afterwards, of which it tells.
  package var changesMeaning: Bool {
    ["colorspace", "colormatrix", "format", "scale", "setparams", "setrange", "tonemap", "zscale"].contains(name)
  }

  /// Whether it cuts or counts single pixels, of which each needs colours of its own.
  package var needsFullChroma: Bool { ["crop", "zscale"].contains(name) }

  /// Whether its pictures have one plane, of gray, whose numbers fill their range.
  package var makesGray: Bool {
    name == "edgedetect" && options.allSatisfy { $0.key != "mode" || ["wires", "0"].contains($0.value) }
  }
}
