import Diagnostics
import TimelineModel

extension Rule {
  static let hdrInEightBits = Rule(
    DiagnosticPage(
      "hdr-in-eight-bits", .warning,
      summary: "a canvas of HDR whose pictures come down to eight bits",
      rationale: """
        PQ and HLG spread many times the light of an ordinary picture over their numbers. With ten bits a sample the \
        steps between them cannot be seen; with eight, skies and shadows get bands. What is coded with eight bits, and \
        what filters compose with eight (blend modes, mattes, effects of tracks and of the whole picture, transitions of \
        `xfade`), loses what the canvas was to keep.
        """,
      bad: [
        """
        timeline: 1
        canvas: { size: 1280x720, rate: 25, color-space: bt2020-pq }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s, blend: «screen» } ] } ]
        """
      ],
      good: [
        """
        timeline: 1
        canvas: { size: 1280x720, rate: 25, color-space: bt2020-pq }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 4s } ] } ]
        """
      ]),
    needsLengths: false
  ) { programme, report in
    let composition = programme.composition
    guard composition.canvas.color.isHDR else { return }
    if let format = composition.output.video?.pixelFormat, !PixelFormatName.isDeep(format) {
      report("`\(format)` has eight bits a sample, too few for HDR", at: composition.output.origin[.pixelFormat])
    }
    for use in composition.eightBitUses {
      report("\(use.name) is composed with eight bits a sample, too few for HDR", at: use.origin.span)
    }
  }
}

extension Composition {
  /// What filters compose.
  fileprivate var eightBitUses: [(name: String, origin: Origin)] {
    var uses: [(name: String, origin: Origin)] = effects.map { ("an effect of the whole picture", $0.origin) }
    for track in videoTracks {
      uses += track.effects.map { ("an effect of a track", $0.origin) }
      if let matte = track.matte { uses.append(("a matte", matte.origin)) }
      for segment in track.segments {
        if segment.blend != .normal { uses.append(("a blend mode", Origin(segment.origin[.blend]))) }
        if let matte = segment.matte { uses.append(("a matte", matte.origin)) }
      }
    }
    for layer in instructions.flatMap(\.layers) { uses += layer.eightBitUses }
    return uses
  }
}

extension Layer {
  fileprivate var eightBitUses: [(name: String, origin: Origin)] {
    var uses: [(name: String, origin: Origin)] = []
    if let blend, blend != .normal { uses.append(("a blend mode", origin)) }
    if let matte { uses.append(("a matte", matte.origin)) }
    if case .mix(let first, let second, _, let mixture) = content {
      if case .xfade(let kind) = mixture { uses.append(("the transition `\(kind)`", origin)) }
      uses += first.eightBitUses + second.eightBitUses
    }
    return uses
  }
}
