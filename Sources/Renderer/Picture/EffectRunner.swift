import Media
import Planner
import TimelineModel

/// Runs filters that remember frames over a source, and gives what comes of any of its frames. Going on is cheap; going
/// back begins anew, as far before the frame as the filters remember.
final class EffectRunner {
  private let run: EffectRun
  private let canvas: ColorMeaning
  private let folder: MediaFolder
  private let picture: (PictureSource) throws -> VideoFrame
  private var graph: FilterGraph?
  /// The frame that is fed in first, and the one that is next.
  private var start: Int64 = 0
  private var next: Int64 = 0
  private var hasEnded = false
  /// How often the last frame is fed in again, where there are too few for the filters to show anything.
  private var repeats: Int64 = 0
  private static let mostRepeats: Int64 = 256
  /// What has come out that shows last, and what came after it, with the frames from which on they show.
  private var shown: (frame: VideoFrame, position: Rational)?
  private var following: (frame: VideoFrame, position: Rational)?

  /// `picture` gives what is fed in.
  init(
    _ run: EffectRun, canvas: ColorMeaning, folder: MediaFolder,
    picture: @escaping (PictureSource) throws -> VideoFrame
  ) {
    self.run = run
    self.canvas = canvas
    self.folder = folder
    self.picture = picture
  }

  /// What comes of a frame of the source: what the filters show from that frame on. Where nothing has come out by then,
  /// it is what comes first.
  func frame(_ number: Int64) throws -> VideoFrame {
    if !canGoOn(to: number) { try begin(for: number) }
    while true {
      if let shown, Rational(start) + shown.position >= Rational(number) { return shown.frame }
      if let following {
        if let shown, Rational(start) + following.position > Rational(number) { return shown.frame }
        shown = following
        self.following = nil
      } else if let result = try graph?.next() {
        following = result
      } else if hasEnded {
        if let shown { return shown.frame }
        guard repeats < EffectRunner.mostRepeats else {
          throw LibAVError(call: run.name, code: -1, text: "the filter gave no picture")
        }
        repeats = max(1, 2 * repeats)
        try begin(for: number)
      } else {
        try feed()
      }
    }
  }

  private func canGoOn(to number: Int64) -> Bool {
    guard graph != nil, number >= start else { return false }
    if let shown, Rational(start) + shown.position > Rational(number) { return false }
    guard let reach = run.reach else { return true }
    // Further on, beginning anew takes fewer frames.
    return number - reach <= next + reach && first(for: number) >= start
  }

  private func first(for number: Int64) -> Int64 {
    run.reach.map { max(run.frames.lowerBound, number - $0) } ?? run.frames.lowerBound
  }

  private func begin(for number: Int64) throws {
    (shown, following, hasEnded) = (nil, nil, false)
    graph = try FilterGraph(run.graph, filesAt: folder.path)
    start = first(for: number)
    next = start
  }

  private func feed() throws {
    guard next < run.frames.upperBound + repeats else {
      hasEnded = true
      try graph?.end()
      return
    }
    try graph?.feed(try read(min(next, run.frames.upperBound - 1)))
    next += 1
  }

  private func read(_ number: Int64) throws -> VideoFrame {
    let source = run.source(number)
    guard case .color(let color) = source.content else { return try picture(source) }
    let input = run.graph.inputs[0]
    return try VideoFrame.solid(color, size: input.size, pixelFormat: input.pixelFormat, on: canvas)
  }
}

extension EffectRun {
  fileprivate var name: String { graph.filters.last?.name ?? "effects" }
}
