import Compiler
import Media
import TimelineModel

/// The options of a filter or an encoder which the document names, those that documents may use.
struct LibraryOptions {
  let facts: [String: OptionFacts]

  /// `word` is a key of a mapping of options; nil where it cannot be told whose.
  init?(around word: WordMap.Word, in map: WordMap) {
    let mappings = map.mappings(around: word)
    guard mappings.count > 1 else { return nil }
    let owner = mappings[1]
    let objects = Set(owner.objects.map(\.name))
    if objects.contains("filter"), let name = owner.values["name"] {
      let isSound = mappings.contains { $0.objects.contains { $0.name == "sound-effect" } }
      guard case .found(let filter) = FilterCatalog.finding(name, for: isSound ? .sound : .picture) else { return nil }
      facts = filter.options.filter { !$0.value.gate.isRefused }
    } else if objects.contains("video-export") || objects.contains("audio-export") {
      let isSound = objects.contains("audio-export")
      let codec = owner.values["codec"] ?? (isSound ? "aac" : "h264")
      let encoder = (isSound ? CodecNames.audio : CodecNames.video)[codec] ?? codec
      guard case .found(let known) = EncoderCatalog.finding(encoder) else { return nil }
      facts = known.options.filter { !$0.value.gate.isRefused }
    } else {
      return nil
    }
  }
}
