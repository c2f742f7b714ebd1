import Diagnostics
import Foundation
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
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 64x64, rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: white }, duration: 4s } ] } ]
        titles: [ { text: Harbour, over: 0s..4s, style: { color: black } } ]
        """
      ])
  ) { programme, report in
    let composition = programme.composition
    let unseen = composition.matteTracks.union(composition.tracksThatAreCutOut)
    // Of a track that is cut out, or that cuts out another, nobody knows here what can be seen.
    let isPlain = composition.videoTracks.allSatisfy { !unseen.contains($0.id) }
    for title in composition.titles {
      let ground =
        isPlain && title.behind.isEmpty ? programme.plainGround(of: title.range, composition.videoTracks) : nil
      for (text, layer, own) in title.layer.texts(on: ground) {
        guard text.style.outline == nil, text.color == nil, let own else { continue }
        guard let run = text.runs.first(where: { $0.style.color.contrast(with: own) < 3 }) else { continue }
        let contrast = (run.style.color.contrast(with: own) * 10).rounded() / 10
        report(
          "the text is \(run.style.color) on \(own): a contrast of \(contrast.plain) to 1, where 3 is the least",
          at: layer.origin[.text], fixIts: [FixIt("choose colours further apart, or give the letters an `outline`")])
      }
    }
  }
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
    guard !hasWrittenInstructions, composition.effects.isEmpty else { return nil }
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

extension Color {
  /// From 1 to 21, as WCAG 2 defines it.
  fileprivate func contrast(with other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private var luminance: Double {
    func linear(_ code: UInt8) -> Double {
      let value = Double(code) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
