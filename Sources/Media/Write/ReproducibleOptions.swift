/// Pins what would let an encoder's bytes depend on the machine, and what lets its pieces be joined.
enum ReproducibleOptions {
  /// x264's and x265's own parameters are merged with those of the user, and the pins win.
  static func merged(
    into options: [String: String], of encoder: String, keyInterval: Int?, threads: Int, parameterSetID: Int?
  ) -> [String: String] {
    switch encoder {
    case "libx264", "libx264rgb":
      // `stitchable` keeps the headers free of what differs between pieces.
      var pins = "stitchable=1:threads=\(threads):lookahead-threads=1:sliced-threads=0:open-gop=0"
      if let keyInterval { pins += ":keyint=\(keyInterval)" }
      if let parameterSetID { pins += ":sps-id=\(parameterSetID)" }
      // Without adaptive B-frames x264's macroblock tree reads costs that nobody wrote, and the bytes differ by run.
      if placesBFramesBlindly(options) { pins += ":mbtree=0" }
      return options.appending(pins, to: "x264-params")
    case "libx265":
      var pins = "frame-threads=1:pools=\(threads):wpp=1:open-gop=0:info=0:log-level=error"
      if let keyInterval { pins += ":keyint=\(keyInterval)" }
      return options.appending(pins, to: "x265-params")
    default:
      return options
    }
  }

  private static func placesBFramesBlindly(_ options: [String: String]) -> Bool {
    let parameters = (options["x264-params"] ?? "").split(separator: ":")
    return options["b_strategy"] == "0" || parameters.contains { $0 == "b-adapt=0" || $0 == "b_adapt=0" }
  }
}

extension [String: String] {
  /// With `more` behind the parameters that one of the options lists.
  func appending(_ more: String, to key: String) -> Self {
    merging([key: more]) { own, pins in own.isEmpty ? pins : own + ":" + pins }
  }
}
