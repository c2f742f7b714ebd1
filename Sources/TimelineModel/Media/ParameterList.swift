/// An option whose value is a list of parameters of the library behind an encoder.
package struct ParameterList: Hashable, Sendable {
  /// How a list is taken apart.
  package enum Syntax: Hashable, Sendable {
    /// As libavutil reads a dictionary: `name=value:name=value`, with quotes and backslashes.
    case dictionary
    /// As libx264's wrapper reads `x264opts`: without quotes, and a name alone means 1.
    case plain
  }

  /// What a library makes of a name before it looks it up.
  package enum Spelling: Hashable, Sendable {
    case exact
    /// `_` is `-`, and `no` or `no-` in front turns a switch off.
    case x264
    /// The same, and `--` in front is taken off.
    case x265
  }

  package var syntax: Syntax
  package var spelling: Spelling
  /// What documents may say of each parameter, and of those that they may say nothing of, why.
  package var parameters: [String: OptionGate]

  package init(_ syntax: Syntax, _ spelling: Spelling, _ parameters: [String: OptionGate]) {
    self.syntax = syntax
    self.spelling = spelling
    self.parameters = parameters
  }

  /// Why a list is held back; nil where it passes.
  func objection(to list: String) -> GateObjection? {
    if list.unicodeScalars.contains("\0") { return GateObjection("it is no text") }
    for (name, value) in pairs(of: list) {
      if let objection = objection(to: name, value ?? "") { return objection }
    }
    return nil
  }

  /// Returns a dictionary in which these parameters have these values at its end, and stand nowhere else under any of
  /// their names.
  package func setting(_ parameters: [(name: String, value: String)], in list: String) -> String {
    let names = Set(parameters.map { canonical($0.name) })
    let others = pairs(of: list).filter { !names.contains(canonical($0.name)) }
    return (others + parameters.map { ($0.name, $0.value) }).map { name, value in
      ([name] + (value.map { [$0] } ?? [])).map(ParameterList.escaped).joined(separator: "=")
    }.joined(separator: ":")
  }

  private func objection(to name: String, _ value: String) -> GateObjection? {
    guard let gate = parameters[spelled(name)] else {
      return GateObjection(
        "no parameter of this name is allowed", of: name,
        candidates: parameters.filter { !$0.value.isRefused }.keys.sorted())
    }
    if gate == .zones { return objection(toZones: value) }
    // A library puts another value in the place of what follows `no-…`.
    for value in isTurnedOff(name) ? ["false", "true"] : [value] {
      guard let objection = gate.objection(to: value, named: ["auto", "true", "false"]) else { continue }
      return GateObjection(objection.reason, of: objection.subject ?? name, candidates: objection.candidates)
    }
    return nil
  }

  /// `first,last,name=value,…/…`; the first of the names is `q` or `b`.
  private func objection(toZones zones: String) -> GateObjection? {
    for zone in zones.utf8.split(separator: UInt8(ascii: "/")) {
      let parts = zone.split(separator: UInt8(ascii: ","))
      guard parts.count >= 3, parts.prefix(2).allSatisfy({ Int32(String(decoding: $0, as: UTF8.self)) != nil }) else {
        return GateObjection("it takes zones as in `0,99,q=20` here")
      }
      for part in parts.dropFirst(2) {
        let name = part.prefix { $0 != UInt8(ascii: "=") }
        let value = String(decoding: part[name.endIndex...].dropFirst(), as: UTF8.self)
        if ["q", "b"].contains(String(decoding: name, as: UTF8.self)) {
          // Parameters can hide behind a number.
          if Double(value) == nil { return GateObjection("it takes a number here", of: value) }
          continue
        }
        if let objection = objection(to: String(decoding: name, as: UTF8.self), value) { return objection }
      }
    }
    return nil
  }

  private func spelled(_ name: String) -> String {
    var plain = withDashes(name)
    guard isTurnedOff(name) else { return plain }
    plain.removeFirst(2)
    if plain.hasPrefix("-") { plain.removeFirst() }
    return plain
  }

  private func canonical(_ name: String) -> String { ParameterList.synonyms[spelled(name)] ?? spelled(name) }

  /// Second names that x264 and x265 have for what encoders are told apart from documents.
  private static let synonyms = [
    "keyint-max": "keyint", "n-deterministic": "deterministic", "numa-pools": "pools", "log": "log-level",
  ]

  private func withDashes(_ name: String) -> String {
    guard spelling != .exact else { return name }
    let name = spelling == .x265 && name.hasPrefix("--") ? name.dropFirst(2) : name[...]
    return name.map { $0 == "_" ? "-" : String($0) }.joined()
  }

  private func isTurnedOff(_ name: String) -> Bool { spelling != .exact && withDashes(name).hasPrefix("no") }

  // MARK: Taking lists apart

  private func pairs(of list: String) -> [(name: String, value: String?)] {
    syntax == .dictionary ? ParameterList.dictionary(list) : ParameterList.plain(list)
  }

  /// By bytes, as libraries do: to Swift, a colon behind some characters is a part of them.
  private static func dictionary(_ text: String) -> [(String, String?)] {
    var rest = text.utf8[...]
    var pairs: [(String, String?)] = []
    while !rest.isEmpty {
      let name = rest.takeToken(until: "=")
      var value: String?
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        value = rest.takeToken(until: ":")
      }
      pairs.append((name, value))
      if !rest.isEmpty { rest.removeFirst() }
    }
    return pairs
  }

  private static func plain(_ text: String) -> [(String, String?)] {
    text.utf8.split(separator: UInt8(ascii: ":")).map { part in
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      let value = part[name.endIndex...].dropFirst()
      return (String(decoding: name, as: UTF8.self), value.isEmpty ? "1" : String(decoding: value, as: UTF8.self))
    }
  }

  /// A name or a value as it stands in a dictionary.
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if #"\':= "#.utf8.contains(byte) || "\n\t\r".utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
