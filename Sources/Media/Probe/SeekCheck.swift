/// Packets of one stream, some tens of them spread over all of it, to find out whether a seek leads to them.
///
/// Some containers only count their packets. Libavformat numbers them from where a seek has led, so where it has to guess
/// that place, as in a file whose index is missing, the packets have the numbers of others.
struct SeekCheck {
  private let stream: Int
  private var packets: [(time: Int64, place: Int64)] = []
  /// The number of keyframes from one that is kept to the next.
  private var stride = 1
  private var count = 0

  /// Nil for a container whose packets say what they are.
  init?(_ demuxer: Demuxer, stream: Int?) {
    guard let stream, SeekCheck.counting.contains(demuxer.format) else { return nil }
    self.stream = stream
  }

  /// The names of containers whose packets have no times of their own.
  private static let counting: Set<String> = ["mxf", "mxf_opatom", "gxf", "dv", "swf"]

  /// Takes the next keyframe.
  mutating func add(_ packet: Packet) {
    guard packet.isKey else { return }
    defer { count += 1 }
    guard count % stride == 0, let time = packet.pts ?? packet.dts else { return }
    packets.append((time, packet.place))
    guard packets.count > SeekCheck.most else { return }
    packets = packets.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    stride *= 2
  }

  private static let most = 64
  /// The number of packets behind the place that a seek leads to among which the right one is looked for.
  private static let farthest = 5000

  /// Whether a seek to one of the packets leads elsewhere.
  /// - Throws: `LibAVError` if the file cannot be read.
  func leadsElsewhere(_ demuxer: Demuxer) throws(LibAVError) -> Bool {
    demuxer.select([stream])
    let found = try Packet()
    for packet in packets where demuxer.seek(stream: stream, to: packet.time) {
      var place: Int64?
      var left = SeekCheck.farthest
      while place == nil, left > 0, try demuxer.read(found) {
        left -= 1
        guard found.stream == stream, let time = found.pts ?? found.dts, time >= packet.time else { continue }
        place = time == packet.time ? found.place : -1
      }
      if place != packet.place { return true }
    }
    return false
  }
}
