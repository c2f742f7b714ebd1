package import Diagnostics

extension Diagnostic {
  /// Creates the remark about a movie that Apple's players reject, or `nil` for other movies.
  /// - Parameter sampleEntry: The sample entry name of a picture with parameter sets in its packets, or `nil`.
  package init?(sampleEntry: String?) {
    guard sampleEntry == "hev1" else { return nil }
    let page = DiagnosticPage.joinedHEVC
    self.init(
      page.severity, page.id, "the movie's HEVC is `hev1`, which Apple's players refuse", at: nil,
      fixIts: [FixIt("add --no-copy, which encodes every frame and makes it `hvc1`")])
  }
}
