import CFFmpeg
import Glibc
import Platform

/// A file that libavformat writes, and reads again if a muxer moves what it wrote.
///
/// It keeps its place itself, and remembers the first thing that the system refused: muxers go on after a part of the
/// file could not be reached, and say nothing.
final class FileOutput {
  private let file: Descriptor
  private var cursor = FileCursor()
  private var length: Int64 = 0
  private var ownFailure: LibAVError?
  /// The second way into the file, by which a muxer reads.
  private var reader: FileInput?
  private var io: IOContext?
  private let makeRoom: (() -> Bool)?

  /// Writes an open file from its beginning. What was in it is gone.
  /// `makingRoom` is asked where the disk is full, and gives false if it has made no room.
  init(_ file: Descriptor, makingRoom makeRoom: (() -> Bool)? = nil) throws(LibAVError) {
    self.file = file
    self.makeRoom = makeRoom
    // A device has no length.
    guard ftruncate(file.number, 0) == 0 || errno == EINVAL else {
      throw LibAVError(SystemFailure(), call: "ftruncate")
    }
    io = try IOContext(
      owner: self, write: { output, buffer, count in FileOutput.of(output).write(buffer, Int(count)) },
      seek: { output, offset, whence in FileOutput.of(output).seek(offset, whence) })
  }

  /// What the system refused first; nil if nothing.
  var failure: LibAVError? { ownFailure ?? reader?.failure }

  /// Gives a muxer this file, and no other one.
  func attach(to muxer: UnsafeMutablePointer<AVFormatContext>) {
    muxer.pointee.pb = io?.pointer
    muxer.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    muxer.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
    muxer.pointee.io_open = { muxer, opened, _, flags, _ in
      guard let muxer, let opened, flags & AVIO_FLAG_WRITE == 0 else { return cff_error_permission }
      return FileOutput.of(muxer.pointee.opaque).openReader(opened)
    }
    muxer.pointee.io_close2 = { muxer, _ in
      if let muxer { FileOutput.of(muxer.pointee.opaque).closeReader() }
      return 0
    }
  }

  /// Hands all bytes to the system.
  ///
  /// - Throws: the first thing that the system refused since the file was opened.
  func finish() throws(LibAVError) {
    avio_flush(io?.pointer)
    if let failure { throw failure }
    if let code = io?.pointer?.pointee.error { try libav("avio_flush", code) }
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> FileOutput {
    Unmanaged<FileOutput>.fromOpaque(pointer!).takeUnretainedValue()
  }

  // MARK: What libavformat asks for

  private func openReader(_ opened: UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>) -> Int32 {
    do {
      let reader = try FileInput(file)
      self.reader = reader
      opened.pointee = reader.context
      return 0
    } catch { return error.code }
  }

  private func closeReader() {
    ownFailure = failure
    reader = nil
  }

  private func write(_ buffer: UnsafeMutablePointer<UInt8>?, _ count: Int) -> Int32 {
    // What follows something that was refused would stand in the wrong place.
    if let failure { return failure.code }
    do {
      try file.write(UnsafeRawBufferPointer(start: buffer, count: count), at: cursor.position)
      cursor.position += Int64(count)
      length = max(length, cursor.position)
      return Int32(count)
    } catch {
      if error.code == ENOSPC || error.code == EDQUOT, makeRoom?() == true { return write(buffer, count) }
      return fail(LibAVError(error, call: "write"))
    }
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    let place = cursor.seek(offset, whence, length: length)
    if place < 0 { _ = fail(LibAVError(call: "seek", code: Int32(place))) }
    return place
  }

  private func fail(_ error: LibAVError) -> Int32 {
    ownFailure = ownFailure ?? error
    return error.code
  }
}
