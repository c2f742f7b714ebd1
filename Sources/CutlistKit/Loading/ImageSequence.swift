import Platform
import Glibc
import TimelineModel

/// The pictures that a pattern names: `%d` or `%04d` in a file's name stands for a number, `*` for any text.
struct ImageSequence {
  /// In the order of their numbers, or of their names.
  let images: [MediaReference]
  /// A number that is missing among those there are.
  let gap: Int?
  /// Two pictures that have the same number, such as `f2.png` and `f02.png`.
  let twins: (MediaReference, MediaReference)?

  /// - Parameter pattern: It is as the document wrote it; `found` is where it leads.
  /// - Throws: a failure if its folder is there and cannot be read.
  init(pattern: String, found: ConfinedPath) throws(SystemFailure) {
    let (folder, written) = ImageSequence.parts(of: pattern)
    let (place, _) = ImageSequence.parts(of: found.path)
    let names: [String]
    do throws(SystemFailure) { names = try ConfinedPath(place.isEmpty ? "." : place, within: found.root).names() } catch {
      guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
      names = []
    }
    let template = NameTemplate(written)
    let matches = names.compactMap { name in
      template.match(name).map { Match(name: name, order: template.isNumbered ? nil : NaturalOrder(name), number: $0) }
    }.sorted()
    images = matches.map { MediaReference(folder + $0.name) }
    let numbers = template.isNumbered ? matches.map(\.number) : []
    twins = zip(numbers.indices, numbers.indices.dropFirst()).first { numbers[$0] == numbers[$1] }
      .map { [images] in (images[$0], images[$1]) }
    gap = zip(numbers, numbers.dropFirst()).first { $1 - $0 > 1 }.map { $0.0 + 1 }
  }

  /// Whether a file at `path` would belong to the image sequence of a pattern.
  static func holds(_ path: String, fitting pattern: ConfinedPath) -> Bool {
    let name = parts(of: pattern.path).name
    return NameTemplate(name).match(PathName.name(of: path)) != nil
      && ConfinedPath(resolving: path).folderIsSame(as: ConfinedPath(resolving: pattern.path))
  }

  /// The folder with its slash, and the name.
  private static func parts(of path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
    return (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
  }

  /// Returns the facts of the sequence as one moving picture, without its rate. `findings` are those of its images.
  func finding(_ findings: [MediaReference: MediaFinding]) -> MediaFinding {
    guard let first = images.first else { return .missing }
    if let gap { return .unreadable("number \(gap) is missing among the pictures") }
    if let twins { return .unreadable("\(twins.0) and \(twins.1) have the same number among the pictures") }
    var size: PixelSize?
    for image in images {
      guard case .found(let facts)? = findings[image] else {
        return .unreadable("\(image): \(findings[image]?.complaint ?? "it was not looked into")")
      }
      guard let video = facts.video, facts.isStill else { return .unreadable("\(image) is no single picture") }
      if let size, size != video.displaySize {
        return .unreadable("\(image) is \(video.displaySize), and \(first) is \(size)")
      }
      size = video.displaySize
    }
    guard case .found(var facts)? = findings[first] else { return .missing }
    facts.images = images
    (facts.durationSource, facts.isDurationInHeader) = (.header, true)
    return .found(facts)
  }
}

extension MediaFinding {
  /// The finding of a sequence of images that follow one another at a rate.
  func playing(at rate: FrameRate) -> MediaFinding {
    guard case .found(var facts) = self else { return self }
    facts.video?.timing = .regular(rate, count: Int64(facts.images.count))
    return .found(facts)
  }
}

/// A file that a pattern names.
private struct Match: Comparable {
  let name: String
  /// Its place among names without numbers; nil where there are numbers.
  let order: NaturalOrder?
  let number: Int

  static func == (one: Match, two: Match) -> Bool { ExactPath(one.name) == ExactPath(two.name) }

  static func < (one: Match, two: Match) -> Bool {
    if one.number != two.number { return one.number < two.number }
    if let first = one.order, let second = two.order { return first < second }
    return ExactPath(one.name) < ExactPath(two.name)
  }
}

/// A file's name of which parts are left open.
private struct NameTemplate {
  /// What stands before, between and behind the open parts. Bytes, since the system has two files where Swift sees one
  /// name.
  private let fixed: [[UInt8]]
  let isNumbered: Bool
  /// How many digits a number has at least.
  private var digits = 1

  init(_ name: String) {
    if let range = name.firstRange(of: /%(0?\d*)d/) {
      fixed = [Array(name[..<range.lowerBound].utf8), Array(name[range.upperBound...].utf8)]
      isNumbered = true
      digits = Int(name[range].dropFirst().dropLast()) ?? 1
    } else {
      fixed = name.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
      isNumbered = false
    }
  }

  /// The number in a name that matches; 0 for every name that does, where there are no numbers.
  func match(_ name: String) -> Int? {
    guard fixed.count > 1 else { return nil }
    let bytes = Array(name.utf8)
    let (before, after) = (fixed[0], fixed[fixed.count - 1])
    guard bytes.starts(with: before), bytes.suffix(after.count) == after[...], bytes.count >= before.count + after.count
    else { return nil }
    let middle = bytes.dropFirst(before.count).dropLast(after.count)
    guard isNumbered else {
      return before.count < bytes.count && bytes.first != UInt8(ascii: ".") && holds(middle) ? 0 : nil
    }
    guard middle.count >= digits, middle.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    // One that is too large for a number leaves a gap before it.
    return Int(String(decoding: middle, as: UTF8.self)) ?? Int.max
  }

  /// Whether a text has what stands between the open parts, one after another.
  private func holds(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    for part in fixed.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
      rest = rest[(place + part.count)...]
    }
    return true
  }
}
