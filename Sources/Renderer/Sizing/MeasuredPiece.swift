import Foundation
import Media

/// What a piece of picture needs at constant quality.
struct MeasuredPiece: Hashable, Sendable, Codable {
  var bits: Int64
  var statistics: PassStatistics
}

extension MeasuredPiece {
  /// A property list, because it holds bytes as they are.
  var archive: Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // Plain values can always be encoded.
    return try! encoder.encode(self)
  }

  /// Nil where the bytes are none of an archive.
  init?(archive data: Data) {
    guard let measured = try? PropertyListDecoder().decode(MeasuredPiece.self, from: data) else { return nil }
    self = measured
  }
}
