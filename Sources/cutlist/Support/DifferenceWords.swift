import CutlistKit
import Diagnostics
import TimelineModel

/// A difference in sentences, under headings.
struct DifferenceWords {
  /// How a line stands to the old version.
  enum Mark: Character { case added = "+", removed = "-", changed = "~", moved = ">", none = " " }

  struct Line: Hashable {
    var mark = Mark.none
    /// When, as in `2s..10s`; empty where it is about no time.
    var place = ""
    var text: String
  }

  struct Section {
    var heading: String
    var lines: [Line]
  }

  let difference: EditDifference

  var sections: [Section] {
    let all =
      [Section(heading: "programme", lines: settings)] + difference.lanes.map(section)
      + [Section(heading: pictureHeading, lines: picture), Section(heading: soundHeading, lines: sound)]
    return (all.filter { !$0.lines.isEmpty } + unknown).map { section in
      Section(
        heading: section.heading.shown,
        lines: section.lines.map { Line(mark: $0.mark, place: $0.place, text: $0.text.shown) })
    }
  }

  private var settings: [Line] {
    difference.settings.map { Line(mark: .changed, text: words($0)) } + difference.shifts.map(line)
  }

  private var unknown: [Section] {
    guard difference.picture == nil else { return [] }
    return [
      Section(
        heading: "picture and sound",
        lines: [Line(text: "frames are not compared, since nothing is known of some of the media")])
    ]
  }

  private func line(_ shift: TimelineShift) -> Line {
    let what = shift.tracks.isEmpty ? "everything" : "all of \(shift.tracks.joined(separator: ", "))"
    return Line(mark: .moved, text: "\(what) from \(shift.start) on stands \(later(shift.length))")
  }

  // MARK: Tracks

  private func section(_ lane: LaneChange) -> Section {
    let heading = lane.kind == .changed ? lane.name : "\(lane.name), which is \(lane.kind == .added ? "new" : "gone")"
    return Section(
      heading: heading,
      lines: lane.traits.map { Line(mark: .changed, text: words($0)) } + lane.parts.map { line($0, in: lane) })
  }

  private func line(_ change: PartChange, in lane: LaneChange) -> Line {
    guard let after = change.after else {
      let part = change.before!
      return Line(mark: .removed, place: place(part), text: name(of: part, in: lane))
    }
    guard let before = change.before else {
      // Of a title there is always much to say.
      let hasTraits = after.kind != .title && after.kind != .chapter
      let traits = hasTraits ? after.traits.map { "\($0.name) \($0.value)" } : []
      return Line(
        mark: .added, place: place(after),
        text: name(of: after, in: lane) + (traits.isEmpty ? "" : ": " + traits.joined(separator: "; ")))
    }
    var details: [String] = []
    if let track = change.fromTrack { details.append("comes from \(track)") }
    if let move = change.move, move != .zero { details.append("stands \(later(move))") }
    details += trim(change)
    details += change.traits.map(words)
    let isTrimmed = before.source != after.source
    let source = isTrimmed ? after.source.map { " → \($0)" } ?? "" : ""
    return Line(
      mark: change.kind == .moved ? .moved : .changed, place: place(after),
      text: "\(name(of: before, in: lane))\(source): \(details.joined(separator: "; "))")
  }

  private func place(_ part: TimelinePart) -> String {
    part.range.isEmpty ? "\(part.range.start)" : "\(part.range)"
  }

  private func name(of part: TimelinePart, in lane: LaneChange) -> String {
    let name = lane.hasPictures && part.kind == .sound ? "sound of \(part.name)" : part.name
    return name + (part.source.map { $0.isEmpty ? " at \($0.start)" : " \($0)" } ?? "")
  }

  private func trim(_ change: PartChange) -> [String] {
    var words: [String] = []
    if let (head, tail) = change.trim, head != .zero || tail != .zero {
      if head == tail { return ["shows what comes \(later(head)) in its source"] }
      if head != .zero { words.append("begins \(later(head)) in its source") }
      if tail != .zero { words.append("ends \(later(tail)) in its source") }
    } else if change.growth != .zero {
      words.append("lasts \(change.growth.magnitude.inWords) \(change.growth > .zero ? "longer" : "less")")
    }
    return words
  }

  private func later(_ length: Rational) -> String {
    "\(length.magnitude.inWords) \(length > .zero ? "later" : "earlier")"
  }

  private func words(_ change: TraitChange) -> String {
    func value(_ text: String) -> String { text.isEmpty ? "set" : text }
    let standard = DifferenceWords.standards[change.name]
    return switch (change.before ?? standard, change.after ?? standard) {
    case (let before?, let after?): "\(change.name) \(value(before)) → \(value(after))"
    case (nil, let after?): after.isEmpty ? "\(change.name) is new" : "\(change.name) is new: \(after)"
    case (let before?, nil): before.isEmpty ? "\(change.name) is gone" : "\(change.name) is gone: \(before)"
    case (nil, nil): change.name
    }
  }

  /// What holds where nothing is said.
  private static let standards = [
    "plays": "at its own speed", "opacity": "1", "volume": "1", "fade": "none", "transition": "none", "scale": "[1, 1]",
    "rotate": "0", "blend": "normal", "fit": "contain", "matte": "none", "sound's fade": "none",
    "sound's crossfade": "none", "language of the sound": "none", "loudness": "as it is",
  ]

