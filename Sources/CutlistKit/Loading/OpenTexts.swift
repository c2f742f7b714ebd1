package import Platform

/// Texts that stand for what files hold, whatever path leads to these.
package struct OpenTexts: Sendable {
  private var texts: [ConfinedPath: [UInt8]] = [:]

  package init() {}

  /// Puts a text in the place of a file; nil takes it away.
  package mutating func put(_ text: [UInt8]?, at path: String) { texts[ConfinedPath(resolving: path)] = text }

  /// The text of the file that a path leads to; nil where there is none, or where the path leaves its folder: that a text
  /// is open lets nobody read it who may not read the file.
  package subscript(path: ConfinedPath) -> [UInt8]? {
    texts.isEmpty || !path.isInside ? nil : texts[ConfinedPath(resolving: path.path)]
  }

  /// The text of a file, be it open or not.
  func contents(
    of path: ConfinedPath, upTo limit: Int = ConfinedPath.longestText
  ) throws(SystemFailure) -> [UInt8] {
    if let text = self[path] { return text }
    return try path.open().contents(upTo: limit)
  }
}
