/// Clips that are wrong about themselves or break off, made by other programs, where they are at hand.
package enum OddClips {
  private static let folder = SharedFolder("clips", variable: "CUTLIST_ODD_CLIPS")

  package static func path(_ name: String) -> String { folder.path(name) }
  package static var areThere: Bool { folder.holds("README.md") }
}