  // MARK: Frames and seconds

  private var pictureHeading: String {
    guard let picture = difference.picture else { return "picture" }
    let gone = picture.goneCount == 0 ? "" : ", \(picture.goneCount) are gone"
    return "picture: \(picture.changedCount) of \(picture.counts.after) frames differ\(gone)"
  }

  private var picture: [Line] {
    lines(
      difference.picture, new: { frames($0, of: difference.after) }, old: { frames($0, of: difference.before) })
  }

  /// As half open ranges, of numbers and of timecodes.
  private func frames(_ range: Range<Int64>, of composition: Composition) -> String {
    let rate = composition.canvas.rate
    let start = max(rate.frame(at: composition.canvas.start) ?? 0, 0)
    let codes = [range.lowerBound, range.upperBound].map {
      "\(Timecode(frame: start + $0, at: rate, dropsFrames: composition.canvas.startDropsFrames))"
    }
    return "frames \(range.lowerBound)..\(range.upperBound) (\(codes.joined(separator: "..")))"
  }

  private var soundHeading: String {
    guard let sound = difference.sound else { return "sound" }
    // The last piece may be longer than what is left.
    func length(_ count: Int64, of composition: Composition) -> String {
      min(Rational(count) * difference.pieceLength, max(composition.end.seconds, .zero)).inWords
    }
    let gone = sound.goneCount == 0 ? "" : ", \(length(sound.goneCount, of: difference.before)) are gone"
    return """
      sound: \(length(sound.changedCount, of: difference.after)) of \(difference.after.end.inWords) differ\(gone)
      """
  }

  private var sound: [Line] {
    let lines = self.lines(
      difference.sound, new: { seconds($0, of: difference.after) }, old: { seconds($0, of: difference.before) })
    guard difference.loudnessMayDiffer else { return lines }
    return lines + [Line(text: "all of it may get louder or softer, since the loudness of the whole is measured anew")]
  }

  private func seconds(_ range: Range<Int64>, of composition: Composition) -> String {
    let times = [range.lowerBound, range.upperBound].map {
      min(TimelineTime(Rational($0) * difference.pieceLength), max(composition.end, .zero))
    }
    return "\(times[0])..\(times[1])"
  }

  /// Many short differences close to one another are said together.
  private func lines(
    _ difference: StretchDifference?, new: (Range<Int64>) -> String, old: (Range<Int64>) -> String
  ) -> [Line] {
    var groups: [[StretchDifference.Hunk]] = []
    for hunk in difference?.hunks ?? [] {
      if let last = groups.last?.last, hunk.after.lowerBound - last.after.upperBound < DifferenceWords.close {
        groups[groups.count - 1].append(hunk)
      } else {
        groups.append([hunk])
      }
    }
    return groups.flatMap { group -> [Line] in
      guard group.count > DifferenceWords.few else { return group.map { self.line($0, new: new, old: old) } }
      let whole = StretchDifference.Hunk(
        before: group[0].before.lowerBound..<group[group.count - 1].before.upperBound,
        after: group[0].after.lowerBound..<group[group.count - 1].after.upperBound)
      var line = self.line(whole, new: new, old: old)
      line.text += ", here and there"
      return [line]
    }
  }

  private static let close: Int64 = 12
  private static let few = 3

  private func line(
    _ hunk: StretchDifference.Hunk, new: (Range<Int64>) -> String, old: (Range<Int64>) -> String
  ) -> Line {
    if hunk.before.isEmpty { return Line(mark: .added, text: new(hunk.after)) }
    if hunk.after.isEmpty { return Line(mark: .removed, text: old(hunk.before)) }
    let before = hunk.before == hunk.after ? "" : " in place of \(old(hunk.before))"
    return Line(mark: .changed, text: new(hunk.after) + before)
  }
}

// MARK: Forms

extension DifferenceWords {
  /// For a terminal.
  func text(isColored: Bool) -> String {
    sections.map { section in
      let width = min(section.lines.map(\.place.count).max() ?? 0, 24)
      let lines = section.lines.map { line in
        let place = line.place.padding(to: width)
        let text = "\(line.mark.rawValue) \(place)\(width > 0 ? "  " : "")\(line.text)"
        return "  " + (isColored ? line.mark.color.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text : text)
      }
      let heading = isColored ? "\u{1B}[1m\(section.heading)\u{1B}[0m" : section.heading
      return ([heading] + lines).joined(separator: "\n") + "\n"
    }.joined()
  }

  /// For a comment on a change.
  var markdown: String {
    guard !difference.isEmpty else { return "Both make the same movie.\n" }
    return sections.map { section in
      let lines = section.lines.map { line in
        let place = line.place.isEmpty ? "" : "\(line.place.markdownCode) "
        return "- \(line.mark.word)\(place)\(line.text.markdown)"
      }
      return "**\(section.heading.markdown)**\n\n" + lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension DifferenceWords.Mark {
  fileprivate var color: String? {
    switch self {
    case .added: "32"
    case .removed: "31"
    case .changed: "33"
    case .moved: "36"
    case .none: nil
    }
  }

  fileprivate var word: String {
    switch self {
    case .added: "added: "
    case .removed: "removed: "
    case .moved: "moved: "
    case .changed: "changed: "
    case .none: ""
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
