import CFFmpeg
import Platform

/// A call into libav that failed: which one, its code, libav's words for the code, and the line it logged about it.
package struct LibAVError: Error, Hashable, Sendable {
  package let call: String
  package let code: Int32
  package let text: String
  package let log: String?

  package init(call: String, code: Int32, text: String? = nil, log: String? = nil) {
    self.call = call
    self.code = code
    self.text = text ?? LibAVError.text(of: code)
    self.log = log
  }

  /// A part of libav that does not do what it is for.
  package init(call: String, complaint: String) {
    self.init(call: call, code: cff_error_invalid_argument, text: complaint)
  }

  /// A library that does not get the threads that it begins.
  init(call: String, withoutThreads failure: SystemFailure) {
    self.init(
      call: call, code: -failure.code, text: "the system does not start the threads that it needs: \(failure)")
  }

  /// What could not be kept among the temporary files. It is a refusal whatever it is, since no document says where
  /// these are.
  init(inScratch failure: SystemFailure) {
    self.init(call: "copy", code: -EIO, text: "cannot write into \(ScratchFolder.root): \(failure)")
  }

  /// True where the system refused something, such as memory or the reading of a disk: nothing is known of the data then.
  package var isRefusal: Bool { SystemFailure.isRefusal(-code) }

  /// True where the data may be to blame, which can be stepped over.
  package var isDamage: Bool { !isRefusal && !LibAVError.absences.contains(-code) }

  /// What the system says where a file is not there, or may not be opened.
  private static let absences: Set<Int32> = [ENOENT, EACCES, EPERM, ENOTDIR, EISDIR, ELOOP, EXDEV, ENAMETOOLONG]

  /// The same, of a call that has read whatever it asked for: demuxers call it a failed read where data end within a
  /// block.
  var ofData: LibAVError {
    code == -EIO ? LibAVError(call: call, code: cff_error_invalid_data, log: log) : self
  }

  private static func text(of code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    av_strerror(code, &buffer, buffer.count)
    return String(nullTerminated: buffer)
  }
}

extension LibAVError: CustomStringConvertible {
  package var description: String { "\(call): \(text)" + (log.map { " (\($0))" } ?? "") }
}

/// Makes a call and throws where it returns a negative code, with what was logged meanwhile on this thread.
@discardableResult
func libav(_ call: String, _ body: @autoclosure () -> Int32) throws(LibAVError) -> Int32 {
  LibAVLog.begin()
  let code = body()
  if code < 0 { throw LibAVError(call: call, code: code, log: LibAVLog.lastLine) }
  return code
}

/// Makes a call that returns nil for want of memory, which is how libav's allocators fail.
func allocated<T>(_ call: String, _ body: @autoclosure () -> UnsafeMutablePointer<T>?) throws(LibAVError)
  -> UnsafeMutablePointer<T>
{
  guard let pointer = body() else { throw LibAVError(call: call, code: cff_error_no_memory) }
  return pointer
}
