import Media
import Planner
import TimelineModel

/// Puts finished pieces of picture and the sound beside them into one file.
final class MovieWriter {
  private let muxer: Muxer
  private let videoStream: Int?
  private let audioStream: Int?
  private let reorderDepth: Int64
  private var packetsWritten: Int64 = 0

  init(
    path: String, composition: Composition, start: TimelineTime, end: TimelineTime, firstChunk: EncodedChunk?,
    audio: StreamParameters?
  ) throws(RenderFailure) {
    var video = firstChunk?.parameters
    let depth = firstChunk.map { max($0.declaredReorderDepth, $0.reorderDepth) } ?? 0
    video?.reorderDepth = depth
    reorderDepth = Int64(depth)
    videoStream = video == nil ? nil : 0
    audioStream = audio == nil ? nil : (video == nil ? 0 : 1)
    let streams = [video, audio].compactMap(\.self)
    let chapters = composition.chapterFacts(from: start, to: end)
    muxer = try writing { () throws(LibAVError) in
      try Muxer(
        path: path, container: composition.output.container, streams: streams, metadata: composition.metadata,
        chapters: chapters)
    }
  }

  /// Every frame has one packet and the frames follow on one another, so the k-th smallest presentation time is k, and
  /// a decoding time of k − D is what x264 gives too, over all pieces alike.
  func write(_ chunk: EncodedChunk) throws(RenderFailure) {
    guard let videoStream else { return }
    for var packet in chunk.packets {
      packet.dts = packetsWritten - reorderDepth
      packetsWritten += 1
      guard packet.dts <= packet.pts else {
        throw RenderFailure(.encoder, "the encoder put pictures further out of order than it had said")
      }
      try writing { () throws(LibAVError) in try muxer.write(packet, stream: videoStream) }
    }
  }

  func write(_ packets: [EncodedPacket]) throws(RenderFailure) {
    guard let audioStream else { return }
    for packet in packets {
      try writing { () throws(LibAVError) in try muxer.write(packet, stream: audioStream) }
    }
  }

  func finish() throws(RenderFailure) {
    try writing { () throws(LibAVError) in try muxer.finish() }
  }
}

private func writing<Value>(_ body: () throws(LibAVError) -> Value) throws(RenderFailure) -> Value {
  do {
    return try body()
  } catch {
    throw RenderFailure(.output, "cannot write the movie", detail: "\(error)")
  }
}

extension EncodedChunk {
  /// How many packets a decoder has to hold back, as found in the packets.
  fileprivate var reorderDepth: Int {
    let first = packets.map(\.pts).min() ?? 0
    return Int(packets.enumerated().map { Int64($0.offset) - ($0.element.pts - first) }.max() ?? 0)
  }

  fileprivate var declaredReorderDepth: Int {
    if case .video(let video) = parameters.medium { video.reorderDepth } else { 0 }
  }
}

extension StreamParameters {
  fileprivate var reorderDepth: Int {
    get { if case .video(let video) = medium { video.reorderDepth } else { 0 } }
    set {
      guard case .video(var video) = medium else { return }
      video.reorderDepth = newValue
      medium = .video(video)
    }
  }
}

extension Composition {
  /// The chapters that begin between two times, on the clock of a movie that begins with the first.
  fileprivate func chapterFacts(from start: TimelineTime, to end: TimelineTime) -> [ChapterFacts] {
    let ordered = chapters.sorted { $0.at < $1.at }
    return zip(ordered, ordered.dropFirst().map(\.at) + [self.end]).compactMap { chapter, next in
      guard let part = TimelineRange(chapter.at, next).intersection(TimelineRange(start, end)) else { return nil }
      return ChapterFacts(start: part.start - start, end: part.end - start, title: chapter.title)
    }
  }
}
