import CFFmpeg

extension UnsafeMutablePointer<AVFrame> {
  /// Frees the frame and lets go of its buffers. The pointer must not be used any more.
  func freeFrame() {
    var freeing: UnsafeMutablePointer<AVFrame>? = self
    av_frame_free(&freeing)
  }
}
