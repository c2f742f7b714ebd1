import CFFmpeg
import TimelineModel

/// Changes the tempo of sound and keeps its pitch, through as many `atempo` filters as the factor needs.
final class TempoFilter {
  private let channels: Int
  private let pull: SoundPull
  private let frames: SoundConverter
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private var source: UnsafeMutablePointer<AVFilterContext>?
  private var sink: UnsafeMutablePointer<AVFilterContext>?
  private var fed: Int64 = 0
  private var ready: [[Float]]

  private static let step = 4096

  init(speed: Rational, sampleRate: Int, channels: Int, pull: @escaping SoundPull) throws(LibAVError) {
    self.channels = channels
    self.pull = pull
    ready = Array(repeating: [], count: channels)
    // `atempo` works on samples whose channels are interleaved.
    frames = try SoundConverter(fromFloatTo: AV_SAMPLE_FMT_FLT, channels: channels, sampleRate: sampleRate)
    graph = try allocated("avfilter_graph_alloc", avfilter_graph_alloc())
    graph!.pointee.nb_threads = 1
    var last = try add(
      "abuffer",
      [
        "sample_rate": "\(sampleRate)", "sample_fmt": "flt", "channel_layout": try layoutName(channels),
        "time_base": "1/\(sampleRate)",
      ])
    source = last
    for factor in TempoFilter.factors(of: speed.approximate) {
      let tempo = try add("atempo", ["tempo": "\(factor)"])
      try libav("avfilter_link", avfilter_link(last, 0, tempo, 0))
      last = tempo
    }
    sink = try add("abuffersink", [:])
    try libav("avfilter_link", avfilter_link(last, 0, sink, 0))
    try libav("avfilter_graph_config", avfilter_graph_config(graph, nil))
  }

  deinit { avfilter_graph_free(&graph) }

  /// Each of them one that `atempo` takes, and all of them multiplied the speed.
  static func factors(of speed: Double) -> [Double] {
    if speed < 0.5 { return [0.5] + factors(of: speed / 0.5) }
    if speed > 100 { return [100] + factors(of: speed / 100) }
    return [speed]
  }

  func read(_ count: Int) throws(LibAVError) -> [[Float]] {
    while ready[0].count < count { try advance() }
    let result = ready.map { Array($0.prefix(count)) }
    for channel in 0..<channels { ready[channel].removeFirst(count) }
    return result
  }

  private func advance() throws(LibAVError) {
    var frame: UnsafeMutablePointer<AVFrame>? = try allocated("av_frame_alloc", av_frame_alloc())
    defer { av_frame_free(&frame) }
    let code = av_buffersink_get_frame(sink, frame)
    if code == cff_error_again { return try feed() }
    try libav("atempo", code)
    let count = Int(frame!.pointee.nb_samples)
    let samples = UnsafeRawPointer(frame!.pointee.extended_data[0]!).assumingMemoryBound(to: Float.self)
    for channel in 0..<channels { ready[channel] += (0..<count).map { samples[$0 * channels + channel] } }
  }

  private func feed() throws(LibAVError) {
    let samples = try pull(fed, TempoFilter.step)
    var frame: UnsafeMutablePointer<AVFrame>? = try frames.frame(of: samples, 0..<TempoFilter.step)
    defer { av_frame_free(&frame) }
    frame!.pointee.pts = fed
    fed += Int64(TempoFilter.step)
    try libav("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(source, frame, 0))
  }

  private func add(_ name: String, _ options: [String: String]) throws(LibAVError)
    -> UnsafeMutablePointer<AVFilterContext>
  {
    let context = try allocated(
      "avfilter_graph_alloc_filter", avfilter_graph_alloc_filter(graph, avfilter_get_by_name(name), nil))
    let dictionary = OptionDictionary(options)
    try libav(name, avfilter_init_dict(context, &dictionary.pointer))
    return context
  }

  private func layoutName(_ channels: Int) throws(LibAVError) -> String {
    var layout = AVChannelLayout()
    av_channel_layout_default(&layout, Int32(channels))
    var name = [CChar](repeating: 0, count: 64)
    try libav("av_channel_layout_describe", av_channel_layout_describe(&layout, &name, name.count))
    return String(nullTerminated: name)
  }
}
