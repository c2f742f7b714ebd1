import CFFmpeg
package import Platform
package import TimelineModel

/// A running libavfilter graph: one frame into every input gives one frame out.
package final class FilterGraph {
  package private(set) var description: GraphDescription

  private var graph: UnsafeMutablePointer<AVFilterGraph>?
  private var inputs: [UnsafeMutablePointer<AVFilterContext>] = []
  private var filters: [UnsafeMutablePointer<AVFilterContext>] = []
  private var sink: UnsafeMutablePointer<AVFilterContext>?
  private var frameCount: Int64 = 0

  /// `path` says where the files are that its filters read; a graph whose filters read none needs it not.
  package init(
    _ description: GraphDescription, threads: Int = 1, filesAt path: ((MediaReference) -> ConfinedPath)? = nil
  ) throws(LibAVError) {
    self.description = description
    let graph = try allocated("avfilter_graph_alloc", avfilter_graph_alloc())
    self.graph = graph
    graph.pointee.nb_threads = Int32(threads)
    // Conversions that libavfilter puts in by itself round as ours do.
    try libav("av_opt_set", av_opt_set(graph, "scale_sws_opts", FilterGraph.conversionFlags, 0))
    var assembler = GraphAssembler(graph: graph, filesAt: path)
    try EmptyMemory.during { () throws(LibAVError) in
      inputs = try description.inputs.map { input throws(LibAVError) in try assembler.addInput(input) }
      filters = try description.filters.map { filter throws(LibAVError) in try assembler.add(filter) }
      sink = try assembler.addSink(reading: description.output)
      try libav("avfilter_graph_config", avfilter_graph_config(graph, nil))
    }
    let size = (Int(av_buffersink_get_w(sink)), Int(av_buffersink_get_h(sink)))
    if let complaint = PictureLimit.complaint(about: size.0, size.1) {
      throw LibAVError(call: "avfilter_graph_config", complaint: complaint)
    }
  }

  deinit { avfilter_graph_free(&graph) }

  private static let conversionFlags = "flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"

  /// The names of filters that this libavfilter does not have.
  package static func missingFilters(in description: GraphDescription) -> [String] {
    missingFilters(among: description.filters.map(\.name))
  }

  /// Those of the given names that this libavfilter does not have.
  package static func missingFilters(among names: [String]) -> [String] {
    Set(names).filter { avfilter_get_by_name($0) == nil }.sorted()
  }

  /// The transitions in the option table of `xfade`, but for the one that is written as an expression.
  package static var xfadeKinds: [String]? {
    guard let table = avfilter_get_by_name("xfade")?.pointee.priv_class else { return nil }
    return OptionTable.options(of: table, with: 0)["transition"]?.named.filter { $0 != "custom" }
  }

  /// True where the frames that come out have alpha.
  var givesAlpha: Bool { PixelFormat.hasAlpha(AVPixelFormat(av_buffersink_get_format(sink))) }

  /// The result for one frame on each input, in the description's order. A graph without inputs makes its own.
  package func frame(for frames: [VideoFrame] = []) throws(LibAVError) -> VideoFrame {
    precondition(frames.count == inputs.count, "one frame for each input")
    for (number, frame) in frames.enumerated() { try push(frame, into: number) }
    frameCount += 1
    return try pull()
  }

  /// The picture of this number of those that a graph with one input makes of frames that follow on one another. The
  /// graph has ended then.
  func frame(_ index: Int, of frames: [VideoFrame]) throws(LibAVError) -> VideoFrame {
    for frame in frames {
      try push(frame, into: 0)
      frameCount += 1
    }
    try libav("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(inputs[0], nil, 0))
    for _ in 0..<index { _ = try pull() }
    return try pull()
  }

  private func pull() throws(LibAVError) -> VideoFrame {
    var result: UnsafeMutablePointer<AVFrame>? = try allocated("av_frame_alloc", av_frame_alloc())
    do {
      try libav("av_buffersink_get_frame", EmptyMemory.during { av_buffersink_get_frame(sink, result) })
    } catch {
      av_frame_free(&result)
      throw error
    }
    // Filters whose expressions go by the frame may make a larger one than the graph was set up with.
    if let complaint = PictureLimit.complaint(about: Int(result!.pointee.width), Int(result!.pointee.height)) {
      av_frame_free(&result)
      throw LibAVError(call: description.filters.last?.name ?? "filter", complaint: complaint)
    }
    return try FrameBuffer.topDown(VideoFrame(adopting: result!))
  }

  private func push(_ frame: VideoFrame, into number: Int) throws(LibAVError) {
    let input = description.inputs[number]
    guard frame.size == input.size, frame.pixelFormat == input.pixelFormat else {
      throw LibAVError(
        call: "graph input \(input.label)", code: cff_error_invalid_argument,
        text: "\(frame.size) \(frame.pixelFormat) came where \(input.size) \(input.pixelFormat) was to come")
    }
    var entering: UnsafeMutablePointer<AVFrame>? = try FrameBuffer.reference(to: frame)
    defer { av_frame_free(&entering) }
    entering!.pointee.pts = frameCount
    entering!.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    input.color.filled(from: frame.color).apply(to: entering!)
    try libav("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(inputs[number], entering, 0))
  }

  /// Sends the options that differ as commands. False, with nothing sent, where `next` has another shape and needs a
  /// graph of its own.
  package func update(to next: GraphDescription) throws(LibAVError) -> Bool {
    guard let commands = description.commands(toBecome: next) else { return false }
    for command in commands {
      try libav(
        "\(next.filters[command.filter].name) \(command.option.key)=\(command.option.value)",
        avfilter_graph_send_command(
          graph, filters[command.filter].pointee.name, command.option.key, command.option.value, nil, 0, 0))
    }
    description = next
    return true
  }
}

// MARK: Frames one after another

extension FilterGraph {
  /// Hands the next frame to the only input.
  package func feed(_ frame: VideoFrame) throws(LibAVError) {
    try push(frame, into: 0)
    frameCount += 1
  }

  /// Says that no frame follows.
  package func end() throws(LibAVError) {
    try libav("av_buffersrc_add_frame", av_buffersrc_add_frame_flags(inputs[0], nil, 0))
  }

  /// The next frame that comes out, and from which of the frames that were handed in on it shows, counted from 0; nil
  /// where others have to be handed in first, or none comes any more.
  package func next() throws(LibAVError) -> (frame: VideoFrame, position: Rational)? {
    do {
      let frame = try pull()
      let base = av_buffersink_get_time_base(sink)
      let seconds = Rational(frame.pointer.pointee.pts) * Rational(Int64(base.num), Int64(base.den))
      return (frame, seconds * (description.inputs[0].rate ?? FrameRate(25)).perSecond)
    } catch  where error.code == cff_error_again || error.code == cff_error_eof {
      return nil
    }
  }
}
