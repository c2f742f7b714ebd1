import CFFmpeg
import Platform
import TimelineModel

/// Puts a graph together filter by filter. No text is parsed on the way, so no option value has to be escaped.
struct GraphAssembler {
  let graph: UnsafeMutablePointer<AVFilterGraph>
  /// Which filter's output a label is, until something reads it.
  private var open: [String: (filter: UnsafeMutablePointer<AVFilterContext>, pad: UInt32)] = [:]
  private var count = 0

  private let path: ((MediaReference) -> ConfinedPath)?

  init(graph: UnsafeMutablePointer<AVFilterGraph>, filesAt path: ((MediaReference) -> ConfinedPath)? = nil) {
    self.graph = graph
    self.path = path
  }

  mutating func addInput(_ input: GraphInput) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    let source = try allocate("buffer")
    guard let settings = av_buffersrc_parameters_alloc() else {
      throw LibAVError(call: "av_buffersrc_parameters_alloc", code: cff_error_no_memory)
    }
    defer { av_free(settings) }
    settings.pointee.format = try PixelFormat.named(input.pixelFormat).rawValue
    settings.pointee.width = Int32(input.size.width)
    settings.pointee.height = Int32(input.size.height)
    settings.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    let rate = (input.rate ?? FrameRate(25)).perSecond
    settings.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    settings.pointee.frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    try libav("av_buffersrc_parameters_set", av_buffersrc_parameters_set(source, settings))
    try libav("input \(input.label)", avfilter_init_dict(source, nil))
    open[input.label] = (source, 0)
    return source
  }

  mutating func add(_ filter: Filter) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    let context = try allocate(filter.name)
    // Filters read their files while they are set up.
    var copies: [PrivateCopy] = []
    // `scale` hands on what it does not know itself, and takes over the dictionary without asking whether there is one.
    let handedOn = OptionDictionary()
    for option in filter.options {
      var value = option.value
      if let file = option.file, let path {
        let copy = try PrivateCopy(of: path(file))
        copies.append(copy)
        value = copy.path
      }
      let code = av_opt_set(context, option.key, value, AV_OPT_SEARCH_CHILDREN)
      if code == cff_error_option_not_found, filter.name == "scale" {
        try libav("av_dict_set", av_dict_set(&handedOn.pointer, option.key, value, 0))
      } else {
        try libav("\(filter.name) \(option.key)=\(option.value)", code)
      }
    }
    try withExtendedLifetime(copies) { () throws(LibAVError) in
      _ = try libav(filter.name, avfilter_init_dict(context, &handedOn.pointer))
    }
    for (pad, label) in filter.inputs.enumerated() { try link(label, to: context, pad: UInt32(pad)) }
    for (pad, label) in filter.outputs.enumerated() { open[label] = (context, UInt32(pad)) }
    return context
  }

  mutating func addSink(
    _ name: String = "buffersink", reading label: String
  ) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    let sink = try allocate(name)
    try libav(name, avfilter_init_dict(sink, nil))
    try link(label, to: sink, pad: 0)
    return sink
  }

  private mutating func allocate(_ name: String) throws(LibAVError) -> UnsafeMutablePointer<AVFilterContext> {
    guard let filter = avfilter_get_by_name(name) else {
      throw LibAVError(
        call: "avfilter_get_by_name", code: cff_error_filter_not_found, text: "there is no filter called \(name)")
    }
    count += 1
    return try allocated("avfilter_graph_alloc_filter", avfilter_graph_alloc_filter(graph, filter, "\(name)_\(count)"))
  }

  private mutating func link(_ label: String, to filter: UnsafeMutablePointer<AVFilterContext>, pad: UInt32)
    throws(LibAVError)
  {
    guard let source = open.removeValue(forKey: label) else {
      throw LibAVError(
        call: "avfilter_link", code: cff_error_invalid_argument, text: "nothing leaves by the label \(label)")
    }
    try libav("avfilter_link", avfilter_link(source.filter, source.pad, filter, pad))
  }
}
