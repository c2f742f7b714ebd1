import Diagnostics
import Platform
import TimelineModel

/// What media of two documents are called, so that one file has one name in both.
struct MediaNames {
  private var names: [String: String] = [:]

  /// `path` is where the file is.
  mutating func name(of media: MediaReference, at path: String) -> String {
    let file = ConfinedPath.resolved(path)
    let name = names[file] ?? media.path
    names[file] = name
    let parameters = media.parameters.map { $0.sorted { $0.key < $1.key }.map { "\($0)=\($1)" } } ?? []
    return ([name, media.imageRate.map { "\($0)" } ?? ""] + parameters).joined(separator: "\u{1F}")
  }
}

extension TimelineLane {
  /// All that lies on a composition's timeline. `subject` names the file of a reference.
  ///
  /// Instructions that were made from the tracks say nothing of their own.
  static func lanes(
    of composition: Composition, hasWrittenInstructions: Bool, subject: (MediaReference) -> String
  ) -> [TimelineLane] {
    var lanes: [TimelineLane] = []
    for group in composition.videoTracks.groupedByOrigin {
      let name = group.writtenName
      var parts = group.flatMap { track in
        track.segments.filter { !$0.isGap }.map { TimelinePart($0, on: track, in: composition, group, subject) }
      }
      parts.sort { $0.range.start < $1.range.start }
      let traits = group[0].traits.filter { $0.name != "matte" || group.count == 1 }
      lanes.append(TimelineLane(kind: .track, name: name, traits: traits, parts: parts))
    }
    let numbers = Dictionary(zip(lanes.map(\.name), lanes.indices)) { first, _ in first }
    for track in composition.audioTracks {
      let parts = track.segments.filter { !$0.isGap }.map { TimelinePart($0, subject) }
      let traits = track.traits
      if let index = numbers[track.id.name] {
        lanes[index].add(sounds: parts)
        lanes[index].traits += traits.map { Trait("sound's \($0.name)", $0.value) }
      } else {
        lanes.append(TimelineLane(kind: .track, name: track.id.name, traits: traits, parts: parts))
      }
    }
    let titles = composition.titles.map(TimelinePart.init).sorted { $0.range.start < $1.range.start }
    let chapters = composition.chapters.map { TimelinePart($0, in: composition) }
    let instructions = hasWrittenInstructions ? composition.instructions.map(TimelinePart.init) : []
    return lanes + [
      TimelineLane(kind: .titles, name: "titles", parts: titles),
      TimelineLane(kind: .instructions, name: "instructions", parts: instructions),
      TimelineLane(kind: .chapters, name: "chapters", parts: chapters.sorted { $0.range.start < $1.range.start }),
    ]
  }

  /// Sounds that are cut like a picture are one with it.
  private mutating func add(sounds: [TimelinePart]) {
    var places: [TimelinePart.Place: Int] = [:]
    for (index, part) in parts.enumerated() { places[part.place] = index }
    for sound in sounds {
      if let index = places[sound.place], parts[index].kind == .picture {
        parts[index].kind = .both
        // What is said of how its time runs is said once.
        let own = Set(parts[index].traits)
        parts[index].traits += sound.traits.filter { $0.name != "plays" || !own.contains($0) }
          .map { $0.name == "plays" || $0.name == "volume" ? $0 : Trait("sound's \($0.name)", $0.value) }
      } else {
        parts.append(sound)
      }
    }
    parts.sort { $0.range.start < $1.range.start }
  }

  /// Returns the source times at which the parts of the lanes begin and end.
  static func cuts(in lanes: [TimelineLane]) -> Set<TimelinePart.Cut> {
    Set(lanes.lazy.flatMap(\.parts).flatMap(\.cuts))
  }

  /// Joins neighbouring parts that continue each other, except at `cuts`, those of the other version.
  mutating func joinNeighbours(unlessIn cuts: Set<TimelinePart.Cut>) {
    parts = parts.reduce(into: []) { joined, part in
      guard let last = joined.last, let whole = last.joined(with: part), cuts.isDisjoint(with: part.cuts.prefix(1))
      else { return joined.append(part) }
      joined[joined.count - 1] = whole
    }
  }
}

extension TimelinePart {
  /// A source and a time in it at which a part begins or ends.
  struct Cut: Hashable {
    var subject: String
    var time: SourceTime
  }

  fileprivate var cuts: [Cut] {
    source.map { [Cut(subject: subject, time: $0.start), Cut(subject: subject, time: $0.end)] } ?? []
  }

  fileprivate struct Place: Hashable {
    var range: TimelineRange
    var identity: Identity
  }

  fileprivate var place: Place { Place(range: range, identity: identity) }

