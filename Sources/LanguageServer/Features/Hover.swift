import Compiler
import CutlistKit
import Diagnostics
import Syntax
import TimelineModel

extension ReadDocument {
  /// What is known of the word under the cursor: what is wrong with it, when it plays, what its source is, what the key
  /// means.
  func hover(at position: LSP.Position, isMarkdown: Bool, rulesURL: String?) -> LSP.Hover? {
    guard kind != .other else { return nil }
    let offset = offset(of: position)
    let word = words.word(at: offset)
    var parts: [String] = []
    if let word {
      parts += meaning(of: word)
      parts += ramp(around: word)
      parts += segment(around: word)
      parts += source(of: word)
      parts += library(entryOf: word)
    }
    parts += rules(at: offset, rulesURL)
    guard !parts.isEmpty else { return nil }
    let text = parts.joined(separator: "\n\n")
    return LSP.Hover(
      contents: LSP.MarkupContent(kind: isMarkdown ? "markdown" : "plaintext", value: isMarkdown ? text : text.plain),
      range: word.map { range(of: $0.span) })
  }

  /// What the language says of a key, and what the document says of a name.
  private func meaning(of word: WordMap.Word) -> [String] {
    if case .key(let property) = word.role {
      return ["**\(word.text)** — \(property.doc)\(property.isRequired ? " Required." : "")"]
    }
    guard let occurrence = names.occurrence(at: word.span.start) ?? names.occurrence(at: word.span.end),
      let kind = names.all(occurrence.name, in: occurrence.space).lazy.compactMap(\.declared).first
    else { return [] }
    switch kind {
    case .track: return ["track \(occurrence.name.markdownCode)" + track(occurrence.name)]
    case .asset: return ["asset \(occurrence.name.markdownCode)" + asset(occurrence.name)]
    default: return ["\(kind.noun.split(separator: " ").last ?? "") \(occurrence.name.markdownCode)"]
    }
  }

  private func track(_ name: String) -> String {
    let node = tree?["tracks"]?.elements?.first { $0["id"]?.scalar?.text == name }
    let words = [node?["kind"]?.scalar?.text, node.flatMap { times.tracks[$0.span] }?.words].compactMap(\.self)
    return words.isEmpty ? "" : ": " + words.joined(separator: ", ").markdown
  }

  private func asset(_ name: String) -> String {
    guard let node = tree?["assets"]?[name] else { return "" }
    return ": " + String(source.text(of: node.span).prefix { !$0.isNewline }).markdownCode
  }

  // MARK: Times

  private func segment(around word: WordMap.Word) -> [String] {
    guard let segment = times.segment(at: word.span), isAbout(word, segment) else { return [] }
    var lines = [
      "on the timeline from \(segment.range.start.inWords) to \(segment.range.end.inWords) "
        + "(\(segment.range.duration.inWords))"
    ]
    if let mapping = segment.mapping, let media = segment.media {
      let (start, end) = (mapping.source.start.inWords, mapping.source.end.inWords)
      lines.append(
        mapping.isFrozen
          ? "\(media.description.markdownCode) at \(start), standing still"
          : "\(media.description.markdownCode) from \(start) to \(end)\(mapping.isReversed ? ", backwards" : "")"
            + (mapping.isAtOwnSpeed
              ? "" : mapping.speed.map { ", at \($0) times its speed" } ?? ", at a changing speed"))
    }
    return [lines.joined(separator: "  \n")]
  }

  /// The words of a segment that say what plays and when.
  private func isAbout(_ word: WordMap.Word, _ segment: TimeTable.Segment) -> Bool {
    if word.span == segment.span { return true }
    let keys: Set<String> = ["clip", "source", "source-tc", "id", "at", "duration", "speed", "gap", "freeze"]
    guard let mapping = word.mapping.map({ words.mappings[$0] }), mapping.span == segment.span else { return false }
    if case .key = word.role { return keys.contains(word.text) }
    return word.path.last.map(keys.contains) ?? false
  }

