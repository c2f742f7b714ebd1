import CFFmpeg
import Foundation
package import TimelineModel

/// Looks up filters in libavfilter and tries them.
package enum FilterCatalog {
  /// What filters are effects of.
  package enum Medium: Sendable {
    case picture, sound

    /// What documents may say of filters.
    var allowed: AllowedTable { self == .picture ? AllowedPictureFilters.table : AllowedSoundFilters.table }

    fileprivate var noun: String { self == .picture ? "picture" : "sound" }
    fileprivate var type: AVMediaType { self == .picture ? AVMEDIA_TYPE_VIDEO : AVMEDIA_TYPE_AUDIO }
    fileprivate var optionFlag: Int32 { self == .picture ? AV_OPT_FLAG_VIDEO_PARAM : AV_OPT_FLAG_AUDIO_PARAM }
  }

  /// A missing filter comes with the names of all that could be effects. `isTrusted` lets one be an effect that is held
  /// back for what it does; its options are held back as in the tables, if it is in them.
  package static func finding(
    _ name: String, for medium: Medium = .picture, isTrusted: Bool = false
  ) -> FilterFinding {
    guard let filter = avfilter_get_by_name(name) else { return .missing(known: names(for: medium)) }
    if let words = shapeRefusal(of: filter, for: medium) ?? (isTrusted ? nil : refusal(of: name, for: medium)?.words) {
      return .refused(words)
    }
    let flags = AV_OPT_FLAG_FILTERING_PARAM | medium.optionFlag
    let table = filter.pointee.priv_class
    var options = table.map { OptionTable.options(of: $0, with: flags) } ?? [:]
    if !isTrusted || medium.allowed.contains(name) {
      let gates = medium.allowed.gates(of: name)
      // Of what a filter hands on to other libraries, and of what lacks the flags that it should have, options are known
      // only if they are in the table.
      let others = table.map(OptionTable.allOptions) ?? [:]
      options.merge(others.filter { gates[$0.key] != nil }) { known, _ in known }
      for option in options.keys { options[option]?.gate = gates[option] ?? .unknown }
    }
    if filter.pointee.flags & AVFILTER_FLAG_SUPPORT_TIMELINE != 0, !crashing.contains(name) {
      options[FilterCall.enable] = enable
    }
    let order = table.map { OptionTable.order(of: $0, with: flags) } ?? []
    return .found(FilterFacts(name: name, order: order, options: options))
  }

  /// Filters that end the program in FFmpeg 5.1 where an equation of `enable` cannot be read.
  private static let crashing: Set<String> = ["alatency", "latency"]

  /// The option of all filters that can be switched off for some of their frames, which libavfilter keeps for itself.
  private static let enable = OptionFacts(
    kind: .text, minimum: 0, maximum: 0, named: [], help: "when the filter is applied, as in `between(t,1,2)`",
    gate: .equation)

  /// All that could be effects.
  package static func names(for medium: Medium) -> [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&position) {
      let name = String(cString: filter.pointee.name)
      if shapeRefusal(of: filter, for: medium) == nil, refusal(of: name, for: medium) == nil { names.append(name) }
    }
    return names.sorted()
  }

  /// The names of all filters that there are.
  package static var allNames: [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&position) { names.append(String(cString: filter.pointee.name)) }
    return names.sorted()
  }

  /// Whether there is a filter of this name, whatever it does.
  package static func exists(_ name: String) -> Bool { avfilter_get_by_name(name) != nil }

  // MARK: What is no effect

  /// Why a filter may be no effect; what no table knows is none.
  static func refusal(of name: String, for medium: Medium) -> (refusal: Refusal, words: String)? {
    if let reason = refused[name] { return reason }
    let isDevice = devices.contains(where: name.hasSuffix) || name.hasPrefix("hw")
    let refusal: Refusal? = isDevice ? .usesDevice : medium.allowed.contains(name) ? nil : .isUnknown
    return refusal.map { ($0, $0.words) }
  }

  /// Why a filter can be no effect: those are of one picture or sound, and give one.
  static func shapeRefusal(of filter: UnsafePointer<AVFilter>, for medium: Medium) -> String? {
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
}
