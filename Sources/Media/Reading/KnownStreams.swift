import CFFmpeg
import Platform
import Synchronization

/// What libavformat found out about the streams of files by decoding their beginning. A file that is opened again,
/// unchanged, is spared that: it costs more than a short cut does.
///
/// Only QuickTime files of H.264 and HEVC are remembered. All that their packets need stands in the header, but for
/// how far the decoder puts pictures out of order.
final class KnownStreams: Sendable {
  static let shared = KnownStreams()

  /// One stream's parameters. They are only ever read.
  private final class Parameters: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<AVCodecParameters>

    init?(_ original: UnsafeMutablePointer<AVCodecParameters>) {
      guard let copy = avcodec_parameters_alloc() else { return nil }
      pointer = copy
      if avcodec_parameters_copy(copy, original) < 0 { return nil }
    }

    deinit {
      var pointer: UnsafeMutablePointer<AVCodecParameters>? = pointer
      avcodec_parameters_free(&pointer)
    }
  }

  private let files = Mutex<[FileIdentity: [Parameters]]>([:])
  /// Files that are remembered at most.
  private static let limit = 1000

  /// Gives the streams of a file that was only just opened what is known of them; false where nothing is.
  func describe(_ streams: [UnsafeMutablePointer<AVStream>], of file: FileIdentity) -> Bool {
    guard let known = files.withLock({ $0[file] }) else { return false }
    guard streams.count == known.count, zip(streams, known).allSatisfy({ $0.isCoded(as: $1.pointer) }) else {
      return false
    }
    return zip(streams, known).allSatisfy { avcodec_parameters_copy($0.pointee.codecpar, $1.pointer) >= 0 }
  }

  /// Remembers what was found out about the streams of a file.
  func remember(_ streams: [UnsafeMutablePointer<AVStream>], format: String, of file: FileIdentity) {
    guard format.hasPrefix("mov"), streams.allSatisfy(\.isSoundOrH26x) else { return }
    let parameters = streams.compactMap { Parameters($0.pointee.codecpar) }
    guard parameters.count == streams.count else { return }
    files.withLock { files in
      if files.count >= KnownStreams.limit { files.removeAll() }
      files[file] = parameters
    }
  }
}

extension UnsafeMutablePointer<AVStream> {
  fileprivate var isSoundOrH26x: Bool {
    let parameters = pointee.codecpar.pointee
    return parameters.codec_type == AVMEDIA_TYPE_AUDIO
      || parameters.codec_id == AV_CODEC_ID_H264 || parameters.codec_id == AV_CODEC_ID_HEVC
  }

  fileprivate func isCoded(as known: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
    pointee.codecpar.pointee.codec_id == known.pointee.codec_id
  }
}
