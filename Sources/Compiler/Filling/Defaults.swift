import Syntax

/// Puts a document's defaults under the keys of what they are for. What is written at a thing itself wins, and a
/// default that could not stand beside it is left out.
struct Defaults {
  private let segment: [Node.Entry]
  private let transition: [Node.Entry]
  private let title: [Node.Entry]
  private let hasInstructions: Bool

  /// Nil where the document has none.
  init?(of root: Node) {
    guard let defaults = root["defaults"] else { return nil }
    // Keys that no defaults have are wrong there, and nowhere else.
    segment = (defaults["segment"]?.entries ?? []).known(to: DefaultsItem.segment)
    transition = (defaults["transition"]?.entries ?? []).known(to: DefaultsItem.transition)
    title = (defaults["title"]?.entries ?? []).known(to: DefaultsItem.title)
    hasInstructions = root["instructions"] != nil
  }

  func filling(_ root: Node) -> Node {
    root.mapping("tracks") { tracks in tracks.mappingElements(track) }
      .mapping("titles") { titles in titles.mappingElements(fill(title:)) }
  }

  private func fill(title written: Node) -> Node {
    written.adding(title.filter { $0.key != "style" || written["text"] != nil })
  }

  private func track(_ track: Node) -> Node {
    let kind = track["kind"]?.scalar?.text ?? ""
    return track.mapping("segments") { segments in
      guard let elements = segments.elements else { return segments }
      let filled = elements.enumerated().map { index, element in
        fill(element, after: index > 0 ? elements[index - 1] : nil, kind)
      }
      return Node(.sequence(filled), span: segments.span)
    }
  }

  private func fill(_ written: Node, after previous: Node?, _ kind: String) -> Node {
    guard !written.isNull, written["gap"] == nil else { return written }
    let follows = previous.map { $0["gap"] == nil } ?? false
    let missing = segment.compactMap { entry -> Node.Entry? in
      let applies =
        switch entry.key {
        case "transition": follows && written["at"] == nil && (kind == "audio" || !hasInstructions)
        case "volume", "pitch", "sound": kind != "video"
        case "fade": true
        default: kind != "audio"
        }
      return !applies ? nil : entry.key == "sound" && kind == "audio" ? entry.effectsAlone : entry
    }
    let clip = written.scalar.map { _ in Node.Entry(key: "clip", keySpan: written.span, value: written) }
    guard !missing.isEmpty || !transition.isEmpty else { return written }
    let segment = clip.map { Node(.mapping([$0]), span: written.span) } ?? written
    return segment.adding(missing).mapping("transition", fill(transition:))
  }

  private func fill(transition written: Node) -> Node {
    var mapping = written
    if let scalar = written.scalar {
      guard TransitionName(rawValue: scalar.text) != nil else { return written }
      let length = Node(.scalar(.init("1s", isQuoted: true)), span: written.span)
      mapping = Node(.mapping([Node.Entry(key: scalar.text, keySpan: written.span, value: length)]), span: written.span)
    }
    let name = TransitionName.allCases.first { mapping[$0.rawValue] != nil }
    let others = Set(TransitionName.allCases.flatMap(\.looks)).subtracting(name?.looks ?? [])
    let use = mapping["use"] ?? transition.first { $0.key == "use" }?.value
    let missing = transition.filter { entry in
      !others.contains(entry.key) && (entry.key != "align" || use?.scalar?.text == "handles")
    }
    return missing.isEmpty ? written : mapping.adding(missing)
  }
}

extension [Node.Entry] {
  fileprivate func known(to grammar: Grammar<DefaultsItem>) -> [Node.Entry] {
    guard case .object(let object) = grammar.schema else { return self }
    let keys = Set(object.properties.map(\.key))
    return filter { keys.contains($0.key) }
  }
}

extension Node.Entry {
  /// What means something where there is no picture that the sound could be cut apart from; nil where that is nothing.
  fileprivate var effectsAlone: Node.Entry? {
    guard let effects = value.entries?.filter({ $0.key == "effects" }), !effects.isEmpty else { return nil }
    var entry = self
    entry.value = Node(.mapping(effects), span: value.span)
    return entry
  }
}

extension Node.Entry {
  /// What `sound` is anyway, beside which a `curve` may stand.
  fileprivate var isCrossfade: Bool { key == "sound" && value.scalar?.text == "crossfade" }
}

extension Node {
  /// The same with another value for a key that is there.
  fileprivate func mapping(_ key: String, _ change: (Node) -> Node) -> Node {
    guard var entries, let index = entries.firstIndex(where: { $0.key == key }) else { return self }
    entries[index].value = change(entries[index].value)
    return Node(.mapping(entries), span: span)
  }

  fileprivate func mappingElements(_ change: (Node) -> Node) -> Node {
    elements.map { Node(.sequence($0.map(change)), span: span) } ?? self
  }

  /// The same with those of `defaults` that it does not have and that can stand beside what it has.
  fileprivate func adding(_ defaults: [Entry]) -> Node {
    guard let entries else { return self }
    let own = Set(entries.map(\.key))
    let rivals = Set(entries.filter { !$0.isCrossfade }.map(\.key))
    let missing = defaults.filter { entry in
      !own.contains(entry.key) && (entry.isCrossfade || rivals.isDisjoint(with: Node.rivals[entry.key] ?? []))
    }
    return Node(.mapping(entries + missing), span: span)
  }

  /// Keys that cannot stand beside one another.
  private static let rivals: [String: Set<String>] = [
    "matrix": ["position", "scale", "rotate", "view"], "position": ["matrix", "view"], "scale": ["matrix", "view"],
    "rotate": ["matrix", "view"], "crop": ["view"], "fit": ["view"], "anchor": ["view"],
    "view": Set(PlacementItem.placedByView), "curve": ["sound"], "sound": ["curve"],
  ]
}
