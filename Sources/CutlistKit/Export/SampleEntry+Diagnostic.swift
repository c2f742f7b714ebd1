import Diagnostics

extension [Diagnostic] {
  /// What is said of a movie for the name that its container gives the picture: nothing of names that all players know.
  package init(sampleEntry: String?) {
    let page = DiagnosticPage.joinedHEVC
    guard sampleEntry == "hev1" else {
      self = []
      return
    }
    self = [
      Diagnostic(
        page.severity, page.id, "the movie's HEVC is `hev1`, which Apple's players refuse", at: nil,
        fixIts: [FixIt("add --no-copy, which encodes every frame and makes it `hvc1`")])
    ]
  }
}
