import Media
import Platform
import TimelineModel

/// Writes the picture's packets and the sound's beside them into one file.
final class MovieWriter {
  private let muxer: Muxer
  private let videoStream: Int?
  private let audioStream: Int?

  init(
    into file: Descriptor, composition: Composition, start: TimelineTime, end: TimelineTime, video: StreamParameters?,
    audio: StreamParameters?, makingRoom makeRoom: (() -> Bool)? = nil
  ) throws(RenderFailure) {
    videoStream = video == nil ? nil : 0
    audioStream = audio == nil ? nil : (video == nil ? 0 : 1)
    var audio = audio
    audio?.language = composition.soundLanguage?.code
    let streams = [video, audio].compactMap(\.self)
    let chapters = composition.chapters(within: TimelineRange(start, end))
    muxer = try writing { () throws(LibAVError) in
      try Muxer(
        into: file, container: composition.output.container, streams: streams, metadata: composition.metadata,
        chapters: chapters, duration: end.seconds - start.seconds, makingRoom: makeRoom)
    }
  }

  func writePicture(_ packet: EncodedPacket) throws(RenderFailure) {
    guard let videoStream else { return }
    try writing { () throws(LibAVError) in try muxer.write(packet, stream: videoStream) }
  }

  func writeSound(_ packets: [EncodedPacket]) throws(RenderFailure) {
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
