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
      var pins = "stitchable=1:cpu-independent=1:threads=\(threads):lookahead-threads=1:sliced-threads=0:open-gop=0"
      pins += ":force-cfr=1"
      if let keyInterval { pins += ":keyint=\(keyInterval)" }
      if let parameterSetID { pins += ":sps-id=\(parameterSetID)" }
      return options.appending(pins, to: "x264-params")
    case "libx265":
      var pins = "frame-threads=1:pools=\(threads):wpp=1:open-gop=0:info=0:log-level=none"
      if let keyInterval { pins += ":keyint=\(keyInterval)" }
      return options.appending(pins, to: "x265-params")
    default:
      return options
    }
  }
}

extension [String: String] {
  /// With `more` behind the parameters that one of the options lists.
  func appending(_ more: String, to key: String) -> Self {
    merging([key: more]) { own, pins in own.isEmpty ? pins : own + ":" + pins }
  }
}