  /// The two ends of a ramp that a word is a part of.
  private func ramp(around word: WordMap.Word) -> [String] {
    guard let mapping = words.mappings(around: word).first, let from = mapping.values["from"],
      let to = mapping.values["to"]
    else { return [] }
    let own = times.ramps.first { span, _ in mapping.span.start <= span.start && span.end <= mapping.span.end }
    guard let range = own?.value else { return ["from \(from.markdown) to \(to.markdown)"] }
    return ["\(from.markdown) at \(range.start.inWords), \(to.markdown) at \(range.end.inWords)"]
  }

  // MARK: Sources

  private func source(of word: WordMap.Word) -> [String] {
    guard case .value = word.role, word.meaning == .clip || word.meaning == .path else {
      guard case .name(.declares(.asset)) = word.role else { return [] }
      return facts(ofAsset: word.text)
    }
    if names.occurrence(at: word.span.start) != nil { return facts(ofAsset: word.text) }
    return facts(of: [word.text])
  }

  private func facts(ofAsset name: String) -> [String] {
    guard let node = tree?["assets"]?[name] else { return [] }
    let paths = [node] + ["file", "image", "images", "timeline"].compactMap { node[$0] }
    return facts(of: paths.compactMap(\.scalar?.text))
  }

  private func facts(of paths: [String]) -> [String] {
    guard let catalog = loaded?.catalog else { return [] }
    for (reference, finding) in catalog.media.sorted(by: { $0.key < $1.key }) where paths.contains(reference.path) {
      if case .found(let facts) = finding { return [facts.summary.markdown] }
      return [finding.complaint.markdown]
    }
    return []
  }

  // MARK: Libraries

  /// What FFmpeg says of an option of its own.
  private func library(entryOf word: WordMap.Word) -> [String] {
    guard word.path.last == "options", case .name = word.role, let options = LibraryOptions(around: word, in: words)
    else { return [] }
    return options.facts[word.text].map { ["**\(word.text)** — \($0.help)"] } ?? []
  }

  // MARK: Rules

  private func rules(at offset: Int, _ rulesURL: String?) -> [String] {
    let found = diagnostics.filter { diagnostic in
      diagnostic.span.map { $0.file == source.id && $0.start <= offset && offset <= $0.end } ?? false
    }
    var seen: Set<DiagnosticID> = []
    return found.compactMap { diagnostic in
      guard seen.insert(diagnostic.id).inserted, let page = ListedRule.pages[diagnostic.id] else { return nil }
      let name = ListedRule.address(of: page.id, at: rulesURL).map { "[\(page.id)](\($0))" } ?? "`\(page.id)`"
      return "---\n\(name): \(page.summary)\n\n\(page.rationale)"
    }
  }
}

extension ListedRule {
  static let pages = Dictionary(all.map { ($0.page.id, $0.page) }) { first, _ in first }
}

extension MediaFacts {
  /// In one line for people.
  fileprivate var summary: String {
    var parts: [String] = []
    if let end = [videoEnd, audioEnd].compactMap(\.self).max() {
      parts.append(end.inWords)
    } else {
      parts.append("a still")
    }
    if let video {
      let rate = isStill ? nil : video.timing.rate.map { "\($0) fps" } ?? "variable rate"
      parts += [video.codec, "\(video.displaySize)", rate, video.pixelFormat].compactMap(\.self)
    }
    if let audio { parts += [audio.codec, "\(audio.sampleRate) Hz", audio.layout] }
    if let timecode { parts.append("timecode \(timecode)") }
    return parts.joined(separator: ", ")
  }
}

extension String {
  /// Without what only Markdown shows.
  fileprivate var plain: String {
    replacing("**", with: "").replacing("`", with: "").replacing("---\n", with: "").replacing("  \n", with: "\n")
      .replacing(/\\([\\`*_\[\]<>|#&~!])/) { $0.output.1 }
  }
}
