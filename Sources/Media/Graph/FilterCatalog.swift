import CFFmpeg
import Foundation
package import TimelineModel

/// Looks up filters in libavfilter and tries them.
package enum FilterCatalog {
  /// What filters are effects of.
  package enum Medium: Sendable {
    case picture, sound

    fileprivate var noun: String { self == .picture ? "picture" : "sound" }
    fileprivate var type: AVMediaType { self == .picture ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO }
    fileprivate var optionFlag: Int32 { self == .picture ? AV_OPT_FLAG_VIDEO_PARAM : AV_OPT_FLAG_AUDIO_PARAM }
  }

  /// A missing filter comes with the names of all that could be effects.
  package static func finding(_ name: String, for medium: Medium = .picture) -> FilterFinding {
    guard let filter = avfilter_get_by_name(name) else { return .missing(known: names(for: medium)) }
    if let reason = refusal(of: filter, for: medium) { return .refused(reason) }
    guard let table = filter.pointee.priv_class else { return .found(FilterFacts(name: name, order: [], options: [:])) }
    let flags = AV_OPT_FLAG_FILTERING_PARAM | medium.optionFlag
    let options = OptionTable.options(of: table, with: flags)
    return .found(
      FilterFacts(
        name: name, order: OptionTable.order(of: table, with: flags), options: options,
        fileOptions: Set(options.filter { namesFile($0.key, $0.value) }.keys)))
  }

  /// All that could be effects.
  package static func names(for medium: Medium) -> [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&position) {
      if refusal(of: filter, for: medium) == nil { names.append(String(cString: filter.pointee.name)) }
    }
    return names.sorted()
  }

  // MARK: What is no effect

  private static func refusal(of filter: UnsafePointer<AVFilter>, for medium: Medium) -> String? {
    let name = String(cString: filter.pointee.name)
    if let reason = refused[name] { return reason }
    if devices.contains(where: name.hasSuffix) || name.hasPrefix("hw") { return "it needs a device" }
    let (inputs, outputs) = (avfilter_filter_pad_count(filter, 0), avfilter_filter_pad_count(filter, 1))
    if inputs == 0, filter.pointee.flags & AVFILTER_FLAG_DYNAMIC_INPUTS == 0 { return "it takes no \(medium.noun)" }
    if filter.pointee.flags & (AVFILTER_FLAG_DYNAMIC_INPUTS | AVFILTER_FLAG_DYNAMIC_OUTPUTS) != 0 {
      return "it has a changing number of inputs or outputs"
    }
    if inputs > 1 { return "it takes \(inputs) inputs" }
    if outputs != 1 { return outputs == 0 ? "it gives no \(medium.noun)" : "it gives \(outputs) outputs" }
    guard avfilter_pad_get_type(filter.pointee.inputs, 0) == medium.type else {
      return medium == .picture ? "it takes sound" : "it takes pictures"
    }
    return avfilter_pad_get_type(filter.pointee.outputs, 0) == medium.type ? nil : "it gives no \(medium.noun)"
  }

  private static let devices = ["_opencl", "_vulkan", "_vaapi", "_qsv", "_cuda", "_npp", "_videotoolbox"]

  private static let refused: [String: String] = {
    var reasons: [String: String] = [:]
    func refuse(_ names: [String], _ reason: String) { for name in names { reasons[name] = reason } }
    refuse(
      ["reverse", "loop", "trim", "setpts", "settb", "tpad"],
      "it changes when pictures show; `source`, `speed` and `freeze` do")
    refuse(["drawtext"], "it interprets its text and reads files; write a title")
    refuse(["ass", "subtitles"], "it reads files")
    refuse(["frei0r", "libplacebo"], "it loads programs of its own")
    refuse(["dnn_classify", "dnn_detect", "dnn_processing", "sr", "derain", "nnedi"], "it reads a model from a file")
    refuse(["find_rect", "cover_rect", "removelogo"], "it reads a picture from a file")
    refuse(["sendcmd", "zmq"], "it takes orders from elsewhere")
    refuse(["bench", "cue", "graphmonitor", "realtime"], "it looks at the clock")
    refuse(["random", "perms"], "it gives another result every time")
    refuse(["buffersink", "format", "noformat", "fifo", "hwdownload"], "it does nothing to a picture")
    refuse(
      ["areverse", "aloop", "atrim", "asetpts", "asettb", "apad", "aselect", "silenceremove"],
      "it changes when sound is heard; `source`, `reverse` and `loop` do")
    refuse(["atempo", "asetrate", "aresample"], "it changes how long sound lasts; `speed` and `pitch` do")
    refuse(["ladspa", "lv2"], "it loads programs of its own")
    refuse(["arnndn"], "it reads a model from a file")
    refuse(["sofalizer"], "it reads a file")
    refuse(["asr"], "it reads a model from a file")
    refuse(["asendcmd", "azmq"], "it takes orders from elsewhere")
    refuse(["abench", "acue", "agraphmonitor", "arealtime"], "it looks at the clock")
    refuse(["aperms"], "it gives another result every time")
    refuse(
      [
        "abuffersink", "aformat", "afifo", "ametadata", "anull", "asetnsamples", "ashowinfo", "asidedata", "astats",
        "drmeter", "ebur128", "replaygain", "silencedetect", "volumedetect",
      ], "it does nothing to a sound")
    return reasons
  }()

  /// Going by what libavfilter says of an option.
  private static func namesFile(_ name: String, _ option: OptionFacts) -> Bool {
    guard option.kind == .text else { return false }
    let words = "\(name) \(option.help)".lowercased()
    return ["file", "path", "directory", "folder", "url"].contains(where: words.contains)
  }

  // MARK: Trying

  /// What a filter does with a small grey picture.
  package static func trial(_ call: FilterCall) -> FilterTrial {
    let options = call.options.map { Filter.Option($0.key, $0.value) }
    return trial([Filter(call.name, options, from: ["in"], to: ["out"])])
  }

  /// What a filter does with a little sound: it has to give as much as it gets, and not much later.
  package static func soundTrial(_ call: FilterCall) -> FilterTrial {
    let rate = 16000
    let longest = Int((SoundEffect.longestLookahead * Rational(rate)).rounded ?? 0)
    do {
      let graph = try SoundGraph(call, sampleRate: rate, channels: 2)
      var (fed, given, surplus) = (0, 0, 0)
      while fed < longest + 2 * rate {
        // Silence for a while, then two tones that swell.
        let planes = [0.03, 0.05].map { step in
          (fed..<fed + 1024).map { $0 < rate ? 0 : sin(Double($0) * step) * sin(Double($0) * 0.0001) }
        }
        try graph.feed(planes)
        fed += 1024
        let made = try graph.ready()
        given += made[0].count
        guard made.allSatisfy({ $0.allSatisfy(\.isFinite) }) else {
          return .fails("it gives samples that are no numbers")
        }
        if fed <= 2 * rate { surplus = max(0, given - fed) }
        // A pause at the beginning stays as long as it was.
        guard given - fed <= min(surplus + rate / 20, longest) else {
          return .fails("it gives more sound than it gets")
        }
      }
      guard given > fed - longest else { return .fails("it gives no sound before it has heard all") }
      try graph.end()
      given += try graph.ready()[0].count
      return given > fed - rate / 10 ? .works(givesAlpha: false) : .fails("it gives less sound than it gets")
    } catch {
      return .fails(error.log ?? error.text)
    }
  }

  /// Whether a file is a table of colours.
  package static func lutTrial(path: String) -> FilterTrial {
    trial([Filter("lut3d", [Filter.Option("file", path)], from: ["in"], to: ["out"])])
  }

  private static func trial(_ filters: [Filter]) -> FilterTrial {
    let size = PixelSize(width: 128, height: 96)
    let input = GraphInput(label: "in", size: size, pixelFormat: "yuv444p", color: .bt709)
    do {
      let graph = try FilterGraph(GraphDescription(inputs: [input], filters: filters, output: "out"))
      let grey = Color(red: 128, green: 128, blue: 128)
      for _ in 0..<3 { try graph.feed(try VideoFrame.solid(grey, size: size, pixelFormat: input.pixelFormat)) }
      try graph.end()
      guard let result = try graph.next() else { return .fails("it gives no picture for those that it gets") }
      return .works(givesAlpha: PixelFormat.hasAlpha(AVPixelFormat(result.frame.pointer.pointee.format)))
    } catch {
      return .fails(error.log ?? error.text)
    }
  }
}
