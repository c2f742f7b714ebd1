import Compiler
import Diagnostics
import Media
import TimelineModel

/// What a person allows documents beyond the tables of what is allowed. Documents and configurations cannot say it.
///
/// Whatever is trusted may do all that it can: open and write files, load programs, reach the network. It is for
/// documents whose origin is known.
public struct Trust: Sendable, Hashable {
  /// A name that is not one of something that can be trusted; what is wrong with it, in a sentence.
  public struct UnknownName: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
  }

  private var filters: Set<String> = []
  private var encoders: Set<String> = []
  /// `filter.option` or `encoder.option`.
  private var options: Set<String> = []

  /// Nothing beyond the tables.
  public static let nothing = Trust()

  private init() {}

  /// - Parameter names: of a filter as in `filter:lv2`, of an encoder as in `encoder:h264_vaapi`, or of an option of
  ///   either as in `option:libx264.stats`.
  public init(_ names: [String]) throws(UnknownName) {
    for name in names { try add(name) }
  }

  private mutating func add(_ name: String) throws(UnknownName) {
    let halves = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard halves.count == 2 else {
      throw UnknownName(description: "`\(name)` is none of filter:NAME, encoder:NAME and option:NAME.OPTION")
    }
    let what = halves[1]
    switch halves[0] {
    case "filter":
      _ = try Trust.filterOptions(what, in: name)
      filters.insert(what)
    case "encoder": encoders.insert(try Trust.encoder(what, in: name).name)
    case "option":
      let parts = what.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw UnknownName(description: "`\(name)` names no option, as `option:libx264.stats` does")
      }
      let (owner, known) = try Trust.optionOwner(parts[0], in: name)
      guard known.contains(parts[1]) else {
        throw Trust.unknown("`\(owner)` has no option `\(parts[1])`", parts[1], among: known)
      }
      options.insert("\(owner).\(parts[1])")
    default:
      throw Trust.unknown(
        "`\(halves[0])` in `\(name)` is none of filter, encoder and option", halves[0],
        among: ["filter", "encoder", "option"])
    }
  }

  private static func unknown(_ words: String, _ name: String, among known: [String]) -> UnknownName {
    let near = nearestName(to: name, in: known).map { "; did you mean `\($0)`?" } ?? ""
    return UnknownName(description: words + near)
  }

  private static func optionOwner(
    _ owner: String, in name: String
  ) throws(UnknownName) -> (owner: String, options: [String]) {
    if FilterCatalog.exists(owner) { return (owner, try filterOptions(owner, in: name)) }
    let facts = try encoder(owner, in: name)
    return (facts.name, facts.options.keys.sorted())
  }

  private static func filterOptions(_ filter: String, in name: String) throws(UnknownName) -> [String] {
    let findings = [FilterCatalog.Medium.picture, .sound].map {
      FilterCatalog.finding(filter, for: $0, isTrusted: true)
    }
    var reason: String?
    for finding in findings {
      switch finding {
      case .found(let facts): return facts.options.keys.sorted()
      case .refused(let words): reason = reason ?? words
      case .missing: break
      }
    }
    if let reason { throw UnknownName(description: "`\(name)`: the filter can be no effect: \(reason)") }
    throw unknown("FFmpeg on this machine has no filter `\(filter)`", filter, among: FilterCatalog.allNames)
  }

  private static func encoder(_ encoder: String, in name: String) throws(UnknownName) -> EncoderFacts {
    let own = CodecNames.video[encoder] ?? CodecNames.audio[encoder] ?? encoder
    switch EncoderCatalog.finding(own, isTrusted: true) {
    case .found(let facts): return facts
    case .missing, .refused:
      throw unknown("FFmpeg on this machine has no encoder `\(encoder)`", encoder, among: EncoderCatalog.names)
    }
  }
}

extension Trust {
  func contains(filter: String) -> Bool { filters.contains(filter) }
  func contains(encoder: String) -> Bool { encoders.contains(encoder) }

  /// The same of a filter, with what is trusted of it allowed.
  func opening(_ finding: FilterFinding) -> FilterFinding {
    guard case .found(var facts) = finding else { return finding }
    facts.options = opening(facts.options, of: facts.name)
    return .found(facts)
  }

  /// The same of an encoder.
  func opening(_ finding: EncoderFinding) -> EncoderFinding {
    guard case .found(var facts) = finding else { return finding }
    facts.options = opening(facts.options, of: facts.name)
    return .found(facts)
  }

  private func opening(_ options: [String: OptionFacts], of owner: String) -> [String: OptionFacts] {
    guard !self.options.isEmpty else { return options }
    var options = options
    for name in options.keys where self.options.contains("\(owner).\(name)") { options[name]?.gate = .open }
    return options
  }
}
