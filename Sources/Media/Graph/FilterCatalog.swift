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

  /// Going by what libavfilter says of an option.
  private static func namesFile(_ name: String, _ option: OptionFacts) -> Bool {
    guard option.kind == .text else { return false }
    let words = "\(name) \(option.help)".lowercased()
    return ["file", "path", "directory", "folder", "url"].contains(where: words.contains)
  }
}
