import CFFmpeg
import TimelineModel

/// Gives each packet of a picture stream the time at which its frame is shown, where the container leaves that out.
/// Packets wait here until it is known.
final class PacketCompletion {
  let stream: Int

  private struct Waiting {
    let packet: Packet
    let place: PictureOrder.Place
    var isTimed = false
  }

  private let implied: ImpliedTimes
  private let order: PictureOrder
  /// The length of a packet that has no duration, in ticks. For a stream without a frame rate it is 1/25 s, as
  /// libavformat's raw demuxers have it.
  private let frameLength: Int64
  /// In the order of decoding.
  private var waiting: [Waiting] = []
  private var untimed = 0
  /// The times of packets that no frame has been given yet, where times number the packets.
  private var numbers: [Int64] = []
  private var last: (time: Int64, duration: Int64)?
  private(set) var hasEnded = false

  init?(_ stream: UnsafeMutablePointer<AVStream>, _ implied: ImpliedTimes) {
    guard let order = PictureOrder(stream.pointee.codecpar) else { return nil }
    self.stream = Int(stream.pointee.index)
    self.implied = implied
    self.order = order
    let rate = Rational(stream.pointee.avg_frame_rate)
    let length = Rational.one / ((rate.isFinite && rate > .zero ? rate : Rational(25)) * Rational(stream.pointee.time_base))
    frameLength = max(length.rounded ?? 1, 1)
  }

  var canSeek: Bool { !implied.countsFromStart }

  /// Forgets what came before, for a seek.
  func reset() {
    order.reset()
    (waiting, untimed, numbers, last, hasEnded) = ([], 0, [], nil, false)
  }

  /// Takes the next packet in the order of decoding, and leaves `packet` empty.
  func add(_ packet: Packet) throws(LibAVError) {
    let taken = try Packet()
    av_packet_move_ref(taken.pointer, packet.pointer)
    let own = implied.numbersPackets ? taken.pts ?? taken.dts : taken.dts
    // Between two times that a program stream writes, libavformat's count may fall back.
    let following = last.map { $0.time + $0.duration }
    let time = [own, following].compactMap(\.self).max() ?? (implied.countsFromStart ? 0 : nil)
    taken.pointer.pointee.dts = time ?? cff_no_timestamp
    if let time {
      last = (time, taken.duration > 0 ? taken.duration : frameLength)
      numbers.append(time)
    }
    waiting.append(Waiting(packet: taken, place: order.place(of: taken)))
    untimed += 1
    if untimed > implied.depth { giveTime(at: time) }
  }

  /// Says that no packet comes any more.
  func end() {
    hasEnded = true
    while untimed > 0 {
      if let last { self.last = (last.time + last.duration, last.duration) }
      giveTime(at: last?.time)
    }
  }

  /// To the first to be shown of those that have none.
  private func giveTime(at time: Int64?) {
    let open = waiting.indices.filter { !waiting[$0].isTimed }
    guard let first = open.min(by: { waiting[$0].place < waiting[$1].place }) else { return }
    waiting[first].isTimed = true
    untimed -= 1
    let packet = waiting[first].packet.pointer
    if implied.numbersPackets {
      packet.pointee.pts = numbers.isEmpty ? cff_no_timestamp : numbers.removeFirst()
    } else if packet.pointee.pts == cff_no_timestamp || order.isCertain, let time {
      packet.pointee.pts = time + implied.shift
    }
  }

  /// The next packet in the order of decoding whose time is known.
  func next() -> Packet? {
    waiting.first?.isTimed == true ? waiting.removeFirst().packet : nil
  }
}
