import CFFmpeg
import TimelineModel

/// Reads every packet of a file's picture and sound once, and keeps their times.
struct PacketScan {
  struct Video {
    /// Of the frames that are shown, in the order of presentation, each once.
    var ticks: [Int64] = []
    /// How long the last of them lasts; 0 where the container does not say.
    var lastDuration: Int64 = 0
  }

  var video = Video()
  /// The time of the last packet of sound, in ticks; nil where there is none.
  var lastSound: Int64?

  init(_ demuxer: Demuxer, video videoIndex: Int?, audio audioIndex: Int?) throws(LibAVError) {
    demuxer.select(Set([videoIndex, audioIndex].compactMap { $0 }))
    let packet = try Packet()
    var shown: [(ticks: Int64, duration: Int64)] = []
    while try demuxer.read(packet) {
      if packet.stream == videoIndex {
        let codec = try demuxer.stream(packet.stream).pointee.codecpar.pointee.codec_id
        guard !packet.isDiscarded, let ticks = packet.pts ?? packet.dts else { continue }
        if HiddenFrames.isShown(packet.bytes, codec: codec) { shown.append((ticks, packet.duration)) }
      } else if packet.stream == audioIndex {
        lastSound = packet.pts ?? lastSound
      }
    }
    shown.sort { $0.ticks < $1.ticks }
    for frame in shown where frame.ticks != video.ticks.last { video.ticks.append(frame.ticks) }
    video.lastDuration = shown.last?.duration ?? 0
  }
}
