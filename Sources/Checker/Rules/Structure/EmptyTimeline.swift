import Diagnostics
import TimelineModel

extension Rule {
  static let emptyTimeline = Rule(
    DiagnosticPage(
      "empty-timeline", .error,
      summary: "a document with nothing to render",
      rationale: """
        No track has a segment that is seen or heard, so there is no movie to make. Titles alone have no length: `duration` \
        gives the programme one.
        """,
      bad: [
        "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\n«tracks»: []",
        "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\n«tracks»: []\ntitles: [ { text: Hi, over: 0s..2s } ]",
      ],
      good: [
        "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\nduration: 2s\ntracks: []\ntitles: [ { text: Hi, over: 0s..2s } ]"
      ])
  ) { programme, report in
    let composition = programme.composition
    // A segment that someone wrote counts even where its asset is missing, which is reported by itself.
    let hasPicture = composition.videoTracks.contains { $0.segments.contains { $0.origin != .none } }
    let hasSound = composition.audioTracks.contains { $0.segments.contains { $0.origin != .none } }
    let hasTitles = !composition.titles.isEmpty
    let (shows, sounds) = (composition.output.video != nil, composition.output.audio != nil)
    let hasContent = shows && (hasPicture || hasTitles) || sounds && hasSound
    guard !hasContent || composition.end <= .zero else { return }
    report("there is nothing to render", at: composition.origin.span)
  }
}
