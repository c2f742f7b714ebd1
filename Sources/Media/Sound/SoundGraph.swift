import CFFmpeg
import Platform
package import TimelineModel

/// A running filter of libavfilter for sound: samples in, samples out, perhaps later ones and at first none.
package final class SoundGraph {
  private let channels: Int
  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private var source: UnsafeMutablePointer<AVFilterContext>?
  private var sink: UnsafeMutablePointer<AVFilterContext>?
  private var layout = AVChannelLayout()
  private let sampleRate: Int
  /// The next sample that goes in; the filter's clock.
  private var position: Int64
  private let call: FilterCall
  /// The samples that a `compand` has been given, until they exceed its delay, the limit in samples; nil after that, and
  /// for other filters.
  private var early: (limit: Int, planes: [[Double]])?

  /// The first sample that goes in is number `position`.
  package init(
    _ call: FilterCall, sampleRate: Int, channels: Int, from position: Int64 = 0
  ) throws(LibAVError) {
    self.call = call
    self.channels = channels
    self.sampleRate = sampleRate
    self.position = position
    av_channel_layout_default(&layout, Int32(channels))
    let filter = try build(call)
    guard call.name == "compand" else { return }
    var delay = 0.0
    try libav("av_opt_get_double", av_opt_get_double(filter.pointee.priv, "delay", 0, &delay))
    early = (Int(delay * Double(sampleRate)), Array(repeating: [], count: channels))
  }

  /// Sets the graph up and returns the filter in it.
  private func build(_ call: FilterCall) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    avfilter_graph_free(&graph)
    let graph = try allocated("avfilter_graph_alloc", avfilter_graph_alloc())
    self.graph = graph
    graph.pointee.nb_threads = 1
    var name = [CChar](repeating: 0, count: 64)
    try libav("av_channel_layout_describe", av_channel_layout_describe(&layout, &name, name.count))
    let (rate, layoutName) = (String(sampleRate), String(nullTerminated: name))
    var assembler = GraphAssembler(graph: graph)
    // Some take whatever their memory holds for what they heard before, such as `vibrato` and `compensationdelay`.
    return try EmptyMemory.during { () throws(LibAVError) in
      source = try assembler.add(
        Filter(
          "abuffer",
          [
            Filter.Option("sample_rate", rate), Filter.Option("sample_fmt", "dblp"),
            Filter.Option("channel_layout", layoutName), Filter.Option("time_base", "1/\(rate)"),
          ], from: [], to: ["in"]))
      let filter = try assembler.add(
        Filter(call.name, call.options.map { Filter.Option($0.key, $0.value) }, from: ["in"], to: ["made"]))
      // A filter that makes other samples has them turned into the canvas's.
      _ = try assembler.add(
        Filter(
          "aformat",
          [
            Filter.Option("sample_fmts", "dblp"), Filter.Option("sample_rates", rate),
            Filter.Option("channel_layouts", layoutName),
          ], from: ["made"], to: ["out"]))
      sink = try assembler.addSink("abuffersink", reading: "out")
      try libav("avfilter_graph_config", avfilter_graph_config(graph, nil))
      return filter
    }
  }

  deinit {
    avfilter_graph_free(&graph)
    av_channel_layout_uninit(&layout)
  }

  /// Hands in the next samples, one array for each channel.
  package func feed(_ planes: [[Double]]) throws(LibAVError) {
    var frame: UnsafeMutablePointer<AVFrame>? = try allocated("av_frame_alloc", av_frame_alloc())
    defer { av_frame_free(&frame) }
    frame!.pointee.format = AV_SAMPLE_FMT_DBLP.rawValue
    frame!.pointee.sample_rate = Int32(sampleRate)
    frame!.pointee.nb_samples = Int32(planes[0].count)
    frame!.pointee.pts = position
    try libav("av_channel_layout_copy", av_channel_layout_copy(&frame!.pointee.ch_layout, &layout))
    try libav("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
    for (channel, samples) in planes.enumerated() {
      samples.withUnsafeBytes { bytes in
        UnsafeMutableRawPointer(frame!.pointee.extended_data[channel]!).copyMemory(
          from: bytes.baseAddress!, byteCount: bytes.count)
      }
    }
    position += Int64(planes[0].count)
    if early != nil { keep(planes) }
    try libav("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(source, frame, 0))
  }

  /// Keeps samples for `compand`, as long as they do not exceed its delay.
  private func keep(_ planes: [[Double]]) {
    for channel in planes.indices { early!.planes[channel] += planes[channel] }
    if early!.planes[0].count > early!.limit { early = nil }
  }

  /// Says that no samples follow.
  package func end() throws(LibAVError) {
    if let early, !early.planes[0].isEmpty { try beginAnew(with: early.planes) }
    try libav("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(source, nil, 0))
  }

  /// `compand` loses a sound that is shorter than its delay, so the delay becomes as long as the sound.
  private func beginAnew(with planes: [[Double]]) throws(LibAVError) {
    early = nil
    let delay = (Double(planes[0].count) + 0.5) / Double(sampleRate)
    var shorter = call
    shorter.options = call.options.filter { $0.key != "delay" } + [.init("delay", "\(delay)")]
    _ = try build(shorter)
    position -= Int64(planes[0].count)
    try feed(planes)
  }

  /// What is ready, one array for each channel.
  package func ready() throws(LibAVError) -> [[Double]] {
    var planes: [[Double]] = Array(repeating: [], count: channels)
    var frame: UnsafeMutablePointer<AVFrame>? = try allocated("av_frame_alloc", av_frame_alloc())
    defer { av_frame_free(&frame) }
    while true {
      let code = EmptyMemory.during { av_buffersink_get_frame(sink, frame) }
      if code == cff_error_again || code == cff_error_eof { return planes }
      try libav("av_buffersink_get_frame", code)
      let count = Int(frame!.pointee.nb_samples)
      for channel in 0..<channels {
        let samples = UnsafeRawPointer(frame!.pointee.extended_data[channel]!).assumingMemoryBound(to: Double.self)
        planes[channel] += UnsafeBufferPointer(start: samples, count: count)
      }
      av_frame_unref(frame)
    }
  }
}
