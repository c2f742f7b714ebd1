import Diagnostics
import TimelineModel

extension Rule {
  static let segmentHidden = Rule(
    DiagnosticPage(
      "segment-hidden", .warning,
      summary: "a picture that lies behind others all the time",
      rationale: """
        What is written higher lies in front. A picture that opaque ones cover from its first frame to its last is \
        never seen; usually two tracks are the wrong way round, or the one in front should be smaller. Segments whose \
        sound is heard are let pass.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
          - { kind: video, segments: [ «{ clip: { color: blue }, at: 1s, duration: 2s }» ] }
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks:
          - { kind: video, segments: [ { clip: { color: blue }, at: 1s, duration: 2s } ] }
          - { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] }
        """
      ])
  ) { programme, report in
    // Written instructions may show the tracks in any order.
    guard !programme.hasWrittenInstructions else { return }
    let composition = programme.composition
    let mattes = composition.matteTracks
    // The lanes of one track take turns; neither covers the other.
    let tracks = composition.videoTracks.filter { !mattes.contains($0.id) }.groupedByOrigin
    guard tracks.count > 1 else { return }
    lazy var heard = Set(composition.audioSegments.filter { !$0.isGap }.compactMap(\.origin.span))
    let cutOut = composition.tracksThatAreCutOut
    let holes = TimelineRanges(composition.instructions.filter { $0.layers.contains(where: \.opensUp) }.map(\.range))
    var cover = TimelineRanges()
    // Each writes whole tracks anew.
    var fixesLeft = 20
    for (index, lanes) in tracks.enumerated() {
      let others = tracks[..<index]
      lazy var mayMove = composition.mayMove(lanes, before: others)
      for segment in lanes.lazy.flatMap(\.segments) where !segment.isGap && cover.contains(segment.range) {
        guard let span = segment.origin.span, !heard.contains(span) else { continue }
        let fix = fixesLeft > 0 && mayMove ? composition.fix(bringing: lanes, before: others, for: segment) : nil
        if fix != nil { fixesLeft -= 1 }
        report(
          "opaque pictures in front of it hide this one all the time", at: span,
          fixIts: [FixIt("write its track above those that hide it", fix ?? [])])
      }
      for lane in lanes where lane.isOpaque && !cutOut.contains(lane.id) {
        for segment in lane.segments where programme.fillsCanvas(segment) && !holes.overlap(segment.range) {
          cover.insert(segment.range)
        }
      }
    }
  }
}

extension Composition {
  /// Whether a track written before others hides none of their segments instead. One that has very many before it
  /// would be moved past all of them.
  fileprivate func mayMove(_ hidden: [VideoTrack], before others: ArraySlice<[VideoTrack]>) -> Bool {
    guard others.count <= 100 else { return false }
    let cover = TimelineRanges(hidden.flatMap(\.segments).filter { !$0.isGap }.map(\.range))
    return !others.contains { track in
      track.contains { $0.segments.contains { !$0.isGap && cover.contains($0.range) } }
    }
  }

  /// Writes a track before all that hide one of its segments; nil where that cannot be said.
  fileprivate func fix(
    bringing hidden: [VideoTrack], before others: ArraySlice<[VideoTrack]>, for segment: VideoSegment
  ) -> [DocumentChange]? {
    guard let own = hidden.first?.origin.span,
      let first = others.firstIndex(where: { $0.contains { $0.segments.contains { $0.range.overlaps(segment.range) } } })
    else { return nil }
    let places = others[first...].map { $0.first?.origin.span }
    // A list of the document's tracks, each once; sounds between them stay where they are.
    guard places.allSatisfy({ $0 != nil }) else { return nil }
    return [.order([own] + places.compactMap(\.self))]
  }
}

extension Layer {
  /// True where opaque pictures turn into something clear on their way.
  fileprivate var opensUp: Bool {
    if case .mix(_, _, _, let mixture) = content { !mixture.isOpaque } else { false }
  }
}

extension VideoTrack {
  fileprivate var isOpaque: Bool { opacity == Curve(1) && fade == .none && matte == nil && effects.isEmpty }
}

extension CheckedProgramme {
  /// Whether nothing of what lies behind can be seen, all the time.
  func fillsCanvas(_ segment: VideoSegment) -> Bool {
    guard segment.fills(composition.canvas.size, catalog) else { return false }
    guard case .movie(let media, let mapping) = segment.content else { return true }
    guard let facts = catalog.facts(for: media), let end = facts.videoEnd else { return false }
    return mapping.source.start.seconds >= facts.videoStart && mapping.source.end.seconds <= end
  }
}
