import CFFmpeg
import TimelineModel

/// Reads the tables in which libav's parts list their options.
enum OptionTable {
  /// Returns the options of a class that carry all of `flags`. An encoder's own class may name values of options that
  /// all encoders have; it is given as `naming` then.
  static func options(
    of table: UnsafePointer<AVClass>, with flags: Int32, naming own: UnsafePointer<AVClass>? = nil
  ) -> [String: OptionFacts] {
    var options: [String: OptionFacts] = [:]
    var constants: [String: [String]] = [:]
    var units: [String: String] = [:]
    for table in [table] + (own.map { [$0] } ?? []) {
      forEachOption(of: table) { option in
        let name = String(cString: option.name)
        let unit = option.unit.map { String(cString: $0) }
        if option.type == AV_OPT_TYPE_CONST {
          if let unit, constants[unit]?.contains(name) != true { constants[unit, default: []].append(name) }
        } else if table != own, option.flags & flags == flags {
          options[name] = facts(option)
          units[name] = unit
        }
      }
    }
    for (name, unit) in units { options[name]?.named = constants[unit] ?? [] }
    return options
  }

  /// Returns the options of a class whatever flags they carry, and those of what its objects have within them.
  static func allOptions(of table: UnsafePointer<AVClass>) -> [String: OptionFacts] {
    var options = options(of: table, with: 0)
    var position: UnsafeMutableRawPointer?
    while let child = av_opt_child_class_iterate(table, &position) {
      options.merge(self.options(of: child, with: 0)) { first, _ in first }
    }
    return options
  }

  /// The names of the options of a class, those that are two names for one thing once, in the table's order.
  static func order(of table: UnsafePointer<AVClass>, with flags: Int32) -> [String] {
    var names: [String] = []
    var last: Int32?
    forEachOption(of: table) { option in
      guard option.type != AV_OPT_TYPE_CONST, option.flags & flags == flags, option.offset != last else { return }
      names.append(String(cString: option.name))
      last = option.offset
    }
    return names
  }

  private static func forEachOption(of table: UnsafePointer<AVClass>, _ body: (AVOption) -> Void) {
    var entry: UnsafePointer<AVOption>?
    // An object's first field is its class, so a pointer to a class pointer passes for an object.
    var object: UnsafePointer<AVClass>? = table
    while let option = av_opt_next(&object, entry) {
      entry = option
      body(option.pointee)
    }
  }

  /// Durations are written in seconds and have bounds in microseconds, which libav checks itself.
  private static func facts(_ option: AVOption) -> OptionFacts {
    let kind: OptionFacts.Kind =
      switch option.type {
      case AV_OPT_TYPE_FLAGS: .flags
      case AV_OPT_TYPE_INT, AV_OPT_TYPE_INT64, AV_OPT_TYPE_UINT64: .integer
      case AV_OPT_TYPE_FLOAT, AV_OPT_TYPE_DOUBLE, AV_OPT_TYPE_RATIONAL: .number
      case AV_OPT_TYPE_BOOL: .boolean
      case AV_OPT_TYPE_STRING, AV_OPT_TYPE_DICT: .text
      default: .other
      }
    return OptionFacts(
      kind: kind, minimum: option.min, maximum: option.max, named: [],
      help: option.help.map { String(cString: $0) } ?? "")
  }
}
