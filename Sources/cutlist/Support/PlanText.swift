import Compiler
import Diagnostics
import Planner
import TimelineModel

/// A plan as a table: one line for each shot, and what it all comes to.
struct PlanText {
  let report: PlanReport
  let composition: Composition
  let transitions: [TransitionArithmetic]
  let moves: [FrameMove]

  var text: String {
    let shots = table([["frames", "time", "work", "of", "why"]] + report.shots.map(row))
    let rows = transitions.map { [$0.track.name, "\($0.range.start.inWords) to \($0.range.end.inWords)", $0.text] }
    let sums = rows.isEmpty ? [] : table([["track", "time", "transition"]] + rows) + [""]
    let moved = moves.map { [$0.what, TimelineTime($0.from).inWords, TimelineTime($0.to).inWords] }
    let moveTable = moved.isEmpty ? [] : table([["moved to a frame", "from", "to"]] + moved) + [""]
    return (shots + [""] + sums + moveTable + totals + [sound] + loudness).map(\.shown).joined(separator: "\n") + "\n"
  }

  private func table(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).map { $0.padding(to: $1) }.joined(separator: "  ").trimmingSuffix(" ")
    }
  }

  private func row(_ shot: ShotReport) -> [String] {
    let last = shot.frames.upperBound - 1
    let frames = shot.frames.count == 1 ? "\(last)" : "\(shot.frames.lowerBound)-\(last)"
    return [
      frames, "\(shot.start.inWords) to \(shot.end.inWords)", shot.isCopied ? "copy" : "encode",
      shot.reads.map(words).joined(separator: ", "), shot.reason.map { $0.page.id.name } ?? "",
    ]
  }

  private func words(_ read: SourceReading) -> String {
    "\(read.media) \(read.frames.lowerBound)-\(read.frames.upperBound - 1)"
  }

  private var totals: [String] {
    guard !report.shots.isEmpty else { return ["no picture"] }
    let total = report.copiedFrames + report.encodedFrames
    let share = Int((Double(report.copiedFrames) / Double(max(total, 1)) * 100).rounded())
    var lines = [
      "\(total) frames: \(report.copiedFrames) copied (\(share) %), \(report.encodedFrames) encoded in "
        + "\(report.pieceCount) \(report.pieceCount == 1 ? "piece" : "pieces")",
      "\(report.decodedFrames) frames decoded, \(report.catchUpFrames) of them to catch up with a cut; at most "
        + "\(report.peakDecoders) \(report.peakDecoders == 1 ? "movie" : "movies") at once",
    ]
    if let output = composition.output.video {
      lines.append("to \(output.encoder), \(output.pixelFormat), in \(composition.output.container.rawValue)")
    }
    return lines
  }

  private var loudness: [String] {
    guard report.sound != nil, let target = composition.mastering.loudness else { return [] }
    return [
      "all of it is listened to beforehand, to bring it to \(target.integrated.plain) LUFS with peaks up to "
        + "\(target.truePeak.plain) dB; the store keeps what was measured"
    ]
  }

  private var sound: String {
    guard let job = report.sound else { return "no sound" }
    let length = TimelineTime(Rational(Int64(job.samples.count)) / Rational(composition.canvas.sampleRate)).inWords
    switch job.decision {
    case .copy(let copy): return "\(length) of sound copied from \(copy.media)"
    case .encode(let obstacles):
      let reasons = obstacles.map { $0.reason.rawValue + ($0.detail.map { " (\($0))" } ?? "") }
      return "\(length) of sound encoded: \(reasons.joined(separator: ", "))"
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var result = self
    while result.last == character { result.removeLast() }
    return result
  }
}
