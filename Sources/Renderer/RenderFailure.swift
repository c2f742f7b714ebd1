package import Diagnostics
package import TimelineModel

/// Why a render stopped: what could not be done, where on the timeline, what in the document asked for it, and what
/// libav or the system said.
package struct RenderFailure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case media, sourceChanged, encoder, output, text, cancelled }

  package var kind: Kind
  /// One lower-case clause, such as "cannot read frame 12 of cat.mov".
  package var message: String
  package var time: TimelineTime?
  package var span: SourceSpan?
  package var detail: String?

  package init(
    _ kind: Kind, _ message: String, at time: TimelineTime? = nil, span: SourceSpan? = nil, detail: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.time = time
    self.span = span
    self.detail = detail
  }

  package static let cancelled = RenderFailure(.cancelled, "cancelled")
}

extension RenderFailure: CustomStringConvertible {
  package var description: String {
    message + (time.map { " at \($0)" } ?? "") + (detail.map { ": \($0)" } ?? "")
  }
}
