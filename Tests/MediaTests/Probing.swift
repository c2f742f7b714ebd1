import Media
import TestSupport
import Testing
import TimelineModel

/// The facts of a file, or a failed test.
func facts(_ path: String, depth: MediaProbe.Depth = .precise) throws -> MediaFacts {
  let finding = MediaProbe.probe(path: path, depth: depth)
  guard case .found(let facts) = finding else {
    Issue.record("\(finding)")
    throw LibAVError(call: "probe", code: -1)
  }
  return facts
}

func reader(_ path: String) throws -> FrameReader {
  try FrameReader(path: path, facts: #require(try facts(path).video))
}

/// The planes of a picture whose colours have half its width and height.
func pixels(_ frame: VideoFrame, _ width: Int, _ height: Int) -> [[UInt8]] {
  (0..<3).map { plane in
    frame.withPlane(plane) { bytes, stride in
      let (width, height) = plane == 0 ? (width, height) : (width / 2, height / 2)
      return (0..<height).flatMap { Array(bytes[$0 * stride..<$0 * stride + width]) }
    }
  }
}

/// Returns the byte ranges of the tags of an FLV file, without the sizes after them.
func flashTags(in bytes: [UInt8]) -> [Range<Int>] {
  var (tags, position): ([Range<Int>], Int) = ([], 13)
  while position + 11 <= bytes.count {
    let size = bytes[(position + 1)..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
    tags.append(position..<(position + 11 + size))
    position += 15 + size
  }
  return tags
}

/// A small generator whose numbers are the same on every run.
struct Dice: RandomNumberGenerator {
  var state: UInt64 = 42
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