  fileprivate func joined(with next: TimelinePart) -> TimelinePart? {
    // What runs over a part's time or begins and ends with it is not the same over a longer one.
    let steady: Set<String> = ["fit", "crop", "anchor", "scale", "rotate", "position", "blend", "opacity", "volume"]
    guard kind == next.kind, subject == next.subject, range.end == next.range.start, traits == next.traits,
      traits.allSatisfy({ steady.contains($0.name) && !$0.value.contains("then") })
    else { return nil }
    var whole = self
    whole.range.end = next.range.end
    guard let source, let theirs = next.source else { return source == next.source ? whole : nil }
    guard source.end == theirs.start, source.duration == range.duration, theirs.duration == next.range.duration else {
      return nil
    }
    whole.source = SourceRange(source.start, theirs.end)
    return whole
  }

  fileprivate init(
    _ segment: VideoSegment, on track: VideoTrack, in composition: Composition, _ group: [VideoTrack],
    _ subject: (MediaReference) -> String
  ) {
    var traits = segment.traits
    if let transition = composition.transition(into: segment, on: track, of: group) {
      traits.append(Trait("transition", transition))
    }
    self.init(kind: .picture, name: "", range: segment.range, source: nil, traits: traits, subject: "")
    switch segment.content {
    case .gap: break
    case .color(let color): (name, self.subject) = ("color \(color)", "color \(color)")
    case .still(let media): (name, self.subject) = (media.description, subject(media))
    case .movie(let media, let mapping):
      (name, self.subject, source) = (media.description, subject(media), mapping.source)
    }
  }

  fileprivate init(_ segment: AudioSegment, _ subject: (MediaReference) -> String) {
    self.init(kind: .sound, name: "", range: segment.range, source: nil, traits: segment.traits, subject: "")
    if case .sound(let media, let mapping) = segment.content {
      (name, self.subject, source) = (media.description, subject(media), mapping.source)
    }
  }

  fileprivate init(_ title: Title) {
    self.init(
      kind: .title, name: title.name, range: title.range, source: nil, traits: title.traits, subject: title.name)
  }

  fileprivate init(_ chapter: Chapter, in composition: Composition) {
    let name = "“\(chapter.title.first ?? "")”"
    self.init(
      kind: .chapter, name: name, range: TimelineRange(chapter.at, chapter.end ?? chapter.at), source: nil,
      traits: chapter.traits, subject: name)
  }

  fileprivate init(_ instruction: Instruction) {
    let layers = instruction.layers.map { layer in
      let traits = layer.traits(from: instruction.range.start)
      return Trait("layer", traits.map { $0.value.isEmpty ? $0.name : "\($0.name) \($0.value)" }.joined(separator: " "))
    }
    let tracks = instruction.layers.flatMap(\.tracks).map(\.name).joined(separator: ", ")
    self.init(
      kind: .instruction, name: tracks.isEmpty ? "background" : tracks, range: instruction.range, source: nil,
      traits: layers + (instruction.showsTitles ? [] : [Trait("titles", "left out")]), subject: tracks)
  }
}

extension [VideoTrack] {
  /// What the document calls the track whose lanes these are: a lane has a letter behind that.
  var writtenName: String {
    let name = self[0].id.name
    return count > 1 && name.hasSuffix("-a") ? String(name.dropLast(2)) : name
  }
}

extension Composition {
  /// How a segment of a track with transitions comes in, and for how long; nil where it just begins.
  fileprivate func transition(into segment: VideoSegment, on track: VideoTrack, of lanes: [VideoTrack]) -> String? {
    guard lanes.count > 1, let other = lanes.first(where: { $0.id != track.id }),
      let out = other.segment(at: segment.range.start), !out.isGap, segment.range.start < out.range.end,
      out.range.start < segment.range.start, let instruction = instruction(at: segment.range.start)
    else { return nil }
    let length = (min(out.range.end, segment.range.end) - segment.range.start).inWords
    let names = Set(lanes.map(\.id))
    let layers = instruction.layers.filter { names.isSuperset(of: $0.tracks) && !$0.tracks.isEmpty }
    if case .mix(let first, let second, _, let mixture)? = layers.first?.content, layers.count == 1,
      [first, second].allSatisfy({ $0 == Layer(content: $0.content, matte: nil, $0.origin) })
    {
      return "\(mixture.inWords), \(length)"
    }
    // Which lane comes in alternates and says nothing.
    let text = layers.flatMap { $0.traits(from: instruction.range.start) }
      .map { trait in
        let name = trait.name == track.id.name ? "in" : trait.name == other.id.name ? "out" : trait.name
        return trait.value.isEmpty ? name : "\(name) \(trait.value)"
      }
      .joined(separator: " ").replacing(track.id.name, with: "in").replacing(other.id.name, with: "out")
    return "movement, \(length): \(text)"
  }

  private func instruction(at time: TimelineTime) -> Instruction? {
    let ended = instructions.leadingCount { $0.range.end <= time }
    return ended < instructions.count && instructions[ended].range.contains(time) ? instructions[ended] : nil
  }
}

extension Layer {
  /// One of which nothing is said but what it shows.
  fileprivate init(content: Content, matte: Matte?, _ origin: Origin) {
    self.init(content: content, origin: origin)
    self.matte = matte
  }
}
