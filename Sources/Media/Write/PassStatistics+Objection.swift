import Foundation

extension PassStatistics {
  /// Why these cannot be all that a first pass over so many frames takes down; nil where they can.
  ///
  /// x264 and x265 do not look whether their files could be written. Statistics that end early or have a hole, as a disk
  /// leaves them that was full for a moment, steer a second pass wrongly or end it. So every line has to be whole, in its
  /// place, and there for each frame; and what each frame that others refer to adds to the second file has to be there
  /// in full.
  package func objection(forFrames count: Int) -> String? {
    guard let text = files[""] else { return "they are not there" }
    // A store that somebody else wrote may name others, which lead elsewhere.
    guard Set(files.keys).isSubset(of: ["", ".mbtree", ".cutree"]) else { return "they name other files" }
    guard text.last == UInt8(ascii: "\n") else { return "their last line is cut off" }
    let lines = text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    let head = lines.first.flatMap { $0.hasPrefix("#options:") ? $0 : nil }
    let frames = lines.filter { !$0.hasPrefix("#") }.map(FrameLine.init)
    guard let head, lines.count == frames.count + 1 else { return "they do not begin as they should" }
    guard frames.count == count else { return "they tell of \(frames.count) of \(count) frames" }
    var seen = [Bool](repeating: false, count: count)
    for (index, frame) in frames.enumerated() {
      guard let frame, frame.coded == index, seen.indices.contains(frame.shown), !seen[frame.shown] else {
        return "what they say of frame \(index) is not whole"
      }
      seen[frame.shown] = true
    }
    return objection(toTreeFor: frames.compactMap(\.self).count(where: \.isReferred), EncoderHead(head))
  }

  /// For each frame that others refer to, the second file has a byte and then two for each block.
  private func objection(toTreeFor frames: Int, _ head: EncoderHead) -> String? {
    let tree = files.first { !$0.key.isEmpty }?.value
    guard head.hasTree else { return nil }
    guard let tree else { return "a part of them is not there" }
    guard frames > 0, !head.blocks.isEmpty else { return nil }
    let lengths = head.blocks.map { frames * (1 + 2 * $0) }
    return lengths.contains(tree.count) ? nil : "a part of them is cut off"
  }
}

/// A line about one frame.
private struct FrameLine {
  /// Which frame it is in the order of presentation, and which in that of coding.
  var shown: Int
  var coded: Int
  var isReferred: Bool

  private static let names = [
    ["in", "out", "type", "dur", "cpbdur", "q", "aq", "tex", "mv", "misc", "imb", "pmb", "smb"],
    ["in", "out", "type", "q", "q-aq", "q-noVbv", "q-Rceq", "tex", "mv", "misc", "icu", "pcu", "scu"],
  ]

  /// Nil for a line that is not whole.
  init?(_ line: String) {
    let words = line.split(separator: " ")
    let parts = words.prefix(FrameLine.names[0].count).map { $0.split(separator: ":", maxSplits: 1) }
    guard line.hasSuffix(";"), line.utf8.count(where: { $0 == UInt8(ascii: ";") }) == 1,
      parts.allSatisfy({ $0.count == 2 }), FrameLine.names.contains(parts.map { String($0[0]) }),
      let shown = Int(parts[0][1]), let coded = Int(parts[1][1]), parts[2][1].utf8.count == 1,
      parts.dropFirst(3).allSatisfy({ Double($0[1]) != nil }),
      FrameLine.isSound(rest: words.dropFirst(parts.count).joined(separator: " "))
    else { return nil }
    (self.shown, self.coded) = (shown, coded)
    isReferred = parts[2][1] != "b"
  }

  /// True if what the encoders read behind the words that all lines have is in the bounds that they believe in: how
  /// x264 predicts, its references and weights, or how x265 cuts scenes and refers.
  private static func isSound(rest: String) -> Bool {
    let x264 = /d:[-st] ref:(?:\d{1,6}(?: \d{1,6})*)?(?: ?w:([-0-9,]+))? ?;/
    let x265 = /(?:sc:\d|nump:(\d{1,2}) numnegp:(\d{1,2}) numposp:(\d{1,2})(?: (?:deltapoc:|bused:)?-?\d{0,3}~)*) ;/
    if let line = rest.wholeMatch(of: x264) { return line.output.1.map(areSound(weights:)) ?? true }
    guard let line = rest.wholeMatch(of: x265) else { return false }
    guard let all = line.output.1.flatMap({ Int($0) }), let before = line.output.2.flatMap({ Int($0) }),
      let after = line.output.3.flatMap({ Int($0) })
    else { return true }
    return all <= 16 && before + after == all
  }

  /// True for the scale's binary places, the scale and the offset of luma, and the places, scales and offsets of chroma
  /// if that has any.
  private static func areSound(weights: Substring) -> Bool {
    let numbers = weights.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard [3, 8].contains(numbers.count) else { return false }
    return numbers.enumerated().allSatisfy { place, number in
      guard let number else { return false }
      return [0, 3].contains(place) ? 0...7 ~= number : -128...127 ~= number
    }
  }
}

/// What the first line says of how was encoded.
private struct EncoderHead {
  /// Whether there is a second file.
  var hasTree: Bool
  /// How many blocks a frame may have in it; empty where the size is not told.
  var blocks: Set<Int> = []

  init(_ line: String) {
    let words = line.split(separator: " ")
    hasTree = words.contains("mbtree=1") || words.contains("cutree")
    let size = words.lazy.compactMap { word -> (Int, Int)? in
      let word = word.hasPrefix("input-res=") ? word.dropFirst(10) : word
      let sides = word.split(separator: "x")
      guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else { return nil }
      return (width, height)
    }.first
    guard let (width, height) = size else { return }
    let columns = (width + 15) / 16
    // Interlaced frames have an even number of rows; x265 divides blocks by four where it is told to.
    for rows in [(height + 15) / 16, (height + 31) / 32 * 2] { blocks.formUnion([columns * rows, 4 * columns * rows]) }
  }
}
