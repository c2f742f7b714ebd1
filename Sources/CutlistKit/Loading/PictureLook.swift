import Compiler
import Diagnostics
import Platform
package import Renderer
import TimelineModel

/// How the picture of a document is looked at while it is checked.
package struct PictureLook: Sendable {
  /// The stretch of the timeline that is asked about, as it was written; nil is all of it.
  package var range: String?
  /// How many threads draw at once.
  package var jobs: Int
  package var cancellation: CancellationFlag

  package init(range: String? = nil, jobs: Int = 1, cancellation: CancellationFlag = CancellationFlag()) {
    self.range = range
    self.jobs = jobs
    self.cancellation = cancellation
  }

  /// What was found out and what stood in the way. Where a document has errors, that is nothing: they come first.
  func look(at document: LoadedDocument, concealsDamage: Bool) -> Outcome<PictureFindings?> {
    guard document.compilation.canBeShown, let composition = document.compilation.composition else {
      return Outcome(nil)
    }
    let absent = document.absentMedia
    guard absent.isEmpty else { return Outcome(nil, absent) }
    let inspection = PictureInspection(
      composition, folder: document.mediaFolder(damage: concealsDamage ? DamageLog() : nil),
      range: stretch(of: composition), jobs: jobs, cancellation: cancellation)
    do throws(RenderFailure) { return Outcome(try inspection.findings()) } catch {
      return Outcome(nil, error.kind == .cancelled ? [] : [Diagnostic(error)])
    }
  }

  /// With a second on either side, so that flashes which begin before it are counted.
  private func stretch(of composition: Composition) -> TimelineRange? {
    guard let range, case .success(let stretch) = timelineRange(range, in: composition) else { return nil }
    return TimelineRange(max(stretch.start - .one, .zero), stretch.end + .one)
  }
}

extension LoadedDocument {
  /// Of each file that a lock stands for and that would have to be drawn, that it is not there.
  fileprivate var absentMedia: [Diagnostic] {
    guard lockPath != nil, let composition = compilation.composition else { return [] }
    var seen: Set<MediaReference> = []
    return composition.videoTracks.flatMap(\.segments).compactMap { segment in
      guard let media = segment.media, !media.isTimeline, media.imageRate == nil, seen.insert(media.file).inserted
      else { return nil }
      guard !mediaFolder.path(of: media).exists else { return nil }
      let page = DiagnosticPage.missingMedia
      return Diagnostic(
        page.severity, page.id, "`\(media.path)` is not here, and its lock does not say what it looks like",
        at: segment.origin[.clip])
    }
  }
}
