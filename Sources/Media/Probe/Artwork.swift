import CFFmpeg
package import Platform

/// The cover image of a file.
package enum Artwork {
  /// As it is in the file; nil where there is none.
  package static func bytes(inFile path: ConfinedPath) throws(LibAVError) -> [UInt8]? {
    let demuxer = try Demuxer(path: path, looksInside: true)
    guard let stream = demuxer.streams.first(where: \.isAttachedPicture) else { return nil }
    let packet = stream.pointee.attached_pic
    return Array(UnsafeBufferPointer(start: packet.data, count: Int(packet.size)))
  }
}
