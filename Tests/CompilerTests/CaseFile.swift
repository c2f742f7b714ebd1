import Foundation
import TimelineModel

/// A Markdown file of cases: prose, and under each heading a `media` block (the facts), a `yaml` or `json` block (the
/// document), and what is expected of it in blocks named `diagnostics`, `composition` and `expanded`.
struct CaseFile {
  let url: URL
  private var lines: [String]

  struct Block {
    var kind: String
    /// The lines between the fences.
    var lines: Range<Int>
    var heading: String
  }

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Cases")

  static var all: [URL] {
    let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
  }

  init(_ url: URL) throws {
    self.url = url
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var heading = ""
    var open: (kind: String, start: Int)?
    for (index, line) in lines.enumerated() {
      if let fence = open {
        guard line == "```" else { continue }
        blocks.append(Block(kind: fence.kind, lines: fence.start..<index, heading: heading))
        open = nil
      } else if line.hasPrefix("```") {
        open = (String(line.dropFirst(3)), index + 1)
      } else if line.hasPrefix("#") {
        heading = line.drop { $0 == "#" || $0 == " " }.description
      }
    }
    return blocks
  }

  func text(of block: Block) -> String { lines[block.lines].joined(separator: "\n") }

  /// Puts new text into blocks and writes the file.
  mutating func rewrite(_ changes: [(Block, String)]) throws {
    for (block, text) in changes.sorted(by: { $0.0.lines.lowerBound > $1.0.lines.lowerBound }) {
      lines.replaceSubrange(block.lines, with: text.isEmpty ? [] : text.components(separatedBy: "\n"))
    }
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }
}

extension MediaCatalog {
  /// Facts as cases write them, one file a line: `cat.mov  10 s  1920x1080  25 fps  48000 Hz  rotated 90`. What is not
  /// written is not there; `missing` is a file that is not. The picture is H.264 of 4:2:0 unless another codec or pixel
  /// format is written.
  init(lines: String) {
    self.init()
    for line in lines.split(separator: "\n") {
      let words = line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
        !$0.isEmpty
      }
      let finding = MediaCatalog.finding(Array(words.dropFirst()))
      // A sequence's pattern is told by its place for a number.
      let rate = words[0].contains("%") ? finding.facts?.video?.timing.rate : nil
      media[rate.map { MediaReference(words[0], imageRate: $0) } ?? MediaReference(words[0])] = finding
    }
  }

  private static let codecs: Set<String> = ["hevc", "ffv1", "prores", "vp9", "av1"]

  private static func finding(_ words: [String]) -> MediaFinding {
    if words == ["missing"] { return .missing }
    func value(_ unit: String) -> String? { words.first { $0.hasSuffix(unit) }.map { String($0.dropLast(unit.count)) } }
    let duration = value(" s").flatMap(exact) ?? .one
    var facts = MediaFacts(container: "mov")
    if let size = words.first(where: { $0.wholeMatch(of: /[0-9]+x[0-9]+/) != nil }) {
      let sides = size.split(separator: "x").map { Int($0)! }
      let rate = value(" fps").flatMap(exact).flatMap(FrameRate.init)
      let timing: FrameTiming =
        if words.contains("still") {
          .still
        } else if let rate, words.contains("gaps") {
          .sparse(rate, places: [0, 1, 3], end: duration)
        } else if let rate {
          .regular(rate, count: (duration * rate.perSecond).rounded!)
        } else {
          .irregular(times: [.zero, Rational(1, 3)], end: duration)
        }
      facts.video = VideoFacts(
        stream: 0, codec: "h264", codedSize: PixelSize(width: sides[0], height: sides[1]),
        orientation: Orientation(quarterTurns: words.contains("rotated 90") ? 1 : 0), timing: timing)
      if let codec = words.first(where: codecs.contains) { facts.video?.codec = codec }
      if let format = words.first(where: { $0.hasPrefix("yuv") }) { facts.video?.pixelFormat = format }
      facts.video?.profile = words.first { $0.hasPrefix("profile ") }.map { String($0.dropFirst(8)) }
      if let aspect = words.first(where: { $0.hasPrefix("pixels ") }).flatMap({ exact(String($0.dropFirst(7))) }) {
        facts.video?.pixelAspect = aspect
      }
      if words.contains("interlaced") { facts.video?.fields = .top }
      if words.contains("bt601") {
        facts.video?.color = ColorFacts(matrix: "smpte170m", primaries: "smpte170m", transfer: "smpte170m")
      }
      if words.contains("PQ") { facts.video?.color = ColorMeaning.pq.facts }
      if words.contains("HLG") { facts.video?.color = ColorMeaning.hlg.facts }
    }
    if let sampleRate = value(" Hz") {
      let sound = words.first { $0.hasPrefix("sound ") }.flatMap { exact(String($0.dropFirst(6).dropLast(2))) }
      facts.audio = AudioFacts(
        stream: 1, codec: "aac", sampleRate: Int(sampleRate)!, channels: 2, layout: "stereo",
        duration: sound ?? duration)
    }
    facts.isDurationInHeader = !words.contains("length not in its header")
    facts.chapters = words.filter { $0.hasPrefix("chapter ") }.map { word in
      let parts = word.split(separator: " ", maxSplits: 3).map(String.init)
      return ChapterFacts(start: exact(parts[1])!, end: exact(parts[2])!, title: parts[3])
    }
    facts.timecode = words.first { $0.hasPrefix("timecode ") }.flatMap { Timecode(String($0.dropFirst(9))) }
    if words.contains("undecodable sound") {
      facts.streams.append(StreamFacts(index: 1, medium: "audio", codec: "truespeech", isDecodable: false))
    }
    facts.damage = value(" s damaged").flatMap(exact)
    // The end of what is there.
    if let whole = value(" s whole").flatMap(exact) { (facts.breaksOff, facts.listedSound) = (duration, whole) }
    return .found(facts)
  }

  private static func exact(_ text: String) -> Rational? {
    let parts = text.split(separator: "/").map(String.init)
    guard parts.count == 2 else { return Rational(decimal: text) }
    return Rational(Int64(parts[0])!, Int64(parts[1])!)
  }
}

extension MediaFinding {
  fileprivate var facts: MediaFacts? { if case .found(let facts) = self { facts } else { nil } }
}
