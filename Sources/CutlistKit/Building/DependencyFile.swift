import Glibc
package import Platform

/// A rule that says what a file was made of, as Make and Ninja both read it.
package struct DependencyFile: Sendable {
  /// The file that is made.
  package let target: String
  /// What it is made of, each once.
  package let dependencies: [String]
  /// What is made along with it.
  package let companions: [String]

  package init(target: String, companions: [String] = [], dependencies: [String]) {
    self.target = target
    self.companions = companions
    var seen: Set<ExactPath> = []
    self.dependencies = dependencies.filter { seen.insert(ExactPath($0)).inserted }
  }

  package init(target: String, companions: [String] = [], documents: [LoadedDocument]) {
    self.init(target: target, companions: companions, dependencies: documents.flatMap(\.dependencies))
  }

  /// - Throws: where a name has characters that not both programs can be told.
  package func text() throws(DependencyFileFailure) -> String {
    guard DependencyFile.isPlainTarget(target) else { throw .unspeakable(target) }
    let target = try DependencyFile.spelling(of: target)
    var names: [(name: String, spelling: String)] = []
    for name in dependencies {
      names.append((name, try DependencyFile.spelling(of: name)))
    }
    // Make takes `a=b` for a variable where it is the first word.
    func hasEquals(_ name: String) -> Bool { name.unicodeScalars.contains("=") }
    names = names.filter { !hasEquals($0.name) } + names.filter { hasEquals($0.name) }
    if let first = names.first?.name, hasEquals(first) { throw .unspeakable(first) }
    // A rule for each dependency, so that Make does not stop where one is gone that is no longer needed.
    let rules = names.filter { DependencyFile.isPlainTarget($0.name) }.map { "\n\($0.spelling):\n" }
    return ([target + ":"] + names.map(\.spelling)).joined(separator: " \\\n  ") + "\n" + rules.joined()
  }

  /// Returns the text that is to be written to `path`.
  /// - Throws: if it cannot be written there, or if a name cannot be told.
  @discardableResult
  package func text(for path: String) throws(DependencyFileFailure) -> String {
    try check(path)
    return try text()
  }

  /// Looks at the place before the target is made.
  /// - Throws: if the file at `path` is the target, made along with it, or one of the dependencies.
  package func check(_ path: String) throws(DependencyFileFailure) {
    let place = ConfinedPath(resolving: path)
    if ([target] + companions).contains(where: { ConfinedPath(resolving: $0).isSamePlace(as: place) }) {
      throw .unwritable(path, reason: "it is what is made")
    }
    if dependencies.contains(where: { ConfinedPath(resolving: $0).isSamePlace(as: place) }) {
      throw .unwritable(path, reason: "it is what \(target) is made of")
    }
  }

  /// Writes it up to the point where it only has to take its name; nil where it went to what is no file.
  package func begin(at path: String) throws(DependencyFileFailure) -> PendingFile? {
    let text = try text(for: path)
    do throws(SystemFailure) { return try WrittenFile.begin(Array(text.utf8), to: path, .named) } catch {
      throw .unwritable(path, reason: "\(error)")
    }
  }

  /// False for what Make takes for a pattern, a variable, the last of a group or an order to itself in place of a target.
  private static func isPlainTarget(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return !scalars.contains { "%=".unicodeScalars.contains($0) } && scalars.last != "&"
      && !(scalars.first == "." && scalars.dropFirst().allSatisfy { $0 == "_" || ("A"..."Z").contains($0) })
  }

  /// Whether Make may take a dependency for a part of a variable's definition, which it may run as a command.
  private static func isPartOfDefinition(_ name: String) -> Bool {
    let operators = ["=", "+=", "?=", "!=", "^="]
    return operators.contains { name.utf8.starts(with: $0.utf8) }
      || ["define", "undefine", "export", "unexport", "override", "private"].contains(name)
  }

  /// Returns the spelling of a name that Make and Ninja read alike.
  ///
  /// The name is taken apart by scalars, as both programs do: to Swift, a `$` after some characters is a part of them.
  /// - Throws: a failure if the programs agree on no spelling, or if a folder cannot be listed to find that out.
  private static func spelling(of name: String) throws(DependencyFileFailure) -> String {
    let scalars = name.unicodeScalars
    let escaped = zip(scalars, scalars.dropFirst()).contains { $0 == "\\" && "#:$=".unicodeScalars.contains($1) }
    let isUnspeakable =
      name.isEmpty || scalars.contains { $0.value < 32 || ";|".unicodeScalars.contains($0) }
      || " :\\".unicodeScalars.contains(scalars.last!) || escaped || scalars.last == ")" && scalars.contains("(")
      || namesHome(name) || isPartOfDefinition(name)
    guard !isUnspeakable else { throw .unspeakable(name) }
    let isPattern: Bool
    do throws(SystemFailure) { isPattern = try isPatternForOthers(name) } catch {
      throw .unreadable(PathName.folder(of: name), reason: "\(error)")
    }
    if isPattern { throw .unspeakable(name) }
    var spelling = String.UnicodeScalarView()
    for scalar in scalars {
      switch scalar {
      case " ":
        // Backslashes before a space count double.
        spelling.append(contentsOf: spelling.reversed().prefix { $0 == "\\" })
        spelling.append(contentsOf: "\\ ".unicodeScalars)
      case "#", ":": spelling.append(contentsOf: ["\\", scalar])
      case "$": spelling.append(contentsOf: ["$", "$"])
      default: spelling.append(scalar)
      }
    }
    return String(spelling)
  }

  /// Whether Make may take the beginning for somebody's home: `~`, or `~` and the name of an account.
  private static func namesHome(_ name: String) -> Bool {
    let first = name.utf8.split(separator: UInt8(ascii: "/")).first { !$0.elementsEqual(".".utf8) }
    guard !name.utf8.starts(with: "/".utf8), let first, first.first == UInt8(ascii: "~") else { return false }
    return first.dropFirst().allSatisfy { Character(Unicode.Scalar($0)).isLetter || "0123456789_-".utf8.contains($0) }
  }

  /// Whether Make takes the name for a pattern that other files may fit, and not the one of that name: `clip[1].mp4`
  /// beside `clip1.mp4`. One that nothing fits it takes as it is.
  ///
  /// Only the folders that the name itself leads through are looked into, never those that a pattern leads to.
  private static func isPatternForOthers(_ name: String) throws(SystemFailure) -> Bool {
    guard name.utf8.contains(UInt8(ascii: "[")) else { return false }
    // These fit so much that it would take long to find out.
    if name.utf8.contains(where: { "*?".utf8.contains($0) }) { return true }
    var folder = PathName.isAbsolute(name) ? "/" : "."
    for part in PathName.names(in: name) {
      if part.utf8.contains(UInt8(ascii: "[")) {
        let others = try fitsOthers(part, in: folder)
        if others { return true }
      }
      folder = PathName.path(of: part, in: folder)
    }
    return false
  }

  private static func fitsOthers(_ part: String, in folder: String) throws(SystemFailure) -> Bool {
    let names: [String]
    do throws(SystemFailure) { names = try ConfinedPath(anywhere: folder).names() } catch {
      guard error.isRefusal else { return false }
      throw error
    }
    return names.contains { fnmatch(part, $0, FNM_PERIOD) == 0 && ExactPath($0) != ExactPath(part) }
  }
}

/// Why there is no dependency file.
package enum DependencyFileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case unspeakable(String)
  case unwritable(String, reason: String)
  case unreadable(String, reason: String)

  package var description: String {
    switch self {
    case .unspeakable(let name): "a dependency file cannot name `\(name)`: Make and Ninja do not read it alike"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .unreadable(let path, let reason): "cannot look into \(path): \(reason)"
    }
  }
}
