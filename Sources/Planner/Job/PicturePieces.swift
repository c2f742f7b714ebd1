import Diagnostics
package import TimelineModel

/// One piece of picture: frames that are copied, or encoded by themselves beginning with a key frame.
package struct PicturePiece: Hashable, Sendable {
  package var frames: Range<Int64>
  /// The source's frames that are copied; nil where the piece is encoded.
  package var copied: CopiedFrames?
}

/// The pieces that a run of shots is cut into. Each is worked out when it is asked for, however many there are.
///
/// A piece that is encoded begins with a key frame, which costs least where the picture changes anyway. So pieces end
/// where shots do, as soon as they last two seconds, and within a shot after five. Where they end depends on the shots
/// from the last one of two seconds or more, and on nothing else: an edit changes the pieces around it alone. Shots with
/// filters that remember every frame before stay whole, since each piece of them would have to run through those again.
package struct PicturePieces: RandomAccessCollection, Hashable, Sendable {
  /// Shots that are worked on together.
  private struct Stretch: Hashable, Sendable {
    var frames: Range<Int64>
    var copied: CopiedFrames?
    /// True where it is one piece, however long.
    var isWhole: Bool
    /// The number of its first piece.
    var firstPiece: Int
    var pieceCount: Int
  }

  private var stretches: [Stretch] = []
  /// Frames of the longest piece that is encoded.
  private let length: Int64
  package private(set) var endIndex = 0
  package var startIndex: Int { 0 }

  package init(_ shots: [Shot], rate: FrameRate) {
    length = Swift.max(1, (rate.perSecond * Rational(5)).ceiling ?? 1)
    let shortest = Swift.max(1, (rate.perSecond * Rational(2)).ceiling ?? 1)
    var open: (frames: Range<Int64>, isWhole: Bool)?
    for shot in shots {
      if case .copy(let copied) = shot.work {
        if let open { append(open.frames, isWhole: open.isWhole) }
        open = nil
        append(shot.frames, copied)
      } else {
        let frames = (open?.frames.lowerBound ?? shot.frames.lowerBound)..<shot.frames.upperBound
        let isWhole = open?.isWhole == true || shot.remembersAll
        open = (frames, isWhole)
        if frames.count >= shortest {
          append(frames, isWhole: isWhole)
          open = nil
        }
      }
    }
    if let open { append(open.frames, isWhole: open.isWhole) }
  }

  private mutating func append(_ frames: Range<Int64>, _ copied: CopiedFrames? = nil, isWhole: Bool = false) {
    let count = copied == nil && !isWhole ? Int((Int64(frames.count) - 1) / length + 1) : 1
    stretches.append(Stretch(frames: frames, copied: copied, isWhole: isWhole, firstPiece: endIndex, pieceCount: count))
    endIndex += count
  }

  /// Those that are encoded.
  package var encoded: PicturePieces {
    var result = self
    (result.stretches, result.endIndex) = ([], 0)
    for stretch in stretches where stretch.copied == nil {
      result.append(stretch.frames, isWhole: stretch.isWhole)
    }
    return result
  }

  /// The files that frames are copied from, each once, in the order of the movie.
  package var copiedMedia: [MediaReference] {
    var seen: Set<MediaReference> = []
    return stretches.compactMap(\.copied?.media).filter { seen.insert($0).inserted }
  }

  /// The most packets that a decoder has to hold back for a piece that is copied.
  package var copiedReorderDepth: Int { stretches.compactMap(\.copied?.reorderDepth).max() ?? 0 }

  package subscript(index: Int) -> PicturePiece {
    let stretch = stretches[stretches.leadingCount { $0.firstPiece <= index } - 1]
    guard stretch.copied == nil else { return PicturePiece(frames: stretch.frames, copied: stretch.copied) }
    let number = Int64(index - stretch.firstPiece)
    return PicturePiece(frames: start(of: number, in: stretch)..<start(of: number + 1, in: stretch), copied: nil)
  }

  /// Whole pieces one after another, and the last two of equal length, so that none is left with a frame or two.
  private func start(of number: Int64, in stretch: Stretch) -> Int64 {
    let (first, end, count) = (stretch.frames.lowerBound, stretch.frames.upperBound, Int64(stretch.pieceCount))
    if number >= count { return end }
    if number < count - 1 || count == 1 { return first + number * length }
    let rest = end - first - (count - 2) * length
    return end - rest / 2
  }
}
