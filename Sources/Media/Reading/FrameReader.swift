import CFFmpeg
package import Platform
package import TimelineModel

/// Gives any frame of a picture stream by its number. Reading forward is cheap; going back seeks, and keeps some of the
/// frames that it passes, so that reading backward does not decode all of them again for every frame.
///
/// Frames are known by their timestamps and never counted from a seek, so what comes out is the frame that was asked
/// for or an error. They are as coded: not turned, and scaled or converted only if the stream changes under way.
/// `facts` come from a precise probe.
package final class FrameReader {
  package let facts: VideoFacts
  package private(set) var framesDecoded = 0
  package private(set) var seeks = 0

  private let path: ConfinedPath
  private let threads: Int
  private var demuxer: Demuxer
  /// Nil while the reader rests.
  private var source: FrameDecoder?
  private let clock: FrameClock
  private let conformer: FrameConformer
  /// The last frame that was decoded and its number, which is where reading forward goes on.
  private var current: (index: Int64, frame: VideoFrame)?
  /// Frames before the last one that was asked for, while they are asked for backward.
  private var behind: [Int64: VideoFrame] = [:]
  private var lastAsked: Int64?
  /// Nil where damage is a failure.
  private let report: DamageReport?
  /// The last frame that is as it was coded, before the one that is sought.
  private var lastGood: (index: Int64, frame: VideoFrame)?
  /// Frames that are not in the file, and what is shown for them.
  private var hole: (frames: Range<Int64>, standIn: VideoFrame)?
  /// The frame that was sought, as it was decoded, if it is damaged; a damaged one after it, if it is missing.
  private var damaged: VideoFrame?
  /// The first frame that came after the one that was sought.
  private var overshot: Int64?

  /// With a `report` the last good frame stands in for a damaged or missing one.
  package init(path: ConfinedPath, facts: VideoFacts, threads: Int = 1, report: DamageReport? = nil) throws(LibAVError) {
    self.facts = facts
    self.report = report
    self.path = path
    self.threads = threads
    demuxer = try Demuxer(path: path, picture: facts)
    let source = try FrameDecoder(demuxer, stream: facts.stream, losses: facts.losses, threads: threads)
    self.source = source
    conformer = try FrameConformer(demuxer, at: path, facts)
    clock = FrameClock(facts: facts, timeBase: source.timeBase)
  }

  /// The frame whose interval holds `seconds`, counted from the first frame; the first or last one beyond the ends.
  package func frame(at seconds: Rational) throws(LibAVError) -> VideoFrame {
    try frame(facts.timing.frame(at: seconds))
  }

  /// Frame `index` of the stream's `FrameTiming`.
  package func frame(_ index: Int64) throws(LibAVError) -> VideoFrame {
    defer { lastAsked = index }
    if let current, current.index == index || facts.timing == .still { return current.frame }
    if let passed = behind[index] { return passed }
    if let hole, hole.frames.contains(index) { return concealed(index, by: hole.standIn) }
    behind = [:]
    damaged = nil
    let source = try awake()
    if isCheapToReach(index, source), let frame = try advance(source, to: index) { return frame }
    if let frame = try seekAndAdvance(source, to: index) { return frame }
    guard report != nil, let standIn = lastGood?.frame ?? damaged ?? current?.frame else { throw missing(index) }
    if damaged == nil { hole = (index..<(overshot ?? max(facts.timing.frameCount ?? 0, index + 1)), standIn) }
    return concealed(index, by: standIn)
  }

  private func concealed(_ index: Int64, by frame: VideoFrame) -> VideoFrame {
    report?(.picture, facts.timing.seconds(ofFrame: index))
    return frame
  }

  private func awake() throws(LibAVError) -> FrameDecoder {
    if let source { return source }
    let fresh = try FrameDecoder(demuxer, stream: facts.stream, losses: facts.losses, threads: threads)
    source = fresh
    return fresh
  }

  /// Lets go of the decoder and of the frames that it holds on to, until one is wanted again. The file stays open.
  package func rest() {
    source = nil
    current = nil
    behind = [:]
    lastGood = nil
  }

  /// How many frames before `index` will be wanted next, as far as they find room in some fifty megabytes.
  private func wanted(before index: Int64) -> Int64 {
    guard let lastAsked, index < lastAsked, lastAsked - index <= 8 else { return 0 }
    let pixels = facts.codedSize.width * facts.codedSize.height
    return Int64(min(max(25_000_000 / max(pixels, 1), 2), 64))
  }
}

