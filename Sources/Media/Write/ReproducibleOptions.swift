import TimelineModel

/// Pins what would let an encoder's bytes depend on the machine, and what lets its pieces be joined.
enum ReproducibleOptions {
  /// x264's and x265's own parameters are merged with those of the user, and the pins win.
  static func merged(
    into options: [String: String], of encoder: String, keyInterval: Int?, threads: Int, parameterSetID: Int?
  ) -> [String: String] {
    switch encoder {
    case "libx264", "libx264rgb":
      // `stitchable` keeps the headers free of what differs between pieces. Without `cpu-independent` the bytes differ
      // by the processor, and the fastest code for it reads memory that nobody wrote, so that they differ by run too.
      // The rate is constant, and an encoder that knows it holds a frame less.
      var pins = [
        ("stitchable", "1"), ("cpu-independent", "1"), ("deterministic", "1"), ("threads", "\(threads)"),
        ("lookahead-threads", "1"), ("sliced-threads", "0"), ("open-gop", "0"), ("force-cfr", "1"),
        ("annexb", "1"), ("crop-rect", "0,0,0,0"),
      ]
      if let keyInterval { pins.append(("keyint", "\(keyInterval)")) }
      if let parameterSetID { pins.append(("sps-id", "\(parameterSetID)")) }
      return options.setting(pins, in: "x264-params")
    case "libx265":
      var pins = [
        ("frame-threads", "1"), ("pools", "\(threads)"), ("wpp", "1"), ("open-gop", "0"), ("info", "0"),
        ("log-level", "none"), ("annexb", "1"),
      ]
      if let keyInterval { pins.append(("keyint", "\(keyInterval)")) }
      return options.setting(pins, in: "x265-params")
    default:
      return options.filter { $0.key != "threads" || !["0", "auto"].contains($0.value) }
    }
  }
}

extension [String: String] {
  /// Returns the options with parameters in one of a library's lists set to these values, whatever the list says of them.
  func setting(_ parameters: [(name: String, value: String)], in option: String) -> Self {
    guard let list = AllowedParameters.list(of: option) else { return self }
    return merging([option: list.setting(parameters, in: self[option] ?? "")]) { $1 }
  }
}
