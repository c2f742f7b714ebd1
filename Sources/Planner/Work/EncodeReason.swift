package import Diagnostics
package import TimelineModel

/// Why frames are encoded and not copied, in the writer's words.
package struct EncodeReason: Hashable, Sendable {
  package var page: DiagnosticPage
  /// One clause, such as "beach.mp4 is 25 fps, the canvas 30".
  package var message: String
  /// What the writer could change so that the frames were copied; nil where that is what the edit is about.
  package var advice: String?
  package var origin: Origin

  package init(_ page: DiagnosticPage, _ message: String, advice: String? = nil, origin: Origin) {
    self.page = page
    self.message = message
    self.advice = advice
    self.origin = origin
  }

  package var diagnostic: Diagnostic {
    Diagnostic(
      page.severity, page.id, message, at: origin.span, fixIts: advice.map { [FixIt($0)] } ?? [])
  }

  package static func == (a: EncodeReason, b: EncodeReason) -> Bool {
    a.page.id == b.page.id && a.message == b.message && a.origin == b.origin
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(page.id)
    hasher.combine(message)
    hasher.combine(origin.span)
  }
}
