/// The parts of a path by its letters alone: nothing is looked up, and no link is followed.
///
/// What is cut off is what `dirname` and `basename` cut off, for every text that there is.
package enum PathName {
  /// The path of the folder that a path names something in, as it is written there; nil for a bare name.
  ///
  /// `a/b` gives `a`, `/a` and `/` give `/`, and `a`, `a/`, `.` and the empty path give nil.
  package static func parent(of path: String) -> String? {
    let bytes = Array(path.utf8)
    let end = bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? 0
    guard end > 0 else { return bytes.isEmpty ? nil : "/" }
    guard let last = bytes[..<end].lastIndex(of: slash) else { return nil }
    let parent = bytes[..<last]
    guard let parentEnd = parent.lastIndex(where: { $0 != slash }) else { return "/" }
    return String(decoding: parent[...parentEnd], as: UTF8.self)
  }

  /// The same, with `.` for a bare name.
  package static func folder(of path: String) -> String { parent(of: path) ?? "." }

  /// What comes last in a path: `b` for `a/b` and for `a/b/`, `/` for `/`, and nothing for nothing.
  package static func name(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard let last = bytes.lastIndex(where: { $0 != slash }) else { return bytes.isEmpty ? "" : "/" }
    let start = bytes[...last].lastIndex(of: slash).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...last], as: UTF8.self)
  }

  /// What stands behind the last dot of its name: `mp4` for `a.b/c.mp4`. A dot that the name begins with does not
  /// count; empty where there is none.
  package static func ending(of path: String) -> String {
    let name = name(of: path)
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex, name != ".." else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// The path without its ending and the dot before that.
  package static func withoutEnding(_ path: String) -> String {
    let ending = ending(of: path)
    let bytes = Array(path.utf8)
    guard !ending.isEmpty, let end = bytes.lastIndex(where: { $0 != slash }) else { return path }
    return String(decoding: bytes[..<(end - ending.utf8.count)], as: UTF8.self)
  }

  /// The path of something in a folder.
  package static func path(of name: String, in folder: String) -> String {
    folder.utf8.last == slash ? folder + name : folder.isEmpty ? name : "\(folder)/\(name)"
  }

  /// True if a path starts from the root of the file system.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// The components of a path, without slashes. They are separated by bytes: Swift takes a slash and an accent behind it
  /// for one character, the system does not.
  package static func names(in path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// The part of a path behind that of a folder; nil if the path does not begin with the folder's, or is the same.
  package static func rest(of path: String, below folder: String) -> String? {
    let start = folder.utf8.last == slash ? Array(folder.utf8) : Array(folder.utf8) + [slash]
    guard path.utf8.starts(with: start), path.utf8.count > start.count else { return nil }
    return String(Substring(path.utf8.dropFirst(start.count)))
  }

  /// The first control character of a path, as `U+0007`; nil if it has none. No document names a file that has one.
  package static func controlCharacter(in path: String) -> String? {
    let control = path.unicodeScalars.first { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
    return control.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// How many bytes the system takes for a path, and for each name in it.
  package static let longestPath = 4095
  package static let longestName = 255

  /// Why the system would follow no such path, as a clause about it; nil where it may.
  package static func excess(of path: String) -> String? {
    let length = path.utf8.count
    if length > longestPath { return "a path has \(longestPath) bytes at most, and this one has \(length)" }
    if length <= longestName { return nil }
    guard let name = path.utf8.split(separator: slash).map(\.count).max(), name > longestName else { return nil }
    return "a name in a path has \(longestName) bytes at most, and one in this path has \(name)"
  }

  private static let slash = UInt8(ascii: "/")
}
