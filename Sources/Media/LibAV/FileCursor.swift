import CFFmpeg
import Glibc

/// A place in a file, moved as libavformat asks for it.
struct FileCursor {
  var position: Int64 = 0

  /// Moves to a place, or gives the length of the file if that is what is asked for.
  ///
  /// - Returns: bytes from the beginning, or libav's code for a place that there is none of.
  mutating func seek(_ offset: Int64, _ whence: Int32, length: Int64) -> Int64 {
    let start: Int64
    switch whence & ~Int32(AVSEEK_FORCE) {
    case Int32(AVSEEK_SIZE): return length
    case SEEK_SET: start = 0
    case SEEK_CUR: start = position
    case SEEK_END: start = length
    default: return Int64(cff_error_invalid_argument)
    }
    let (wanted, overflows) = start.addingReportingOverflow(offset)
    guard !overflows, wanted >= 0 else { return Int64(cff_error_invalid_argument) }
    position = wanted
    return wanted
  }
}
