import CFFmpeg
import TimelineModel

/// Everything that the installed FFmpeg has, and how the tables class it.
package struct LibraryInventory: Sendable {
  package enum Part: String, CaseIterable, Sendable {
    case filter, filterOption, encoder, encoderOption, sharedOption, demuxer, demuxerOption, muxer, muxerOption
    case bitstreamFilter, bitstreamFilterOption, `protocol`, protocolOption
  }

  package struct Entry: Hashable, Sendable {
    package var part: Part
    /// An option with what it belongs to, as in `libx264.stats`.
    package var name: String
    /// Nil where documents may use it.
    package var refusal: Refusal?
  }

  package private(set) var entries: [Entry] = []

  package init() {
    listFilters()
    listEncoders()
    listFormats()
    listTheRest()
  }

  /// True for the FFmpeg that the tables were made for; others may have what they do not know.
  package static let isTablesOwn = avcodec_version() >> 16 == 59 && avfilter_version() >> 8 == 8 << 8 | 44

  private mutating func add(_ part: Part, _ name: String, _ refusal: Refusal?) {
    entries.append(Entry(part: part, name: name, refusal: refusal))
  }

  private mutating func addOptions(
    of name: String, _ table: UnsafePointer<AVClass>?, _ part: Part, with flags: Int32 = 0,
    _ refusal: (String) -> Refusal?
  ) {
    guard let table else { return }
    for option in OptionTable.options(of: table, with: flags).keys.sorted() {
      add(part, "\(name).\(option)", refusal(option))
    }
  }

  private mutating func listFilters() {
    var position: UnsafeMutableRawPointer?
    while let filter = av_filter_iterate(&position) {
      let name = String(cString: filter.pointee.name)
      let medium = [FilterCatalog.Medium.picture, .sound].first {
        FilterCatalog.shapeRefusal(of: filter, for: $0) == nil
      }
      let refusal = medium.map { FilterCatalog.refusal(of: name, for: $0)?.refusal } ?? .isNoEffect
      add(.filter, name, refusal)
      addOptions(of: name, filter.pointee.priv_class, .filterOption, with: AV_OPT_FLAG_FILTERING_PARAM) { option in
        refusal ?? medium?.allowed.refusal(of: option, in: name)
      }
      // Those that the table has besides: without the flag, or of a library that the filter hands them on to.
      guard let table = filter.pointee.priv_class, let gates = medium?.allowed.gates(of: name) else { continue }
      let listed = OptionTable.options(of: table, with: AV_OPT_FLAG_FILTERING_PARAM)
      for option in OptionTable.allOptions(of: table).keys.sorted() where listed[option] == nil && gates[option] != nil
      {
        add(.filterOption, "\(name).\(option)", refusal)
      }
    }
  }

  private mutating func listEncoders() {
    var position: UnsafeMutableRawPointer?
    while let codec = av_codec_iterate(&position) {
      let isMedia = [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].contains(codec.pointee.type)
      guard av_codec_is_encoder(codec) != 0 else { continue }
      let name = String(cString: codec.pointee.name)
      let refusal = isMedia ? EncoderCatalog.refusal(of: name) : .holdsNoMedia
      add(.encoder, name, refusal)
      addOptions(of: name, codec.pointee.priv_class, .encoderOption, with: AV_OPT_FLAG_ENCODING_PARAM) { option in
        refusal ?? AllowedEncoders.table.refusal(of: option, in: name)
      }
    }
    addOptions(of: "any", avcodec_get_class(), .sharedOption, with: AV_OPT_FLAG_ENCODING_PARAM) {
      AllowedEncoders.shared.refusal(of: $0, in: "any")
    }
  }

  private mutating func listFormats() {
    var position: UnsafeMutableRawPointer?
    while let demuxer = av_demuxer_iterate(&position) {
      let name = String(cString: demuxer.pointee.name)
      let refused = AllowedDemuxers.refused.first { $0.value.contains(name) }?.key
      add(.demuxer, name, AllowedDemuxers.names.contains(name) ? nil : refused ?? .isUnknown)
      addOptions(of: name, demuxer.pointee.priv_class, .demuxerOption) { _ in .isUnreachable }
    }
    position = nil
    while let muxer = av_muxer_iterate(&position) {
      let name = String(cString: muxer.pointee.name)
      add(.muxer, name, AllowedMuxers.names.contains(name) ? nil : .isUnreachable)
      addOptions(of: name, muxer.pointee.priv_class, .muxerOption) {
        AllowedMuxers.ownOptions.contains($0) ? .isSetElsewhere : .isUnreachable
      }
    }
  }

  private mutating func listTheRest() {
    var position: UnsafeMutableRawPointer?
    while let filter = av_bsf_iterate(&position) {
      let name = String(cString: filter.pointee.name)
      add(.bitstreamFilter, name, .isUnreachable)
      addOptions(of: name, filter.pointee.priv_class, .bitstreamFilterOption) { _ in .isUnreachable }
    }
    var names: Set<String> = []
    for isOutput: Int32 in [0, 1] {
      position = nil
      while let name = avio_enum_protocols(&position, isOutput) { names.insert(String(cString: name)) }
    }
    for name in names.sorted() {
      add(.protocol, name, .isUnreachable)
      addOptions(of: name, avio_protocol_get_class(name), .protocolOption) { _ in .isUnreachable }
    }
  }
}

extension AllowedTable {
  /// Why an option is refused; nil where something of it is allowed.
  fileprivate func refusal(of option: String, in entry: String) -> Refusal? {
    refusals(of: entry)[option] ?? (gates(of: entry)[option] == nil ? .isUnknown : nil)
  }
}
