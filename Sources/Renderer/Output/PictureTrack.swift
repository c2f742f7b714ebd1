import Media
import Planner
import TimelineModel

/// The movie's picture, piece after piece: copied packets, and those of pieces that threads are encoding meanwhile.
final class PictureTrack {
  /// What the muxer has to know.
  let parameters: StreamParameters
  private let pieces: PicturePieces
  private let jobs: PictureJobs<EncodedPiece>
  private let copies: CopySources?
  /// Nil where encoded packets are written as they are.
  private let formatter: PacketFormatter?
  private let reorderDepth: Int64
  private let meter: ProgressMeter
  /// The first encoded piece, until it is written.
  private var first: EncodedPiece?
  private var packetsWritten: Int64 = 0

  init(
    _ pieces: PicturePieces, copies: CopySources?, setup: PictureSetup, sizing: PictureSizing? = nil, threads: Int,
    tally: PieceTally, cancellation: CancellationFlag, meter: ProgressMeter
  ) throws(RenderFailure) {
    self.pieces = pieces
    self.copies = copies
    self.meter = meter
    let encoded = pieces.encoded
    let jobs = PictureJobs<EncodedPiece>(
      count: encoded.count, setup: setup, threads: threads, tally: tally, cancellation: cancellation,
      frameDone: { meter.advance() }
    ) { (source, job) throws(RenderFailure) in
      try source.piece(encoded[job], number: job, setup.settings, sizing)
    }
    self.jobs = jobs
    // What an encoder says of its stream comes with its first piece, so that no encoder is opened only to be asked.
    first = encoded.isEmpty ? nil : try jobs.next()
    let own = first?.parameters
    var track: StreamParameters
    if let copies {
      track = try joining { () throws(LibAVError) in
        try copies.join.parameters(joining: [own].compactMap(\.self))
      }
      formatter = try own.map { own throws(RenderFailure) in
        try joining { () throws(LibAVError) in try copies.join.formatter(for: own) }
      }
    } else if let own {
      (track, formatter) = (own, nil)
    } else {
      throw RenderFailure(.output, "there is no picture to write")
    }
    // Some players drop the last frames of a short movie if decoding starts earlier than necessary.
    let onlyPiece = pieces.count == 1 ? first : nil
    let depth = onlyPiece?.reorderDepth ?? max(own?.reorderDepth ?? 0, pieces.copiedReorderDepth)
    track.reorderDepth = depth
    track.color = own?.color ?? setup.plan.target.color.facts
    (parameters, reorderDepth) = (track, Int64(depth))
  }

  private func nextPiece() throws(RenderFailure) -> EncodedPiece {
    if let piece = first {
      first = nil
      return piece
    }
    return try jobs.next()
  }

  /// Hands over the packets of the next piece, with times that count frames from the first of the movie.
  func write(_ piece: PicturePiece, _ write: (EncodedPacket) throws(RenderFailure) -> Void) throws(RenderFailure) {
    let start = piece.frames.lowerBound - pieces[0].frames.lowerBound
    if let copied = piece.copied, let copies {
      try copies.copy(copied) { packet throws(RenderFailure) in
        try write(timed(packet, from: start))
        meter.advance()
      }
    } else {
      for packet in try nextPiece().packets {
        let formatted = try formatter.map { formatter throws(RenderFailure) in
          try joining { () throws(LibAVError) in try formatter.format(packet) }
        }
        try write(timed(formatted ?? packet, from: start))
      }
    }
  }

  /// Every frame has one packet and the frames follow on one another, so the k-th smallest presentation time is k, and
  /// a decoding time of k − D is in order over all pieces alike.
  private func timed(_ packet: EncodedPacket, from start: Int64) throws(RenderFailure) -> EncodedPacket {
    var packet = packet
    packet.pts += start
    packet.dts = packetsWritten - reorderDepth
    packetsWritten += 1
    guard packet.dts <= packet.pts else {
      throw RenderFailure(.encoder, "the encoder put pictures further out of order than it had said")
    }
    return packet
  }
}

private func joining<Value>(_ body: () throws(LibAVError) -> Value) throws(RenderFailure) -> Value {
  do {
    return try body()
  } catch {
    throw RenderFailure(.media, "cannot join copied and encoded frames", detail: "\(error)")
  }
}

extension EncodedPiece {
  /// The number of frames by which a packet is at most decoded ahead of its presentation.
  fileprivate var reorderDepth: Int {
    packets.enumerated().map { $0.offset - Int($0.element.pts) }.max() ?? 0
  }
}

extension PieceSource {
  /// With the bits that `sizing` has for the piece; nil leaves that to the settings.
  fileprivate func piece(
    _ piece: PicturePiece, number: Int, _ settings: VideoSettings, _ sizing: PictureSizing?
  ) throws(RenderFailure) -> EncodedPiece {
    guard let sizing else { return try self.piece(piece, PieceCoding(settings: settings)) }
    var settings = settings
    settings.bitRate = sizing.rates[number]
    guard let measurement = sizing.measurement else { return try self.piece(piece, PieceCoding(settings: settings)) }
    return try self.piece(piece, PieceCoding(settings: settings, pass: .second)) { () throws(RenderFailure) in
      try measurement.statistics(of: number, self)
    }
  }
}

extension StreamParameters {
  fileprivate var reorderDepth: Int {
    get { if case .video(let video) = medium { video.reorderDepth } else { 0 } }
    set { changeVideo { $0.reorderDepth = newValue } }
  }

  fileprivate var color: ColorFacts {
    get { if case .video(let video) = medium { video.color } else { ColorFacts() } }
    set { changeVideo { $0.color = newValue } }
  }

  private mutating func changeVideo(_ change: (inout Video) -> Void) {
    guard case .video(var video) = medium else { return }
    change(&video)
    medium = .video(video)
  }
}
