import Diagnostics
import Glibc

/// A table of colours in the Cube format: a curve for each channel, a lattice of all three, or the curves and then the
/// lattice.
///
/// It follows Adobe's "Cube LUT Specification 1.0", and DaVinci Resolve in that a file may have both tables and their
/// `LUT_1D_INPUT_RANGE` and `LUT_3D_INPUT_RANGE`. The filter `lut3d` by itself reads the lattice alone. It ignores a
/// domain that is written before the size or does not start at 0, cuts lines after 511 bytes, and does not end a line
/// at a carriage return.
package struct CubeTable {
  /// The version of the reader. It belongs into the key of every picture that is made with a table.
  package static let version = 3

  private var curves = Part(key: "LUT_1D_SIZE", sizes: 2...65536)
  private var lattice = Part(key: "LUT_3D_SIZE", sizes: 2...256)
  /// The input values of the first and the last colour of the first part.
  private var domain: Domain = (.zero, .one)
  /// The colours of the curves, then those of the lattice, in written order.
  private var colors: [Color] = []

  private struct Part {
    let key: String
    let sizes: ClosedRange<Int>
    var size: Int?
    /// The domain of this part alone; `nil` means the domain of the table.
    var range: Domain?
  }

  /// Reads a file.
  ///
  /// - Throws: `LibAVError`, with the line, if the file is not such a table.
  init(_ file: consuming [UInt8]) throws(LibAVError) {
    // `strtof` stops at the zero.
    file.append(0)
    try file.withUnsafeBufferPointer { (text) throws(LibAVError) in
      let count = text.count - 1
      var place = text.byteOrderMarkLength
      var number = 0
      while place < count {
        let end = text[place..<count].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? count
        number += 1
        try read(Line(text, place..<end, number: number))
        place = end + (text[end] == 0x0D && text[end + 1] == 0x0A ? 2 : 1)
      }
    }
    try checkSize()
  }

  // MARK: Reading

  private mutating func read(_ line: Line) throws(LibAVError) {
    switch line.key {
    case _ where line.isEmpty, "TITLE": break
    case "": try add(line)
    case curves.key: curves.size = try line.size(of: curves.sizes, before: curves.size)
    case lattice.key: lattice.size = try line.size(of: lattice.sizes, before: lattice.size)
    case "DOMAIN_MIN": domain.first = try line.color()
    case "DOMAIN_MAX": domain.last = try line.color()
    case "LUT_1D_INPUT_RANGE": curves.range = try line.domain()
    case "LUT_3D_INPUT_RANGE": lattice.range = try line.domain()
    case let key where key.hasPrefix("LUT_") || key.hasPrefix("DOMAIN_"):
      throw line.complaint("has `\(key.prefix(40))`, which is not known")
    case _ where colors.isEmpty: break
    default: throw line.complaint("is not three numbers")
    }
  }

  private mutating func add(_ line: Line) throws(LibAVError) {
    let color = try line.color()
    guard lattice.size != nil || colors.count < curves.size ?? 0 else {
      throw line.complaint(
        curves.size == nil ? "has a colour before `\(lattice.key)` has been said" : "is beyond the size of the table")
    }
    colors.append(color)
  }

  private func checkSize() throws(LibAVError) {
    let size = lattice.size ?? 0
    let wanted = (curves.size ?? 0) + size * size * size
    guard wanted > 0 else { throw .inTable("it has no `\(lattice.key)`") }
    guard colors.count == wanted else {
      throw .inTable("it has \(colors.count) colours, and its size is for \(wanted)")
    }
    for domain in [input, between] where any(domain.first .>= domain.last) {
      throw .inTable("its domain ends before it begins")
    }
  }

  // MARK: Writing

  /// An equal table that `lut3d` reads correctly, and the file name extension that selects its format.
  var forFilter: (text: [UInt8], ending: String) {
    guard let size = lattice.size, curves.size == nil, input == (.zero, .one) else { return (cineSpace, "csp") }
    return (Array("\(lattice.key) \(size)\n".utf8) + rows, "cube")
  }

  /// The table in Rising Sun's cineSpace format, which has curves before the lattice.
  private var cineSpace: [UInt8] {
    var text = "CSPLUTV100\n3D\n\n"
    // `lut3d` samples a curve at 65536 places, misses the values between its points, and multiplies by the range of its
    // values. So each sample is a point, and the range is made 0...1 outside the values that pixels have.
    let (count, margin) = (65536, 8)
    let places = (0..<count).map { Float($0 - margin) / Float(count - 1 - 2 * margin) }
    for channel in 0..<3 {
      let values = [0] + places[1..<count - 1].map { value(of: min(max($0, 0), 1), channel) } + [1]
      text += "\(count)\n\(CubeTable.line(places))\n\(CubeTable.line(values))\n"
    }
    let size = lattice.size ?? 2
    return Array("\(text)\n\(size) \(size) \(size)\n".utf8) + (lattice.size == nil ? CubeTable.identity : rows)
  }

  /// The lines of the lattice, with nothing but their numbers.
  private var rows: [UInt8] {
    var rows: [UInt8] = []
    for color in colors[(curves.size ?? 0)...] { rows += "\(color.x) \(color.y) \(color.z)\n".utf8 }
    return rows
  }

  /// The domain of the first part.
  private var input: Domain { (curves.size == nil ? lattice : curves).range ?? domain }

  /// The domain of a lattice after curves.
  private var between: Domain { (curves.size == nil ? nil : lattice.range) ?? (.zero, .one) }

  /// Returns the position in the lattice, in 0...1, for a channel's value.
  private func value(of number: Float, _ channel: Int) -> Float {
    let share = CubeTable.share(of: number, in: input, channel)
    guard let size = curves.size else { return share }
    let exact = share * Float(size - 1)
    let index = min(Int(exact), size - 2)
    let (one, next) = (colors[index][channel], colors[index + 1][channel])
    return CubeTable.share(of: one + (next - one) * (exact - Float(index)), in: between, channel)
  }

  private static func share(of number: Float, in domain: Domain, _ channel: Int) -> Float {
    let (first, last) = (domain.first[channel], domain.last[channel])
    return min(max((number - first) / (last - first), 0), 1)
  }

  private static func line(_ numbers: [Float]) -> String { numbers.map(\.description).joined(separator: " ") }

  private static let identity = Array(
    (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined().utf8)
}

fileprivate typealias Color = SIMD3<Float>
fileprivate typealias Domain = (first: Color, last: Color)

/// A line of a table: a keyword and its values, or the values of a colour.
private struct Line {
  /// The keyword; empty if the line starts with a value or a comment.
  let key: String
  let isEmpty: Bool
  private let text: UnsafeBufferPointer<UInt8>
  /// The bytes after the keyword.
  private let rest: Range<Int>
  private let number: Int

  init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, number: Int) {
    (self.text, self.number) = (text, number)
    let content = text[range].drop(while: Line.isBlank)
    isEmpty = content.first == nil || content.first == UInt8(ascii: "#")
    let hasKey = content.first.map { $0 >= UInt8(ascii: "A") } ?? false
    let word = content.prefix { hasKey && !Line.isBlank($0) }
    key = String(decoding: word, as: UTF8.self)
    rest = word.endIndex..<range.upperBound
  }

  func size(of sizes: ClosedRange<Int>, before: Int?) throws(LibAVError) -> Int {
    guard before == nil else { throw complaint("has `\(key)` once more") }
    let words = text[rest].split(whereSeparator: Line.isBlank)
    guard words.count == 1, let size = Int(String(decoding: words[0], as: UTF8.self)), sizes.contains(size) else {
      throw complaint("has a `\(key)` that is not \(sizes.lowerBound) to \(sizes.upperBound)")
    }
    return size
  }

  func color() throws(LibAVError) -> Color {
    guard let numbers = numbers(3) else {
      throw complaint(key.isEmpty ? "is not three numbers" : "has no three numbers after `\(key)`")
    }
    return numbers
  }

  func domain() throws(LibAVError) -> Domain {
    guard let numbers = numbers(2) else { throw complaint("has no two numbers after `\(key)`") }
    return (Color(repeating: numbers[0]), Color(repeating: numbers[1]))
  }

  func complaint(_ what: String) -> LibAVError { .inTable("line \(number) \(what)") }

  /// Returns the values of the line, or `nil` if there are not `count` of them or one is beyond ±16384: `lut3d` converts
  /// them to integers.
  private func numbers(_ count: Int) -> Color? {
    var place = rest.lowerBound
    var numbers = Color()
    for index in 0..<count {
      let start = text.baseAddress! + place
      let length = start.withMemoryRebound(to: CChar.self, capacity: text.count - place) { start in
        var end: UnsafeMutablePointer<CChar>?
        numbers[index] = strtof(start, &end)
        return end! - UnsafeMutablePointer(mutating: start)
      }
      guard length > 0, place + length <= rest.upperBound, abs(numbers[index]) <= 16384 else { return nil }
      place += length
    }
    let next = text[place..<rest.upperBound].first { !Line.isBlank($0) }
    return next == nil || next == UInt8(ascii: "#") ? numbers : nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

extension LibAVError {
  fileprivate static func inTable(_ complaint: String) -> LibAVError { LibAVError(call: "lut3d", complaint: complaint) }
}

extension SIMD3<Float> {
  fileprivate static let one = SIMD3<Float>(repeating: 1)
}
