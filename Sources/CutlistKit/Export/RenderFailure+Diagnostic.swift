package import Diagnostics
package import Renderer
import TimelineModel

extension Diagnostic {
  /// Why a render stopped, or a picture could not be looked at.
  package init(_ failure: RenderFailure) {
    let page = failure.kind == .sourceChanged ? DiagnosticPage.sourceChangedSinceCheck : .renderFailed
    var notes: [Note] = []
    if let time = failure.time { notes.append(Note("at \(time.inWords) of the programme")) }
    if let detail = failure.detail { notes.append(Note(detail)) }
    self.init(page.severity, page.id, failure.message, at: failure.span, notes: notes)
  }
}
