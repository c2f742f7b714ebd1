package import Platform

/// A rule that says what a file was made of, as Make and Ninja both read it.
package struct DependencyFile: Sendable {
  /// The file that is made.
  package let target: String
  /// What it is made of, each once.
  package let dependencies: [String]

  package init(target: String, dependencies: [String]) {
    self.target = target
    // Names that are equal for Unicode are two files for the system.
    var seen: Set<[UInt8]> = []
    self.dependencies = dependencies.filter { seen.insert(Array($0.utf8)).inserted }
  }

  package init(target: String, documents: [LoadedDocument]) {
    self.init(target: target, dependencies: documents.flatMap(\.dependencies))
  }

  /// - Throws: where a name has characters that not both programs can be told.
  package func text() throws(DependencyFileFailure) -> String {
    guard let target = DependencyFile.spelling(ofTarget: target) else { throw .unspeakable(target) }
    var names: [(name: String, spelling: String)] = []
    for name in dependencies {
      guard let spelling = DependencyFile.spelling(of: name) else { throw .unspeakable(name) }
      names.append((name, spelling))
    }
    // Make takes `a=b` for a variable where it is the first word.
    names = names.filter { !$0.name.contains("=") } + names.filter { $0.name.contains("=") }
    if let first = names.first?.name, first.contains("=") { throw .unspeakable(first) }
    // A rule for each dependency, so that Make does not stop where one is gone that is no longer needed.
    let rules = names.filter { !$0.name.contains("=") && !$0.name.contains("%") }.map { "\n\($0.spelling):\n" }
    return ([target + ":"] + names.map(\.spelling)).joined(separator: " \\\n  ") + "\n" + rules.joined()
  }

  /// Writes it whole or not at all.
  package func write(to path: String) throws(DependencyFileFailure) {
    let text = try text()
    do throws(SystemFailure) { try WrittenFile.write(Array(text.utf8), to: path) } catch {
      throw .unwritable(path, reason: "\(error)")
    }
  }

  /// Writes it up to the point where it only has to take its name; nil where it went to what is no file.
  package func begin(at path: String) throws(DependencyFileFailure) -> PendingFile? {
    let text = try text()
    do throws(SystemFailure) { return try WrittenFile.begin(Array(text.utf8), to: path) } catch {
      throw .unwritable(path, reason: "\(error)")
    }
  }

  private static func spelling(ofTarget name: String) -> String? {
    name.contains { "%=".contains($0) } ? nil : spelling(of: name)
  }

  /// Nil where the two programs do not agree on any spelling.
  private static func spelling(of name: String) -> String? {
    let isUnspeakable =
      name.isEmpty || name.unicodeScalars.contains { $0.value < 32 || ";|".unicodeScalars.contains($0) }
      || name.hasSuffix(":") || name.hasSuffix("\\") || name.contains(/\\[#:$]/) || name.contains(/\(.*\)$/)
    guard !isUnspeakable else { return nil }
    var spelling = ""
    for character in name {
      switch character {
      case " ":
        // Backslashes before a space count double.
        spelling += String(spelling.reversed().prefix { $0 == "\\" }) + "\\ "
      case "#", ":": spelling += "\\\(character)"
      case "$": spelling += "$$"
      default: spelling.append(character)
      }
    }
    // Make takes a first ~ for a home.
    return spelling.hasPrefix("~") ? "./" + spelling : spelling
  }
}

/// Why there is no dependency file.
package enum DependencyFileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  case unspeakable(String)
  case unwritable(String, reason: String)

  package var description: String {
    switch self {
    case .unspeakable(let name): "a dependency file cannot name `\(name)`: Make and Ninja do not read it alike"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    }
  }
}
