import Syntax
import Foundation
import Platform
package import TimelineModel

/// A document that plays clips as they are, with every part spelled out that a beginner will want to change.
package struct FirstDocument {
  private let clips: [(path: String, name: String, facts: MediaFacts)]

  /// `document` is the file it will be in, which its paths are relative to.
  package init(_ files: [(String, MediaFacts)], besides document: String?) {
    let folder = AbsolutePath.of(document.map(PathName.folder) ?? ".")
    var names: Set<String> = []
    // The last number that a name got, so that a thousand of one name are not counted through each time.
    var numbers: [String: Int] = [:]
    clips = files.map { file, facts in
      let whole = AbsolutePath.of(file)
      let base = PathName.withoutEnding(PathName.name(of: whole)).lowercased().map {
        $0.isLetter || $0.isNumber ? $0 : "-"
      }.reduce("") { $0 + String($1) }
      var name = base
      while !names.insert(name).inserted {
        numbers[base, default: 1] += 1
        name = "\(base)-\(numbers[base]!)"
      }
      let path = PathName.rest(of: whole, below: folder) ?? whole
      return (path, name, facts)
    }
  }

  package var text: String {
    let moving = clips.compactMap { clip in clip.facts.isStill ? nil : clip.facts.video }.first
    var lines = ["timeline: 1"]
    if let video = moving {
      let size = video.displaySize
      let rate = video.timing.rate?.usual.description ?? "30"
      lines.append("canvas: { size: \(size.width & ~1)x\(size.height & ~1), rate: \(rate) }")
    } else if let still = clips.compactMap(\.facts.video).first {
      let size = still.displaySize
      lines.append("canvas: { size: \(max(2, size.width & ~1))x\(max(2, size.height & ~1)), rate: 30 }")
    }
    lines.append("assets:")
    lines += clips.map { "  \($0.name.quoted): \($0.path.quoted)" }
    let isSoundOnly = clips.allSatisfy { $0.facts.video == nil }
    lines += ["tracks:", "  - id: main", "    kind: \(isSoundOnly ? "audio" : "av")", "    segments:"]
    lines += clips.map { clip in
      let extent = clip.facts.isStill ? "duration: 5s" : "source: 0s..\(end(of: clip.facts))"
      return "      - { clip: \(clip.name.quoted), \(extent) }"
    }
    if isSoundOnly { lines.append("export: audio") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func end(of facts: MediaFacts) -> String {
    guard let end = facts.videoEnd ?? facts.audioEnd else { return "" }
    return "\(end.decimal ?? end.description)s"
  }
}
