import Foundation
import Media
import Platform
import TestSupport
import Testing
import TimelineModel

/// Tables of colours are what their specification says, not what `lut3d` makes of them.
@Suite struct CubeTableTests {
  private let folder: TemporaryFolder
  private let size = PixelSize(width: 32, height: 32)

  init() throws { folder = try TemporaryFolder() }

  private func path(_ table: String, _ name: String = "look.cube") throws -> ConfinedPath {
    let path = folder.path(name)
    try Data(table.utf8).write(to: URL(filePath: path))
    return ConfinedPath(anywhere: path)
  }

  /// Returns the colour that a table gives for (128, 64, 192).
  private func color(by table: String) throws -> [Int] {
    let path = try path(table)
    let table = Filter(
      "lut3d", [Filter.Option("file", file: MediaReference("look.cube")), Filter.Option("interp", "tetrahedral")],
      from: ["in"], to: ["out"])
    let graph = try FilterGraph(
      GraphDescription(
        inputs: [GraphInput(label: "in", size: size, pixelFormat: "rgb24", color: .bt709)], filters: [table],
        output: "out"), filesAt: { _ in path })
    try graph.feed(.solid(Color(red: 128, green: 64, blue: 192), size: size, pixelFormat: "rgb24"))
    let frame = try #require(try graph.next()).frame
    return frame.withPlane(0) { bytes, _ in bytes[..<3].map { Int($0) } }
  }

  private func complaint(about table: String) throws -> String {
    guard case .unreadable(let why) = FilterCatalog.lutFinding(path: try path(table)) else { return "" }
    return why
  }

  /// Returns the lines of a lattice that has a curve of each channel's value, for values in a range.
  private func lattice(_ size: Int, over range: ClosedRange<Double> = 0...1, _ curve: (Double) -> Double) -> String {
    let length = range.upperBound - range.lowerBound
    let places = (0..<size).map { range.lowerBound + length * Double($0) / Double(size - 1) }
    return places.flatMap { blue in
      places.flatMap { green in places.map { red in "\(curve(red)) \(curve(green)) \(curve(blue))\n" } }
    }.joined()
  }

  private func curves(_ size: Int, over range: ClosedRange<Double> = 0...1, _ curve: (Double) -> Double) -> String {
    (0..<size).map { index in
      let value = curve(range.lowerBound + (range.upperBound - range.lowerBound) * Double(index) / Double(size - 1))
      return "\(value) \(value) \(value)\n"
    }.joined()
  }

  @Test func aTableIsReadWhereverItsWordsAre() throws {
    let square = { (value: Double) in value * value }
    let wide = "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 2 2\n"
    let tables = [
      "LUT_3D_SIZE 33\n" + lattice(33, square),
      "\u{feff}TITLE \"a\"\r# b\r\rLUT_3D_SIZE 33\r"
        + lattice(33, square).replacingOccurrences(of: "\n", with: " # c\r"),
      "LUT_3D_SIZE 33\r\n" + lattice(33, square).replacingOccurrences(of: "\n", with: "\r\n"),
      "LUT_3D_SIZE 33\n# " + String(repeating: "0 0 0 ", count: 400) + "\n" + lattice(33, square),
      "LUT_3D_SIZE 33\n"
        + lattice(33, square).replacing("\n", with: " #" + String(repeating: " 1 1 1", count: 100) + "\n"),
      "LUT_3D_SIZE 33\n" + lattice(33, square).replacing(" ", with: String(repeating: " ", count: 600)),
      wide + "LUT_3D_SIZE 65\n" + lattice(65, over: 0...2, square),
      "LUT_3D_SIZE 65\n" + wide + lattice(65, over: 0...2, square),
      "DOMAIN_MIN -1 -1 -1\nLUT_3D_SIZE 65\n" + lattice(65, over: -1...1, square),
      "LUT_3D_SIZE 65\nLUT_3D_INPUT_RANGE -1 1\n" + lattice(65, over: -1...1, square),
      "LUT_1D_SIZE 256\n" + curves(256, square),
      "LUT_1D_INPUT_RANGE -1 2\nLUT_1D_SIZE 1024\n" + curves(1024, over: -1...2, square),
      "LUT_1D_SIZE 256\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0 2\n" + curves(256) { 2 * $0 * $0 } + lattice(2) { $0 },
    ]
    for table in tables { try expect(table, [64, 16, 145]) }
    try expect("LUT_3D_SIZE 2\nDOMAIN_MAX 0.5 1 1\n" + lattice(2) { $0 }, [255, 64, 192])
    try expect("LUT_1D_SIZE 2\n" + curves(2) { $0 / 2 }, [64, 32, 96])
    try expect("LUT_1D_SIZE 3\n" + curves(3) { 4 * $0 - 1 }, [255, 1, 255])
    // Every channel has its own.
    try expect("LUT_1D_SIZE 2\n0 0 1\n0 1 0\n", [0, 64, 63])
  }

  private func expect(_ table: String, _ wanted: [Int]) throws {
    let found = try color(by: table)
    #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 1 }, "\(table.prefix(60)): \(found)")
  }

  @Test func whatIsNoTableIsToldByItsLine() throws {
    let rows = lattice(2) { $0 }
    let cases = [
      "": "it has no `LUT_3D_SIZE`",
      "LUT_3D_SIZE 2\n" + rows + "1 1 1\n": "it has 9 colours, and its size is for 8",
      "LUT_1D_SIZE 2\n" + rows: "line 4 is beyond the size of the table",
      "LUT_3D_SIZE 2\n0 0 0\n0 1\n1 1 1\n": "line 3 is not three numbers",
      "LUT_3D_SIZE 2\n0 0 0 0\n": "line 2 is not three numbers",
      "LUT_3D_SIZE 2\n-nan 0 0\n": "line 2 is not three numbers",
      "LUT_3D_SIZE 2\r\n1e9 0 0\r\n": "line 2 is not three numbers",
      "LUT_3D_SIZE 2\n0 0 0\nfour\n": "line 3 is not three numbers",
      "LUT_3D_SIZE 257\n": "line 1 has a `LUT_3D_SIZE` that is not 2 to 256",
      "LUT_1D_SIZE\n": "line 1 has a `LUT_1D_SIZE` that is not 2 to 65536",
      "LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n": "line 2 has `LUT_3D_SIZE` once more",
      "LUT_IN_VIDEO_RANGE\nLUT_3D_SIZE 2\n" + rows: "line 1 has `LUT_IN_VIDEO_RANGE`, which is not known",
      "LUT_3D_SIZE 2\nDOMAIN_MIN 0\n" + rows: "line 2 has no three numbers after `DOMAIN_MIN`",
      "LUT_3D_INPUT_RANGE 0 0 1\n": "line 1 has no two numbers after `LUT_3D_INPUT_RANGE`",
      "LUT_3D_SIZE 2\nDOMAIN_MAX 1 0 1\n" + rows: "its domain ends before it begins",
      rows: "line 1 has a colour before `LUT_3D_SIZE` has been said",
    ]
    for (table, words) in cases { #expect(try complaint(about: table) == words) }
  }

  /// `lut3d` writes beyond its memory for this table as `.dat`, and ends the program for others as `.csp`.
  @Test(arguments: ["look.dat", "look.3dl", "look.m3d", "look.csp", "look.cube.dat", "look"])
  func otherFormatsAreNotRead(name: String) throws {
    let path = try path("3DLUTSIZE 17\n" + String(repeating: "1 1 1\n", count: 17 * 17 * 17), name)
    #expect(FilterCatalog.lutFinding(path: path) == .unreadable("tables of colours are read from `.cube` files alone"))
  }
}
