import Glibc

/// A table of colours in the format Cube: a curve for each channel, a lattice of all three, or the curves and then the
/// lattice. It follows the "Cube LUT Specification 1.0" of Adobe, with the two tables in one file and the
/// `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE` that DaVinci Resolve writes.
///
/// `lut3d` by itself knows the lattice alone. It passes over a domain that comes before the size or begins elsewhere
/// than at 0, and takes what ends with a carriage return alone for one line.
struct CubeTable {
  private var curves = Part(key: "LUT_1D_SIZE", sizes: 2...65536)
  private var lattice = Part(key: "LUT_3D_SIZE", sizes: 2...256)
  /// The numbers that the first and the last colour of the first part stand for.
  private var domain: (first: Color, last: Color) = (.zero, .one)
  private var points: [Color] = []
  /// The lines of the lattice, each with its end.
  private var rows: [UInt8] = []
  private var rowCount = 0

  private typealias Color = SIMD3<Float>

  fileprivate struct Part {
    let key: String
    let sizes: ClosedRange<Int>
    var size: Int?
    /// The domain that only this part has.
    var range: (first: SIMD3<Float>, last: SIMD3<Float>)?
  }

  /// Throws where the file is no such table, with the line.
  init(_ file: [UInt8]) throws(LibAVError) {
    // The end is there for `strtof`.
    try (file + [0]).withUnsafeBufferPointer { (text) throws(LibAVError) in
      var place = file.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      var number = 0
      while place < file.count {
        let end = text[place..<file.count].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? file.count
        number += 1
        try read(Line(text: text, range: place..<end, number: number))
        place = end + (text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
      }
    }
    try checkSize()
  }

  // MARK: Reading

  private mutating func read(_ line: Line) throws(LibAVError) {
    guard let first = line.firstByte, first != UInt8(ascii: "#") else { return }
    if first < UInt8(ascii: "A") { return try add(line) }
    let key = line.key
    switch key {
    case "TITLE": break
    case curves.key: try curves.setSize(line)
    case lattice.key: try lattice.setSize(line)
    case "DOMAIN_MIN": domain.first = try line.color(after: key)
    case "DOMAIN_MAX": domain.last = try line.color(after: key)
    case "LUT_1D_INPUT_RANGE": curves.range = try line.range(after: key)
    case "LUT_3D_INPUT_RANGE": lattice.range = try line.range(after: key)
    case _ where key.hasPrefix("LUT_") || key.hasPrefix("DOMAIN_"):
      throw line.complaint("has `\(key.prefix(40))`, which is not known")
    case _ where points.isEmpty && rowCount == 0: break
    default: throw line.complaint("is not three numbers")
    }
  }

  private mutating func add(_ line: Line) throws(LibAVError) {
    let color = try line.color(after: "")
    if points.count < curves.size ?? 0 {
      points.append(color)
    } else if lattice.size != nil {
      rows.append(contentsOf: line.bytes)
      rows.append(UInt8(ascii: "\n"))
      rowCount += 1
    } else {
      throw line.complaint(
        curves.size == nil ? "has a colour before `\(lattice.key)` has been said" : "is beyond the size of the table")
    }
  }

  private func checkSize() throws(LibAVError) {
    let size = lattice.size ?? 0
    let (found, wanted) = (points.count + rowCount, (curves.size ?? 0) + size * size * size)
    guard wanted > 0 else { throw .inTable("it has no `\(lattice.key)`") }
    guard found == wanted else { throw .inTable("it has \(found) colours, and its size is for \(wanted)") }
    for range in [input, between] where any(range.first .>= range.last) {
      throw .inTable("its domain ends before it begins")
    }
  }

  // MARK: Writing

  /// The same table as `lut3d` reads it rightly, and the ending of the file's name that tells how.
  var forFilter: (text: [UInt8], ending: String) {
    guard let size = lattice.size, curves.size == nil, input == (.zero, .one) else { return (cineSpace, "csp") }
    return (Array("\(lattice.key) \(size)\n".utf8) + rows, "cube")
  }

  /// A table of Rising Sun's cineSpace, which has curves before the lattice.
  private var cineSpace: [UInt8] {
    var text = "CSPLUTV100\n3D\n\n"
    // `lut3d` samples a curve at so many places, goes astray between two points of it, and multiplies by what lies
    // between its least and its greatest: those are made 0 and 1, beyond the numbers that pixels have.
    let (count, margin) = (65536, 8)
    let places = (0..<count).map { Float($0 - margin) / Float(count - 1 - 2 * margin) }
    for channel in 0..<3 {
      let values = [0] + places[1..<count - 1].map { value(of: min(max($0, 0), 1), channel) } + [1]
      text += "\(count)\n\(CubeTable.line(places))\n\(CubeTable.line(values))\n"
    }
    let size = lattice.size ?? 2
    return Array("\(text)\n\(size) \(size) \(size)\n".utf8) + (lattice.size == nil ? CubeTable.identity : rows)
  }

  /// The domain of the first part.
  private var input: (first: Color, last: Color) { (curves.size == nil ? lattice : curves).range ?? domain }

  /// The domain of the lattice where the curves come before it.
  private var between: (first: Color, last: Color) {
    (curves.size == nil ? nil : lattice.range) ?? (.zero, .one)
  }

  /// The place in the lattice, from 0 to 1, of the number that a pixel has.
  private func value(of number: Float, _ channel: Int) -> Float {
    let share = CubeTable.share(of: number, in: input, channel)
    guard !points.isEmpty else { return share }
    let exact = share * Float(points.count - 1)
    let index = min(Int(exact), points.count - 2)
    let (one, next) = (points[index][channel], points[index + 1][channel])
    return CubeTable.share(of: one + (next - one) * (exact - Float(index)), in: between, channel)
  }

  private static func share(of number: Float, in domain: (first: Color, last: Color), _ channel: Int) -> Float {
    let (first, last) = (domain.first[channel], domain.last[channel])
    return min(max((number - first) / (last - first), 0), 1)
  }

  private static func line(_ numbers: [Float]) -> String { numbers.map(\.description).joined(separator: " ") }

  private static let identity = Array(
    (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined().utf8)
}

extension CubeTable.Part {
  fileprivate mutating func setSize(_ line: Line) throws(LibAVError) {
    guard size == nil else { throw line.complaint("has `\(key)` once more") }
    guard let number = line.word(after: key).flatMap({ Int($0) }), sizes.contains(number) else {
      throw line.complaint("has a `\(key)` that is not \(sizes.lowerBound) to \(sizes.upperBound)")
    }
    size = number
  }
}

/// A line of a table.
private struct Line {
  let text: UnsafeBufferPointer<UInt8>
  let range: Range<Int>
  let number: Int

  var bytes: Slice<UnsafeBufferPointer<UInt8>> { text[range] }
  var firstByte: UInt8? { bytes.first { !Line.isBlank($0) } }
  var key: String { words.first ?? "" }

  /// Its only word besides the key.
  func word(after key: String) -> String? { words.count == 2 ? words[1] : nil }

  func color(after key: String) throws(LibAVError) -> SIMD3<Float> {
    guard let numbers = numbers(after: key, 3) else {
      throw complaint(key.isEmpty ? "is not three numbers" : "has no three numbers after `\(key)`")
    }
    return numbers
  }

  func range(after key: String) throws(LibAVError) -> (first: SIMD3<Float>, last: SIMD3<Float>) {
    guard let numbers = numbers(after: key, 2) else { throw complaint("has no two numbers after `\(key)`") }
    return (SIMD3(repeating: numbers[0]), SIMD3(repeating: numbers[1]))
  }

  func complaint(_ what: String) -> LibAVError { .inTable("line \(number) \(what)") }

  private var words: [String] {
    bytes.split(whereSeparator: Line.isBlank).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The numbers that are all there is after a key, but for a comment. Nil where there are others, or some that no
  /// colour has: `lut3d` counts in integers after all.
  private func numbers(after key: String, _ count: Int) -> SIMD3<Float>? {
    var place = bytes.firstIndex { !Line.isBlank($0) }! + key.utf8.count
    var numbers = SIMD3<Float>()
    for index in 0..<count {
      let start = text.baseAddress! + place
      let length = start.withMemoryRebound(to: CChar.self, capacity: text.count - place) { start in
        var end: UnsafeMutablePointer<CChar>?
        numbers[index] = strtof(start, &end)
        return end! - UnsafeMutablePointer(mutating: start)
      }
      guard length > 0, place + length <= range.upperBound, abs(numbers[index]) <= 16384 else { return nil }
      place += length
    }
    let rest = text[place..<range.upperBound].first { !Line.isBlank($0) }
    return rest == nil || rest == UInt8(ascii: "#") ? numbers : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension LibAVError {
  fileprivate static func inTable(_ complaint: String) -> LibAVError { LibAVError(call: "lut3d", complaint: complaint) }
}

extension SIMD3<Float> {
  fileprivate static let one = SIMD3<Float>(repeating: 1)
}