// MARK: Reading forward

extension FrameReader {
  /// Decodes on until `index` has come; nil where a later frame or the end comes first, or where it is damaged and
  /// there is no good frame yet to stand in for it.
  private func advance(_ source: FrameDecoder, to index: Int64) throws(LibAVError) -> VideoFrame? {
    if report != nil, let current, current.index < index { lastGood = lastGood ?? current }
    // Its memory is wanted for the frames to come.
    current = nil
    overshot = nil
    let first = index - wanted(before: index)
    while let decoded = try source.next(isSeen: { packet in
      packet.pts.flatMap(clock.number).map { $0 >= first } ?? true
    }) {
      framesDecoded += 1
      // Nobody reads it any more, and copies of it take a time that grows with the square of its entries.
      av_dict_free(&decoded.pointee.metadata)
      let isDamaged = source.isDamaged(decoded)
      let number = number(of: decoded)
      let frame = try conformer.conform(decoded)
      guard let number else { continue }
      if number > index { overshot = number }
      if isDamaged {
        if number < index { continue }
        if number == index || report != nil { damaged = frame }
        guard number == index, report != nil, let good = lastGood else { return nil }
        current = (index, good.frame)
        return concealed(index, by: good.frame)
      }
      current = (number, frame)
      if number >= index {
        if number == index { lastGood = nil }
        return number == index ? frame : nil
      }
      if number >= first { behind[number] = frame }
      if report != nil { lastGood = (number, frame) }
    }
    return nil
  }

  /// The frame's number by its timestamp; nil for what is not part of the stream's timing.
  private func number(of frame: UnsafeMutablePointer<AVFrame>) -> Int64? {
    if facts.timing == .still { return 0 }
    return timestamp(frame.pointee.best_effort_timestamp).flatMap(clock.number)
  }

  /// True where decoding on is no dearer than a seek: the frame is near, or no key frame lies between.
  private func isCheapToReach(_ index: Int64, _ source: FrameDecoder) -> Bool {
    guard let current, let position = source.lastPacketTime else { return index == 0 }
    guard index > current.index else { return false }
    if index - current.index <= 8 || facts.isReadFromStart { return true }
    let entry = av_index_search_timestamp(source.stream, clock.ticks(of: index), AVSEEK_FLAG_BACKWARD)
    if entry >= 0, let keyFrame = avformat_index_get_entry(source.stream, entry) {
      return keyFrame.pointee.timestamp <= position
    }
    let ahead = facts.timing.seconds(ofFrame: index) - facts.timing.seconds(ofFrame: current.index)
    return ahead < Rational(5)
  }
}

// MARK: Seeking

extension FrameReader {
  /// Goes to a key frame before `index` and decodes on from there. What can be shown begins later than the key
  /// frame where leading pictures need the group before it, and some indexes are wrong; then it goes back further.
  private func seekAndAdvance(_ source: FrameDecoder, to index: Int64) throws(LibAVError) -> VideoFrame? {
    var target = clock.ticks(of: index)
    let second = max((Rational.one / source.timeBase).rounded ?? 1, 1)
    for distance in facts.isReadFromStart ? [] : [1, second, 4 * second, 16 * second] {
      guard source.seek(to: target) else { break }
      seeks += 1
      (current, lastGood) = (nil, nil)
      if let frame = try advance(source, to: index) { return frame }
      guard let landed = source.firstPacketTime else { break }
      target = min(target, landed) - distance
    }
    demuxer = try Demuxer(path: path, picture: facts)
    rest()
    seeks += 1
    return try advance(awake(), to: index)
  }

  private func missing(_ index: Int64) -> LibAVError {
    let seconds = facts.timing.seconds(ofFrame: index)
    return LibAVError(
      call: "decode frame \(index)", code: cff_error_invalid_data,
      text: damaged == nil
        ? "there is no picture at \(seconds.decimal ?? seconds.description) s"
        : "the picture is damaged at \(seconds.decimal ?? seconds.description) s",
      log: source?.damage?.log ?? source?.damage?.text)
  }
}
