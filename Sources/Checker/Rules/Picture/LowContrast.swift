import Diagnostics
import TimelineModel

extension Rule {
  static let lowContrast = Rule(
    DiagnosticPage(
      "low-contrast", .warning,
      summary: "text that hardly differs from what it lies on",
      rationale: """
        Text has to be told from its ground by those who see less well, on a phone in the sun too. By the Web Content \
        Accessibility Guidelines large letters need a contrast of 3 to 1, which is what is asked for here. It is \
        looked at where the ground is known: the text's own `box`, the shape that it lies on, or a picture of one \
        colour. An `outline` of another colour helps against any ground.

        With `check --picture` every other text is held to the picture itself, as it is behind the letters four times \
        a second: where a quarter of what they cover has less contrast with their colour, at the worst time of all, it \
        is said at which and against what. Shadows and translucent boxes count as part of the picture; while a text \
        fades, and where it has an outline or changes its colour, it is not judged, nor is one behind a track.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: white }, duration: 4s } ] } ]
        titles: [ { text: «Harbour», over: 0s..4s, style: { color: yellow } } ]
        """,
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        titles:
          - text: «Harbour»
            over: 0s..4s
            style: { color: gray, box: { color: "#666666" } }
        """,
        """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        tracks:
          - kind: video
            segments:
              - { clip: { color: navy }, duration: 2s }
              - { clip: { color: white }, duration: 2s }
        titles: [ { text: «Harbour», over: 1s..4s, style: { color: yellow } } ]
        """,
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: white }, duration: 4s } ] } ]
        titles: [ { text: Harbour, over: 0s..4s, style: { color: black } } ]
        """,
        """
        timeline: 1
        canvas: { size: 320x180, rate: 25 }
        tracks:
          - kind: video
            segments:
              - { clip: { color: navy }, duration: 2s }
              - { clip: { color: white }, duration: 2s }
        titles:
          - text: Harbour
            over: 1s..4s
            style: { color: yellow, box: { color: "#000000cc" } }
        """,
      ]),
    looksAtPicture: true
  ) { programme, report in
    let composition = programme.composition
    let unseen = composition.matteTracks.union(composition.tracksThatAreCutOut)
    // Of a track that is cut out, or that cuts out another, nobody knows here what can be seen.
    let isPlain = composition.videoTracks.allSatisfy { !unseen.contains($0.id) }
    var judged: Set<SourceSpan> = []
    for title in composition.titles {
      let ground =
        isPlain && title.behind.isEmpty ? programme.plainGround(of: title.range, composition.videoTracks) : nil
      for (text, layer, own) in title.layer.texts(on: ground) {
        guard text.style.outline == nil, text.color == nil, let own else { continue }
        guard let run = text.runs.first(where: { $0.style.color.contrast(with: own) < least }) else { continue }
        report(
          "the text is \(run.style.color) on \(own): \(words(run.style.color.contrast(with: own)))",
          at: layer.origin[.text], fixIts: [FixIt("choose colours further apart, or give the letters an `outline`")])
        if let span = layer.origin[.text] { judged.insert(span) }
      }
    }
    for text in programme.picture?.texts ?? [] where text.contrast < least {
      // What is wrong on any picture has been said.
      guard text.span.map({ !judged.contains($0) }) ?? true else { continue }
      report(
        "at \(text.time.inWords) the text is \(text.color) on about \(text.ground): \(words(text.contrast))",
        at: text.span, over: TimelineRange(start: text.time, duration: composition.canvas.rate.frameDuration),
        fixIts: [FixIt("give the letters an `outline`, a darker or lighter `box` behind them, or another colour")])
    }
  }
}

/// What WCAG 2 asks of large letters.
private let least = 3.0

private func words(_ contrast: Double) -> String {
  // What is a little too small does not look like enough.
  let rounded = min((contrast * 10).rounded() / 10, least - 0.1)
  return "a contrast of \(rounded.plain) to 1, where \(least.plain) is the least"
}

extension TitleLayer {
  /// Its texts, each with the colour of what it lies on where that is known.
  fileprivate func texts(on ground: Color?) -> [(text: TitleText, layer: TitleLayer, ground: Color?)] {
    var found: [(TitleText, TitleLayer, Color?)] = []
    var inner = ground
    switch content {
    case .text(let text):
      found.append((text, self, text.style.box.map { $0.color.isOpaque ? $0.color : nil } ?? ground))
    case .shape(let shape):
      inner = shape.color.isConstant && shape.color.base.isOpaque && opacity == Curve(1) ? shape.color.base : nil
    case .image, .picture: inner = nil
    case .group: break
    }
    // What shines through is mixed with what nobody knows here.
    if opacity != Curve(1) { inner = nil }
    // A layer may lie beside what it is on.
    return found + layers.flatMap { $0.texts(on: $0.position == Curve(.middle) ? inner : nil) }
  }
}

extension CheckedProgramme {
  /// The one colour that is all that can be seen over a stretch of the timeline; nil where there is no such colour.
  fileprivate func plainGround(of range: TimelineRange, _ tracks: [VideoTrack]) -> Color? {
    // Each title has to look through the tracks.
    guard !hasWrittenInstructions, composition.effects.isEmpty, tracks.count <= 1000 else { return nil }
    for track in tracks {
      guard let segment = track.segment(at: range.start) else { continue }
      guard segment.range.contains(range) else { return nil }
      if segment.isGap { continue }
      guard case .color(let color) = segment.content, fillsCanvas(segment), track.opacity == Curve(1),
        track.fade == .none, track.matte == nil, track.effects.isEmpty
      else { return nil }
      return color
    }
    return composition.canvas.background.isOpaque ? composition.canvas.background : nil
  }
}
