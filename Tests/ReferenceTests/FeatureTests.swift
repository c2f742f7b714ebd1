import Foundation
import Testing
import TimelineModel

/// One small document for each thing that the language can say, held to the reference.
///
/// `CUTLIST_REFERENCE_FEATURES` chooses those whose names match an expression.
@Suite struct FeatureTests {
  struct Feature: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var body: String
    var canvas = "{ size: 96x54, rate: 25, background: \"#304050\" }"
  }

  /// Shows VID-01, VID-07, VID-11, VID-23, VID-26, ANI-05, CMP-25, AUD-08, AUD-12, PLY-30.
  @Test(arguments: FeatureTests.chosen, ["yuv420p", "yuv444p"])
  func isDrawnAsItIsDefined(_ feature: Feature, _ pixelFormat: String) throws {
    let document = """
      timeline: 1
      canvas: \(feature.canvas)
      export: { preset: lossless, video: { pixel-format: \(pixelFormat) }, audio: { codec: pcm_f32le } }
      \(feature.body)
      """
    let comparison = Comparison(library: try SourceLibrary.shared.get(), configurations: [Configuration.all[2]])
    let result = comparison.run(document, name: "feature-\(UUID().uuidString)")
    if ProcessInfo.processInfo.environment["CUTLIST_REFERENCE_REPORT"] != nil {
      let figures = String(
        format: "%.1f dB, %.1e of sound", result.worstPSNR ?? .infinity, result.worstSoundDistance ?? 0)
      print("FEATURE \(feature.testDescription), \(pixelFormat): \(figures) \(result.difference.map { "\($0)" } ?? "")")
    }
    let complaint = result.difference.map { "\($0)" } ?? ""
    #expect(result.difference == nil, "\(complaint)")
  }

  /// The range begins with an access point and ends right before another, with whole groups of eight pictures that need
  /// no others: all of it can be copied. What has to be encoded again would not be the same to the bit.
  @Test(arguments: [("noise.mkv", "ffv1"), ("copied.mp4", "h264")])
  func whatNothingTouchesIsTheSameToTheBit(_ clip: String, _ codec: String) throws {
    let crf = codec == "h264" ? ", crf: 1, options: { preset: veryfast }" : ""
    let document = """
      timeline: 1
      canvas: { size: 96x54, rate: 25 }
      export: { container: mkv, video: { codec: \(codec)\(crf), pixel-format: yuv420p } }
      tracks: [ { kind: video, segments: [ { clip: \(clip), source: 8f..32f } ] } ]
      """
    let comparison = Comparison(library: try SourceLibrary.shared.get(), configurations: [Configuration.all[2]])
    let result = comparison.run(document, name: "untouched-\(codec)")
    #expect(result.difference == nil && result.worstPSNR == .infinity)
    #expect(result.copiedFrames == 24)
  }

  /// A segment by itself.
  private static func alone(
    _ name: String, _ segment: String, kind: String = "video", size: String = "96x54"
  ) -> Feature {
    Feature(
      testDescription: name, body: "tracks: [ { kind: \(kind), segments: [ { \(segment) } ] } ]",
      canvas: "{ size: \(size), rate: 25, background: \"#304050\" }")
  }

  private static let placements = [
    alone("the same rate", "clip: plain.mkv, source: 200ms..600ms"),
    alone("another rate", "clip: film.mkv, source: 333ms..+400ms"),
    alone("a faster rate in BT.601", "clip: tape.mkv, source: 333ms..+400ms"),
    alone("full range and ten bits", "clip: deep.mkv, source: 0s..200ms"),
    alone("PQ", "clip: glow.mkv, source: 0s..200ms"),
    alone("HLG", "clip: live.mkv, source: 0s..200ms"),
    alone("PQ, turned and dimmed", "clip: glow.mkv, source: 0s..200ms, rotate: 20, opacity: 0.6"),
    alone("an uneven rate", "clip: uneven.mkv, source: 20ms..+600ms"),
    alone("times that tremble", "clip: shaky.mkv, source: 0s..1s"),
    alone("times that tremble, backward", "clip: shaky.mkv, source: 200ms..1s, reverse: true"),
    alone("soft telecine", "clip: telecine.mp4, source: 100ms..+600ms"),
    alone("frames that were left out", "clip: left-out.mkv, source: 100ms..700ms"),
    alone("frames that were left out, blended", "clip: left-out.mkv, source: 0s..500ms, speed: 2/3, frames: blend"),
    alone("a picture that begins late", "clip: late.mkv, source: 0s..400ms"),
    alone("double speed", "clip: plain.mkv, source: 0s..800ms, speed: 2"),
    alone("a third of the speed", "clip: film.mkv, source: 100ms..+200ms, speed: 1/3"),
    alone("wide pixels", "clip: wide.mkv, source: 0s..120ms"),
    alone("narrow pixels", "clip: narrow.mkv, source: 0s..120ms"),
    alone("turned in the header", "clip: phone.mp4, source: 0s..120ms"),
    alone("mirrored in the header", "clip: mirror.mp4, source: 0s..120ms"),
    alone("transparency", "clip: cloud.mkv, source: 0s..160ms"),
    alone("a timeline with a transparent background", "clip: strap.yaml, source: 600ms..1s"),
    alone("the same, turned and dimmed", "clip: strap.yaml, source: 0s..200ms, rotate: 20, opacity: 0.6"),
    Feature(
      testDescription: "a timeline with a translucent background",
      body: "tracks: [ { kind: video, segments: [ { clip: mist.yaml } ] } ]",
      canvas: "{ size: 64x36, rate: 24, background: \"#3b5e58\" }"),
    alone("an opaque still", "clip: photo.png, duration: 80ms"),
    alone("a transparent still", "clip: badge.png, duration: 80ms"),
    alone("a colour", "clip: { color: \"#a05020\" }, duration: 80ms"),
    alone("a transparent colour", "clip: { color: \"#a0502080\" }, duration: 80ms"),
    alone("cropped", "clip: plain.mkv, source: 0s..80ms, crop: [10, 5, 60, 40]"),
    alone("cropped between pixels", "clip: plain.mkv, source: 0s..80ms, crop: [10.3, 5.6, 40.45, 30.2], fit: none"),
    alone(
      "cropped between pixels and small", "clip: film.mkv, source: 0s..80ms, crop: [10.3, 5.6, 60.45, 40.2], scale: 0.3"
    ),
    alone(
      "cropped next to the picture's edge",
      "clip: plain.mkv, source: 0s..80ms, crop: [1.03, 0.03, 94.97, 46.97], scale: [1.22, 0.71]"),
    alone(
      "cropped between pixels and turned",
      "clip: plain.mkv, source: 0s..80ms, crop: [10.3, 5.6, 60.45, 40.2], rotate: 20"),
    alone("a crop that grows", "clip: film.mkv, source: 0s..400ms, crop: { from: [9, 9, 12, 6], to: [5, 2, 70, 40] }"),
    alone("a crop of non-square pixels", "clip: wide.mkv, source: 0s..80ms, crop: [11, 7, 60, 40]"),
    alone("fit: cover", "clip: deep.mkv, source: 0s..80ms, fit: cover"),
    alone("fit: stretch", "clip: deep.mkv, source: 0s..80ms, fit: stretch"),
    alone("fit: none, smaller", "clip: badge.png, duration: 80ms, fit: none"),
    alone("fit: none, larger", "clip: film.mkv, source: 0s..80ms, fit: none"),
    alone("scaled", "clip: plain.mkv, source: 0s..80ms, scale: 0.6"),
    alone("scaled apart", "clip: plain.mkv, source: 0s..80ms, scale: [0.5, 0.8]"),
    alone("enlarged", "clip: plain.mkv, source: 0s..80ms, scale: 1.4"),
    alone("turned", "clip: plain.mkv, source: 0s..80ms, rotate: 20"),
    alone("turned by a quarter", "clip: plain.mkv, source: 0s..80ms, rotate: 90"),
    alone("turned upside down", "clip: plain.mkv, source: 0s..80ms, rotate: 180"),
    alone("turned and small", "clip: plain.mkv, source: 0s..80ms, rotate: -33, scale: 0.6, position: [30.3, 21.7]"),
    alone("small between pixels", "clip: plain.mkv, source: 0s..80ms, scale: 0.47, position: [40.3, 20.6]"),
    alone("of an odd height", "clip: phone.mp4, source: 1120ms..1200ms", size: "80x80"),
    alone("of an odd height and cut", "clip: phone.mp4, source: 1120ms..1200ms, position: [50%, 58.5]", size: "80x80"),
    alone(
      "turned and reduced to an odd height",
      "clip: ntsc.mp4, source: 680ms..800ms, crop: [16, 2, 104, 59], rotate: 157",
      size: "64x36"),
    alone("moved by half a pixel", "clip: plain.mkv, source: 0s..80ms, position: [48.5, 27.25]"),
    alone("moved past the edge", "clip: plain.mkv, source: 0s..80ms, position: [90%, 10%], rotate: 10"),
    alone("about a corner", "clip: plain.mkv, source: 0s..80ms, anchor: [0, 1], scale: 0.5, rotate: 15"),
    alone("a view", "clip: plain.mkv, source: 0s..80ms, view: [10, 5, 60, 40]"),
    alone(
      "a view that moves",
      "clip: film.mkv, source: 0s..400ms, view: { from: [0, 0, 100%, 100%], to: [10%, 20%, 60%, 60%] }"),
    alone(
      "a view of another shape",
      "clip: photo.png, duration: 400ms, view: { from: [0, 0, 60, 60], to: [20, 3, 80, 20], ease: in-out }"),
    alone("a matrix", "clip: plain.mkv, source: 0s..80ms, matrix: [0.9, 0.2, -0.3, 0.7, 20, 5]"),
    alone("a mirroring matrix", "clip: plain.mkv, source: 0s..80ms, matrix: [-0.7, 0.2, 0.2, 0.7, 75, 0]"),
    alone(
      "motion",
      """
      clip: plain.mkv, source: 0s..400ms, scale: { from: 0.4, to: 0.8, ease: in-out },
      rotate: { keys: { 0s: -20, 200ms: 5, 400ms: 70 } }, position: { from: [20, 20], to: [60, 30], ease: out }
      """),
  ]

  private static let values = [
    alone("opacity", "clip: plain.mkv, source: 0s..80ms, opacity: 0.37"),
    alone("opacity between pixels", "clip: plain.mkv, source: 0s..80ms, opacity: 0.37, scale: 0.47, rotate: 5"),
    alone("opacity of a transparent picture", "clip: cloud.mkv, source: 0s..80ms, opacity: 0.6"),
    alone("an opacity ramp", "clip: plain.mkv, source: 0s..400ms, opacity: { from: 0, to: 1, ease: in }"),
    alone("a Bézier ramp", "clip: plain.mkv, source: 0s..400ms, opacity: { from: 0, to: 1, ease: [0.3, 0, 0.2, 1] }"),
    alone(
      "steps and resets",
      """
      clip: plain.mkv, source: 0s..400ms,
      opacity: [ { at: 0s, set: 0.3 }, { over: 80ms..200ms, from: 0.3, to: 0.9, ease: out, after: reset } ]
      """),
    alone(
      "an opacity that overshoots",
      "clip: plain.mkv, source: 0s..400ms, opacity: { from: 0.05, to: 0.95, ease: [0.3, -0.8, 0.7, 1.8] }"),
    alone(
      "a scale that overshoots",
      "clip: plain.mkv, source: 0s..400ms, scale: { from: 0.1, to: 0.8, ease: [0.3, -0.8, 0.7, 1.8] }"),
    alone(
      "a crop that overshoots",
      "clip: plain.mkv, source: 0s..400ms, crop: { from: [0, 0, 30, 20], to: [20, 10, 76, 44], ease: [0.3, -0.8, 0.7, 1.8] }"
    ),
    alone(
      "a view that overshoots",
      "clip: plain.mkv, source: 0s..400ms, view: { from: [0, 0, 48, 27], to: [20, 10, 76, 44], ease: [0.3, -0.8, 0.7, 1.8] }"
    ),
    instruction(
      "a mix that overshoots", "{ mix: [ b, c ], amount: { from: 0.1, to: 0.9, ease: [0.3, -0.8, 0.7, 1.8] } }, a"),
    instruction(
      "a wipe that overshoots",
      "{ mix: [ b, c ], amount: { from: 0.1, to: 0.9, ease: [0.3, -0.8, 0.7, 1.8] }, wipe: right, soft: 20% }, a"),
    instruction(
      "a crop of a canvas that overshoots",
      "{ track: b, crop: { from: [4, 2, 20, 10], to: [20, 10, 76, 44], ease: [0.3, -0.8, 0.7, 1.8] } }, a"),
    layered(
      "a size that overshoots",
      "{ rectangle: { from: [4, 4], to: [90, 40], ease: [0.3, -0.8, 0.7, 1.8] }, color: \"#c03020\" }"),
    layered(
      "an ellipse's size that overshoots",
      "{ ellipse: { from: [4, 4], to: [90, 40], ease: [0.3, -0.8, 0.7, 1.8] }, color: \"#c03020\" }"),
    layered(
      "a picture's size that overshoots",
      "{ rectangle: [100%, 100%], color: maroon, layers: [ { picture: { from: [4%, 4%], to: [95%, 95%], ease: [0.3, -0.8, 0.7, 1.8] } } ] }"
    ),
    alone("fades", "clip: plain.mkv, source: 0s..400ms, fade: { in: 120ms, out: 200ms }", kind: "av"),
    Feature(
      testDescription: "a track's opacity and fade",
      body: """
        tracks:
          - { kind: av, opacity: { from: 1, to: 0.4 }, fade: 100ms, volume: 0.5, segments: [ { clip: plain.mkv, source: 0s..400ms } ] }
        """),
  ]

  private static func over(_ name: String, _ rest: String) -> Feature {
    Feature(
      testDescription: name,
      body: """
        tracks:
          - { id: a, kind: video, segments: [ { clip: cloud.mkv, source: 0s..240ms } ] }
          - { id: b, kind: video, segments: [ { clip: plain.mkv, source: 0s..240ms } ] }
          - { id: c, kind: video, segments: [ { clip: deep.mkv, source: 0s..240ms, scale: 0.8, rotate: 10 } ] }
        \(rest)
        """)
  }

  private static func instruction(_ name: String, _ layers: String) -> Feature {
    over(name, "instructions: [ { over: 0s..end, layers: [ \(layers) ] } ]")
  }

  private static let layers = [
    over("tracks over tracks", ""),
    instruction("layers in another order", "c, a, b"),
    instruction("no layers", ""),
    instruction("a layer's opacity", "{ track: b, opacity: { from: 0.2, to: 0.9 } }, c"),
    instruction("a layer's crop", "{ track: b, crop: [10, 6, 50, 30] }, c"),
    instruction("a layer's crop between pixels", "{ track: b, crop: [10.4, 6.3, 50.2, 30.5] }, c"),
    instruction(
      "a layer's crop that grows", "{ track: b, crop: { from: [50%, 0, 1, 100%], to: [0, 0, 100%, 100%] } }, c"),
    instruction("a crop between pixels of what is turned", "{ track: c, crop: [20.4, 10.7, 40.5, 30.1] }, b"),
    instruction(
      "a crop between pixels of what is turned, turned",
      "{ track: c, crop: [20.4, 10.7, 40.5, 30.1], rotate: 20 }, b"),
    instruction("a crop of what is turned", "{ track: c, crop: [20, 10, 40, 30] }, b"),
    instruction("a crop that is turned", "{ track: b, crop: [10, 6, 50, 30], rotate: 20 }, c"),
    instruction(
      "what is turned as a canvas and turned by itself",
      "{ mix: [ { track: c, rotate: 20 }, { track: b, rotate: -11.6 } ], amount: 0.2, rotate: 113 }"),
    instruction("a crop of what is turned, turned", "{ track: c, crop: [20, 10, 40, 30], rotate: 20 }, b"),
    instruction(
      "a layer's transform", "{ track: c, scale: 0.7, rotate: { from: 0, to: 30 }, position: [60%, 40%] }, b"),
    instruction("a mix", "{ mix: [ b, c ], amount: { from: 0, to: 1 } }, a"),
    instruction("a mix of transparent pictures", "{ mix: [ a, c ], amount: 0.3, opacity: 0.8 }, b"),
    instruction(
      "a mix that is moved", "{ mix: [ { track: b, opacity: 0.5 }, c ], amount: 0.6, scale: 0.6, rotate: 25 }, a"),
    instruction("a wiped mix", "{ mix: [ a, b ], amount: { from: 0, to: 1 }, wipe: up-right, soft: 30% }, c"),
    instruction("a wiped mix that is dimmed", "{ mix: [ c, b ], amount: 0.4, wipe: iris, opacity: 0.5 }, a"),
    instruction(
      "a wiped mix that is moved", "{ mix: [ b, c ], amount: 0.6, wipe: down-left, scale: 0.6, rotate: 25 }, a"),
    instruction("a clock that has only just begun", "{ mix: [ b, c ], amount: 0.02, wipe: clock }"),
    instruction("a clock that is nearly through", "{ mix: [ b, c ], amount: 0.98, wipe: clock }"),
    instruction("an iris that is turned", "{ mix: [ b, c ], amount: 0.5, wipe: iris, scale: [1, 0.6], rotate: 25 }, a"),
    instruction(
      "a clock that is moved", "{ mix: [ b, c ], amount: { from: 0, to: 1 }, wipe: clock, position: [40, 20] }"),
    instruction("a mix by libavfilter", "{ mix: [ b, c ], amount: { from: 0, to: 1 }, xfade: fade }, a"),
    instruction(
      "a mix by libavfilter that is moved",
      "{ mix: [ { mix: [ a, c ], amount: 0.5, wipe: left }, c ], amount: 0.4, xfade: fade, scale: 0.6, rotate: 25 }, b"),
    instruction("a mix through a colour", "{ mix: [ a, c ], amount: { from: 0, to: 1 }, through: \"#a0502080\" }, b"),
    instruction(
      "a mix through a colour that is moved",
      "{ mix: [ b, c ], amount: { from: 0, to: 1 }, through: teal, scale: 0.6, rotate: 25 }, a"),
    instruction(
      "mixes in a mix",
      "{ mix: [ { mix: [ a, b ], amount: 0.4 }, { track: c, scale: 0.5 } ], amount: 0.5, crop: [8, 8, 60, 40] }"),
  ]

  private static func matte(_ name: String, _ segment: String = "", track: String = "", cut: String = "") -> Feature {
    Feature(
      testDescription: name,
      body: """
        tracks:
          - { id: shape, kind: video, segments: [ { clip: cloud.mkv, source: 0s..160ms \(cut) } ] }
          - { kind: video \(track), segments: [ { clip: deep.mkv, source: 0s..240ms \(segment) } ] }
          - { kind: video, segments: [ { clip: plain.mkv, source: 0s..240ms } ] }
        """)
  }

  private static let mattes = [
    matte("a track as matte of a segment", ", matte: shape"),
    matte("alpha as matte", ", matte: { track: shape, channel: alpha }, rotate: 20"),
    matte("a matte the other way", ", matte: { track: shape, channel: alpha, invert: true }, fit: cover"),
    matte("luma the other way", ", matte: { track: shape, invert: true }, opacity: { from: 1, to: 0.3 }, fit: cover"),
    matte(
      "a matte that moves", ", matte: { track: shape, channel: alpha }, fit: cover",
      cut: ", rotate: { from: 0, to: 40 }, opacity: 0.8, scale: 0.7"),
    matte("a matte of a track", track: ", matte: { track: shape }, fade: 80ms"),
    matte("an image as matte", ", matte: { image: badge.png, channel: alpha, fit: stretch }, fit: cover"),
    matte("the luma of an opaque image", ", matte: { image: photo.png }, fit: cover"),
    matte("two mattes", ", matte: { image: photo.png, fit: cover }", track: ", matte: { track: shape, invert: true }"),
    instruction("a matte of a layer", "{ track: b, scale: 0.8, matte: { track: a, channel: alpha } }, c"),
    instruction("a matte of a mix", "{ mix: [ b, c ], amount: 0.4, matte: { image: photo.png, invert: true } }, a"),
    instruction(
      "a matte in a mix", "{ mix: [ { track: b, matte: a }, c ], amount: 0.4, scale: 0.6, rotate: 20 }, b"),
    instruction(
      "a matte in libavfilter's mix", "{ mix: [ { track: b, matte: a }, c ], amount: 0.4, xfade: fade }, b"),
    Feature(
      testDescription: "a transition of what a matte cuts out",
      body: """
        tracks:
          - { id: shape, kind: video, segments: [ { clip: cloud.mkv, source: 0s..400ms, fit: cover } ] }
          - kind: video
            matte: { track: shape, channel: alpha }
            segments:
              - { clip: plain.mkv, source: 1s..1240ms }
              - { clip: film.mkv, source: 0s..240ms, transition: { push: 120ms } }
              - { clip: plain.mkv, source: 600ms..840ms, transition: { iris: 120ms } }
          - { kind: video, segments: [ { clip: plain.mkv, source: 0s..480ms } ] }
        """),
    Feature(
      testDescription: "a track with a matte, moved",
      body: """
        tracks:
          - { id: shape, kind: video, segments: [ { clip: cloud.mkv, source: 0s..240ms } ] }
          - { id: cut, kind: video, matte: shape, segments: [ { clip: film.mkv, source: 0s..240ms } ] }
          - { id: back, kind: video, segments: [ { clip: plain.mkv, source: 0s..240ms } ] }
        instructions: [ { over: 0s..end, layers: [ { track: cut, scale: 0.8, rotate: 10 }, back ] } ]
        """),
    Feature(
      testDescription: "a matte that changes at the lower edge",
      body: """
        tracks:
          - { id: shape, kind: video, segments: [ { clip: phone.mp4, source: 1600ms..1800ms, position: [74.3%, 48.52%] } ] }
          - { kind: video, matte: shape, segments: [ { clip: uneven.mkv, source: 1500ms..1700ms, view: [34, 3, 39, 45] } ] }
        """,
      canvas: "{ size: 54x96, rate: 25 }"),
  ]

  private static let effects = [
    alone("exposure", "clip: plain.mkv, source: 0s..80ms, effects: [ { exposure: 0.7 } ]"),
    alone(
      "exposure that changes", "clip: plain.mkv, source: 0s..240ms, effects: [ { exposure: { from: -1, to: 1 } } ]"),
    alone("contrast of ten bits", "clip: deep.mkv, source: 0s..80ms, effects: [ { contrast: 1.3 } ]"),
    alone("contrast of a transparent picture", "clip: cloud.mkv, source: 0s..80ms, effects: [ { contrast: 0.6 } ]"),
    alone(
      "a transparent picture that becomes brighter than white",
      "clip: { images: row_%02d.png, rate: 12 }, duration: 160ms, effects: [ { exposure: 0.9 } ]"),
    alone(
      "colours that lie outside RGB, with a key",
      "clip: dusk.mkv, source: 0s..80ms, effects: [ { chroma-key: \"#ea325c\" }, { saturation: 1.3 } ]"),
    alone("saturation", "clip: tape.mkv, source: 0s..80ms, effects: [ { saturation: 0.4 } ]"),
    alone("warmer", "clip: plain.mkv, source: 0s..80ms, effects: [ { temperature: 4200 } ]"),
    alone("colder", "clip: film.mkv, source: 0s..80ms, effects: [ { temperature: 9000 } ]"),
    alone("a vignette", "clip: plain.mkv, source: 0s..80ms, effects: [ { vignette: 0.6 } ]"),
    alone("a vignette on a transparent picture", "clip: cloud.mkv, source: 0s..80ms, effects: [ { vignette: 0.6 } ]"),
    alone("a table of colours", "clip: plain.mkv, source: 0s..80ms, effects: [ { lut: swap.cube } ]"),
    alone(
      "some of a table",
      "clip: cloud.mkv, source: 0s..160ms, effects: [ { lut: swap.cube, amount: { from: 0, to: 1 } } ]"),
    alone("more of the finest detail", "clip: plain.mkv, source: 0s..80ms, effects: [ { sharpen: 1.5 } ]"),
    alone(
      "ever more of the finest detail, with alpha",
      "clip: photo.png, duration: 160ms, effects: [ { sharpen: { from: 0, to: 2 } } ]"),
    alone("a blur", "clip: plain.mkv, source: 0s..80ms, effects: [ { blur: 2.5 } ]"),
    Feature(
      testDescription: "a narrow blur of hard edges",
      body: """
        effects: [ { blur: { from: 0.4, to: 1.9 } } ]
        tracks:
          - { kind: video, segments: [ { clip: plain.mkv, source: 0s..200ms, rotate: 90 } ] }
          - { kind: video, segments: [ { clip: tape.mkv, source: 0s..200ms } ], blend: subtract }
        """,
      canvas: "{ size: 64x36, rate: 30, background: \"#8272d5\" }"),
    Feature(
      testDescription: "a track with effects that gets larger",
      body: """
        tracks:
          - { id: a, kind: video, effects: [ { lut: swap.cube } ], segments: [ { clip: plain.mkv, duration: 200ms } ] }
        instructions: [ { over: 0s..end, layers: [ { track: a, scale: { from: 1.13, to: [1.27, 1.13] } } ] } ]
        """,
      canvas: "{ size: 80x80, rate: 25, background: \"#74cb65\" }"),
    alone("a blur of a transparent picture", "clip: cloud.mkv, source: 0s..80ms, effects: [ { blur: 2 } ]"),
    alone(
      "a key",
      "clip: plain.mkv, source: 0s..80ms, effects: [ { chroma-key: \"#407040\", similarity: 0.05, softness: 0.2 } ]"),
    alone(
      "a key of a transparent picture",
      "clip: cloud.mkv, source: 0s..80ms, effects: [ { chroma-key: \"#407040\", similarity: 0.05, softness: 0.3 } ]"),
    alone(
      "a key of a translucent colour",
      "clip: { color: \"#a0502080\" }, duration: 80ms, effects: [ { chroma-key: \"#40a040\", similarity: 0.05, softness: 0.9 } ]"
    ),
    alone(
      "two keys",
      """
      clip: plain.mkv, source: 0s..80ms, effects: [
        { chroma-key: "#407040", similarity: 0.05, softness: 0.2 }, { chroma-key: "#704070", softness: 0.2 } ]
      """),
    alone(
      "effects of a picture that is turned and cut",
      "clip: phone.mp4, source: 0s..80ms, effects: [ { vignette: 0.7 }, { exposure: 0.3 } ], crop: [4, 8, 40, 60], rotate: 90"
    ),
    alone(
      "effects of a colour", "clip: { color: \"#a05020\" }, duration: 80ms, effects: [ { vignette: 0.7 } ], scale: 0.5"),
    Feature(
      testDescription: "effects of a track",
      body: """
        tracks:
          - kind: video
            effects: [ { contrast: { from: 1, to: 0.5 } }, { vignette: 0.6 } ]
            segments:
              - { clip: plain.mkv, source: 0s..200ms, scale: 0.8, rotate: 10, opacity: 0.8 }
              - { clip: film.mkv, source: 0s..200ms, transition: { dissolve: 3f } }
          - { kind: video, segments: [ { clip: deep.mkv, source: 0s..200ms } ] }
        """),
    Feature(
      testDescription: "a blur of a transparent picture on a track",
      body: "tracks: [ { kind: video, effects: [ { blur: 1.44 } ], segments: [ { clip: cloud.mkv } ] } ]",
      canvas: "{ size: 80x80, rate: 12.5, background: \"#ba51e6\" }"),
    over(
      "effects of a track that is moved",
      "instructions: [ { over: 0s..end, layers: [ { track: a, scale: 0.7, rotate: 15 }, b ] } ]\neffects: [ { saturation: 0.5 } ]"
    ),
    Feature(
      testDescription: "a blur of sharp letters",
      body: """
        effects: [ { blur: 1.81 } ]
        titles: [ { text: "On the sea", style: { size: 10, box: { color: "#d01060" } }, behind: t1 } ]
        tracks:
          - id: t1
            kind: video
            segments:
              - { clip: plain.mkv, source: 1760ms..1840ms, effects: [ { chroma-key: "#38c439", softness: 0.33 } ] }
        """,
      canvas: "{ size: 64x36, rate: 25, background: \"#e1e338\" }"),
    Feature(
      testDescription: "a table of colours that an exposure enlarges",
      body: """
        effects: [ { lut: swap.cube, amount: 0.74 }, { exposure: 0.69 } ]
        tracks:
          - { kind: video, fade: { in: 0.0894s }, segments: [ { clip: { color: "#bd9e7a" }, duration: 200ms } ] }
        """,
      canvas: "{ size: 96x54, rate: 25 }"),
    alone(
      "a picture that gets larger and narrower about a point",
      "clip: wide.mkv, scale: { from: 1.12, to: [1.14, 0.69] }, anchor: [0.61, 0.27]", size: "64x36"),
    Feature(
      testDescription: "a track with effects that gets smaller",
      body: """
        tracks:
          - { id: a, kind: video, effects: [ { temperature: 8000 } ], segments: [ { clip: photo.png, duration: 200ms } ] }
        instructions: [ { over: 0s..end, layers: [ { track: a, scale: { from: 0.53, to: [0.44, 0.9] } } ] } ]
        """),
    Feature(
      testDescription: "a track with effects that gets narrower and taller",
      body: """
        tracks:
          - { id: a, kind: video, effects: [ { temperature: 8000 } ], segments: [ { clip: photo.png, duration: 120ms } ] }
        instructions: [ { over: 0s..end, layers: [ { track: a, scale: [0.44, 1.1], anchor: [0.4, 0.2] } ] } ]
        """),
    Feature(
      testDescription: "a title that grows, taken through effects",
      body: """
        effects: [ { saturation: 0.9 } ]
        tracks: [ { kind: video, segments: [ { clip: wide.mkv, source: 0s..400ms } ] } ]
        titles: [ { text: "On\\nthe sea", style: { size: 12, box: { color: "#eb2587" } }, scale: { from: 0.47, to: 1.26 } } ]
        """),
    alone(
      "a table of colours after a contrast",
      "clip: { color: \"#ea7971\" }, duration: 80ms, effects: [ { contrast: 0.9 }, { lut: swap.cube, amount: 0.46 } ]"),
    alone(
      "a table of colours after an exposure of a picture with alpha",
      "clip: photo.png, duration: 80ms, effects: [ { exposure: -0.67 }, { lut: swap.cube } ]"),
    alone(
      "a table of colours after changing saturation, with alpha",
      "clip: cloud.mkv, source: 0s..160ms, effects: [ { saturation: { from: 0.4, to: 1.4 } }, { lut: swap.cube } ]"),
    Feature(
      testDescription: "a zoom through xfade of what is nearly clear",
      body: """
        tracks:
          - { id: none, kind: video, segments: [] }
          - { id: hint, kind: video, segments: [ { clip: { color: "#2d60cf" }, duration: 120ms, opacity: 0.17 } ] }
        instructions:
          - over: 0ms..120ms
            layers: [ { mix: [ { track: hint }, { track: none } ], amount: { from: 0.2, to: 0.9 }, xfade: zoomin } ]
        """),
    Feature(
      testDescription: "a zoom from a track's effects, which do not fill the canvas",
      body: """
        tracks:
          - kind: video
            segments: [ { clip: inner.yaml }, { clip: phone.mp4, source: 0s..400ms, transition: { zoom: 8f } } ]
            effects: [ { contrast: 0.8 } ]
        """, canvas: "{ size: 128x72, rate: 24 }"),
    Feature(
      testDescription: "a track's temperature over a cut of HDR",
      body: """
        tracks:
          - kind: video
            effects: [ { temperature: 8620.99 } ]
            segments: [ { clip: dusk.mkv, source: 1s..1080ms, view: [2, 22, 78, 36] } ]
        """, canvas: "{ size: 64x36, rate: 25 }"),
    Feature(
      testDescription: "a track's vignette over what is stretched",
      body: """
        tracks:
          - { kind: video, effects: [ vignette ], segments: [ { clip: mirror.mp4, source: 0s..80ms, fit: stretch } ] }
        """),
    alone("two vignettes", "clip: plain.mkv, source: 0s..80ms, effects: [ vignette, { vignette: 0.3 } ]"),
    over("effects of the whole", "effects: [ { exposure: { from: 0, to: 1 } }, { temperature: 5000 } ]"),
    over("a key in the whole", "effects: [ { chroma-key: \"#708060\", similarity: 0.05, softness: 0.2 } ]"),
    over("a wide blur of the whole, up to its edges", "effects: [ { blur: 6 } ]"),
    Feature(
      testDescription: "a track's blur of a picture that ends at the canvas's edge",
      body: """
        tracks:
          - kind: video
            effects: [ { blur: 2.23 } ]
            segments: [ { clip: inner.yaml, source: 0s..120ms, crop: [3, 9, 52, 38] } ]
        """,
      canvas: "{ size: 72x54, rate: 25 }"),
    Feature(
      testDescription: "colours of the whole that change beside a bright background",
      body: """
        effects: [ { temperature: 5192.26 } ]
        tracks: [ { kind: video, segments: [ { clip: tape.mkv, source: 0s..80ms } ] } ]
        """,
      canvas: "{ size: 80x80, rate: 25, background: \"#1dede6\" }"),
  ]

  /// The dodge and the burn divide, so that what eight bits round counts several times.
  private static let blends =
    BlendMode.allCases.flatMap { blend in
      [
        over(
          "\(blend.rawValue)",
          "instructions: [ { over: 0s..end, layers: [ { track: a, blend: \(blend.rawValue), opacity: 0.8 }, b ] } ]"),
        Feature(
          testDescription: "\(blend.rawValue) of an opaque picture",
          body: """
            tracks:
              - { kind: video, blend: \(blend.rawValue), segments: [ { clip: film.mkv, source: 0s..120ms, opacity: 0.8 } ] }
              - { kind: video, segments: [ { clip: plain.mkv, source: 0s..120ms } ] }
            """),
      ]
    } + [
      over(
        "a mix of layers that are blended",
        "instructions: [ { over: 0s..end, layers: [ { mix: [ { track: a, blend: screen }, { track: c, blend: multiply } ], amount: 0.4 }, b ] } ]"
      ),
      over(
        "a blended mix",
        "instructions: [ { over: 0s..end, layers: [ { mix: [ a, c ], amount: 0.4, blend: add }, b ] } ]"),
    ]
    + ["xfade: 120ms, kind: fade", "fade: 120ms, through: \"#a05020\""].map { crossing in
      Feature(
        testDescription: "blended pictures that cross by \(crossing)",
        body: """
          tracks:
            - kind: video
              blend: add
              segments: [ { clip: { color: "#a030e050" }, duration: 160ms }, { clip: narrow.mkv, source: 0s..200ms, transition: { \(crossing) } } ]
            - { kind: video, segments: [ { clip: plain.mkv, source: 0s..240ms } ] }
          """)
    }

  private static func transition(
    _ name: String, _ transition: String, _ first: String = "clip: plain.mkv, source: 0s..280ms"
  ) -> Feature {
    Feature(
      testDescription: name,
      body: """
        tracks:
          - { kind: av, segments: [ { \(first) }, { clip: film.mkv, source: 0s..280ms, transition: { \(transition) } } ] }
          - { kind: video, segments: [ { clip: deep.mkv, source: 0s..280ms } ] }
        """)
  }

  private static let transitions = [
    transition("dissolve", "dissolve: 5f"),
    transition("dissolve from what is turned", "dissolve: 5f", "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
    transition("dissolve of equal power", "dissolve: 200ms, curve: equal-power"),
    transition("push to the left", "push: 5f"),
    transition("push to the right", "push: 5f, direction: right"),
    transition("push up", "push: 5f, direction: up, sound: sum"),
    transition(
      "push down, of what is turned", "push: 5f, direction: down", "clip: plain.mkv, source: 0s..280ms, rotate: 20"),
    transition("slide to the left", "slide: 5f"),
    transition(
      "slide down over what is turned", "slide: 5f, direction: down", "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
    transition("reveal upwards", "reveal: 5f, direction: up"),
    transition("libavfilter's fade", "xfade: 5f, kind: fade"),
    transition(
      "libavfilter's fade from what is turned", "xfade: 5f, kind: fade",
      "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
    transition("zoom", "zoom: 5f"),
    transition("zoom from what is turned", "zoom: 4f", "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
    transition("fade through black", "fade: 5f"),
    transition(
      "fade through a colour", "fade: 4f, through: \"#d0c040\"", "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
    transition(
      "dissolve over handles", "dissolve: 5f, use: handles, align: start", "clip: plain.mkv, source: 200ms..480ms"),
    transition(
      "dissolve over handles after the cut", "dissolve: 5f, use: handles, align: start, curve: equal-power",
      "clip: plain.mkv, source: 200ms..480ms, speed: 2, fade: { out: 40ms }, scale: { from: 0.5, to: 0.9 }, volume: { from: 0.2, to: 1 }"
    ),
    transition(
      "push from a colour over handles", "push: 4f, use: handles, align: start", "clip: { color: red }, duration: 280ms"
    ),
    Feature(
      testDescription: "handles on both sides",
      body: """
        tracks:
          - kind: av
            segments:
              - { clip: plain.mkv, source: 200ms..480ms }
              - clip: film.mkv
                source: 500ms..780ms
                speed: 4/5
                transition: { dissolve: 5f, use: handles }
                scale: { from: 0.5, to: 0.8 }
                opacity: { keys: { 80ms: 0.4, 200ms: 0.9 } }
              - { clip: plain.mkv, source: 1s..1200ms, transition: { wipe: 3f, use: handles, align: end }, sound: { lead: 1f } }
        """),
  ]

  private static let crossings =
    (ReferenceCrossing.softKinds + ReferenceCrossing.sharpKinds).map { kind in
      Feature(
        testDescription: "libavfilter's \(kind)",
        body: """
          tracks:
            - kind: video
              segments:
                - { clip: plain.mkv, source: 0s..160ms }
                - { clip: film.mkv, source: 0s..280ms, transition: { xfade: 4f, kind: \(kind) } }
                - { clip: photo.png, duration: 160ms, fit: cover, opacity: 0.7, transition: { xfade: 3f, kind: \(kind) } }
          """)
    } + [
      transition(
        "libavfilter's grays between what is turned and what is clear", "xfade: 5f, kind: fadegrays",
        "clip: inner.yaml, duration: 280ms, fit: cover, rotate: 22, opacity: 0.6"),
      instruction(
        "libavfilter's circle, moved",
        "{ mix: [ b, c ], amount: { from: 0, to: 1 }, xfade: circleopen, scale: 0.6, rotate: 25 }, a"),
      instruction("libavfilter's white of what is transparent", "{ mix: [ a, c ], amount: 0.4, xfade: fadewhite }, b"),
      Feature(
        testDescription: "libavfilter's black on a transparent canvas",
        body: "tracks: [ { kind: video, segments: [ { clip: shut.yaml, source: 0s..200ms } ] } ]"),
    ]

  private static let wipes =
    ["left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right"].map {
      transition("wipe \($0)", "wipe: 5f, direction: \($0)")
    } + [
      transition("wipe right, soft", "wipe: 5f, direction: right, soft: 30%"),
      transition("wipe down-left, soft", "wipe: 5f, direction: down-left, soft: 1"),
      transition("wipe from what is turned", "wipe: 5f", "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
      transition("clock", "clock: 6f"),
      transition("clock, soft", "clock: 6f, soft: 20%"),
      transition("iris", "iris: 5f"),
      Feature(
        testDescription: "a slide of a frame",
        body: """
          tracks:
            - kind: video
              segments:
                - { clip: tape.mkv }
                - { clip: plain.mkv, source: 0s..200ms, transition: { slide: 1f, direction: right } }
          """,
        canvas: "{ size: 80x80, rate: 25, background: \"#6deb1a\" }"),
      Feature(
        testDescription: "a push of a frame",
        body: """
          tracks:
            - kind: video
              segments:
                - { clip: ntsc.mp4, source: 1.6015625s..+7/24s }
                - { clip: badge.png, duration: 1/24s, transition: { push: 1f, direction: down } }
          """,
        canvas: "{ size: 80x80, rate: 24, background: \"#286fcc\" }"),
      transition("iris, soft", "iris: 5f, soft: 0.4", "clip: cloud.mkv, source: 0s..280ms, rotate: 20"),
      Feature(
        testDescription: "iris to a translucent colour",
        body: """
          tracks:
            - kind: video
              segments:
                - { clip: plain.mkv, source: 0s..160ms }
                - { clip: { color: "#6717e28a" }, duration: 200ms, transition: { iris: 4f } }
          """,
        canvas: "{ size: 80x80, rate: 25, background: \"#88c12b\" }"),
    ]

  private static func title(_ name: String, _ title: String) -> Feature {
    Feature(
      testDescription: name,
      body: """
        tracks: [ { kind: video, segments: [ { clip: plain.mkv, source: 0s..200ms } ] } ]
        titles: [ { text: Sea, \(title) } ]
        """)
  }

  private static let titles = [
    title("a title", "style: { size: 20 }"),
    title("a hairline", "layers: [ { line: 80%, thickness: 0.3, color: white, rotate: { from: 0, to: 90 } } ]"),
    title(
      "a title with all its parts",
      "style: { size: 16, color: \"#ffe080c0\", outline: { width: 1 }, box: { color: \"#10203080\", padding: 3 } }, position: [30%, 40%]"
    ),
    title("a title that fades", "style: { size: 20 }, over: 40ms..160ms, fade: 40ms, opacity: 0.8"),
    title("a larger title", "style: { size: 12 }, scale: 1.4, anchor: [0, 1], position: [10, 50]"),
    title("a title on its side", "style: { size: 16 }, rotate: 90"),
    title(
      "a title that moves",
      "style: { size: 14, color: \"#507090\", box: { color: \"#406080\", padding: 4 } }, position: { from: [20, 20], to: [60, 34] }"
    ),
    title(
      "a title that turns and grows",
      "style: { size: 14, color: \"#507090\", box: { color: \"#406080\", padding: 4 } }, rotate: { from: 0, to: 70 }, scale: { from: 0.6, to: 1.3 }"
    ),
  ]

  private static func layered(_ name: String, _ title: String) -> Feature {
    Feature(
      testDescription: name,
      body: """
        tracks: [ { id: main, kind: video, segments: [ { clip: plain.mkv, source: 0s..200ms } ] } ]
        titles: [ \(title) ]
        """)
  }

  private static let layered = [
    layered("a rectangle", "{ rectangle: [50%, 20], color: \"#ff8000c0\", position: [40.3, 20.7] }"),
    layered(
      "a rectangle with round corners and an outline",
      "{ rectangle: [50%, 40%], radius: 8, color: \"#4060a080\", outline: { width: 3, color: \"#ffffffd0\" } }"),
    layered(
      "a rectangle that grows, turns and changes colour",
      "{ rectangle: { from: [10, 10], to: [80%, 50%] }, rotate: { from: 0, to: 50 }, color: { from: red, to: blue } }"),
    layered("an ellipse", "{ ellipse: [60%, 40%], color: \"#e0c040\", rotate: 30 }"),
    layered("a ring", "{ ellipse: [30, 20], color: transparent, outline: { width: 6, color: white } }"),
    layered("a line", "{ line: 70%, thickness: 5, color: lime, rotate: 25 }"),
    layered(
      "a line that is drawn, with round ends",
      "{ line: { from: 0, to: 80% }, thickness: 7, ends: round, anchor: [0, 50%], position: [10%, 70%] }"),
    layered("an image", "{ image: photo.png, size: [50, 30], position: [30.2, 25] }"),
    layered("an image that turns", "{ image: badge.png, size: [24, 36], rotate: { from: 0, to: 90 } }"),
    layered(
      "layers in layers",
      """
      { rectangle: [60%, 60%], color: "#304050", scale: 0.9, rotate: 10, layers: [
        { ellipse: [20, 20], color: orange, position: [100%, 0], layers: [ { rectangle: [8, 8], color: black } ] },
        { line: 100%, thickness: 4, color: "#a0ffa0", position: [50%, 80%] } ] }
      """),
    layered(
      "a group that fades as one",
      """
      { opacity: 0.5, layers: [
        { rectangle: [40, 20], color: red }, { ellipse: [50, 40], color: blue, opacity: 0.6, layers: [
          { rectangle: [10, 30], color: white } ] } ] }
      """),
    layered("a narrow ellipse's line", "{ ellipse: [3, 36], color: maroon, outline: { width: 4 }, rotate: 30 }"),
    layered(
      "an ellipse that is a line at first",
      "{ ellipse: { from: [0, 20], to: [40, 20] }, color: maroon, outline: { width: 4 } }"),
    layered(
      "a text on a rectangle",
      "{ rectangle: [80, 30], color: \"#203040\", layers: [ { text: Sea, style: { size: 18 } } ] }"),
    layered(
      "a shape on a text",
      "{ text: Sea, style: { size: 18 }, layers: [ { rectangle: [100%, 3], position: [50%, 100%] } ] }"),
    layered(
      "a ramp over and over",
      "{ ellipse: [20, 20], position: { from: [10, 10], to: [80, 40], over: 0s..80ms, repeat: true, ease: in } }"),
    layered(
      "a ramp there and back",
      "{ rectangle: [20, 20], rotate: { from: 0, to: 80, over: 0s..40ms, repeat: 2, autoreverse: true, ease: out } }"),
    layered(
      "the picture in a frame",
      "{ rectangle: [100%, 100%], color: maroon, layers: [ { picture: [75%, 75%], position: [50%, 45%] } ] }"),
    layered(
      "the picture that turns as its frame fades in",
      "{ opacity: { from: 0, to: 1 }, layers: [ { picture: [80%, 80%], rotate: { from: 0, to: 40 } } ] }"),
    Feature(
      testDescription: "a picture with hard edges, made small",
      body: """
        tracks: [ { id: main, kind: video, segments: [ { clip: film.mkv, source: 0s..80ms, scale: 0.61 } ] } ]
        titles: [ { anchor: [0.05, 0.82], picture: [41.95%, 64.37%] } ]
        """, canvas: "{ size: 64x36, rate: 25 }"),
    Feature(
      testDescription: "a sharp picture, made a little smaller",
      body: """
        tracks: [ { id: main, kind: video, segments: [ { clip: copied.mp4, source: 0s..80ms } ] } ]
        titles: [ { picture: [89.16%, 65.37%] } ]
        """, canvas: "{ size: 72x54, rate: 25 }"),
    Feature(
      testDescription: "a turned rectangle that grows on an ellipse",
      body: """
        tracks: [ { id: main, kind: video, segments: [ { clip: { color: "#5080a0" }, duration: 400ms } ] } ]
        titles: [ { ellipse: [60%, 50%], color: "#e0c040", layers: [ { rectangle: { from: [20, 20], to: [80%, 60%] }, color: "#ff2040", rotate: -60.85, layers: [ { text: Ox, style: { size: 14 } } ] } ] } ]
        """, canvas: "{ size: 54x96, rate: 30 }"),
  ]

  private static let lettering = [
    layered(
      "a text that wraps", "{ text: On the open sea, width: 60%, style: { size: 12, align: right, line-spacing: 1.2 } }"
    ),
    layered(
      "a text with a shadow and room between its letters",
      "{ text: Sea, style: { size: 20, letter-spacing: 3, shadow: { offset: [2, 3], blur: 1.5, color: \"#400000e0\" } } }"
    ),
    layered(
      "a text in parts",
      "{ text: [ \"On \", { text: the, style: { size: 20, bold: true, color: red } }, \" sea\" ], style: { size: 12 }, color: { from: white, to: lime } }"
    ),
  ]

  private static let behind = Feature(
    testDescription: "titles behind a track",
    body: """
      tracks:
        - { id: front, kind: video, segments: [ { clip: badge.png, duration: 200ms } ] }
        - kind: video
          segments:
            - { clip: plain.mkv, source: 0s..120ms }
            - { clip: film.mkv, source: 0s..160ms, transition: { push: 80ms } }
      titles:
        - { rectangle: [60, 40], color: "#ff0000a0", behind: front }
        - { rectangle: [100%, 100%], color: navy, layers: [ { picture: [60%, 60%] } ], behind: front }
      """)

  private static let behindNothing = Feature(
    testDescription: "titles behind a track that shows nothing, under effects",
    body: """
      effects: [ { blur: 2 } ]
      tracks:
        - { id: front, kind: video, segments: [ { gap: 120ms }, { clip: badge.png, duration: 80ms } ] }
        - { id: back, kind: video, segments: [ { gap: 40ms }, { clip: plain.mkv, source: 0s..120ms } ] }
      titles:
        - { rectangle: [60, 40], color: "#ff0000a0", behind: front }
        - { rectangle: [20, 40], color: "#00ff00a0" }
        - { ellipse: [30, 20], color: navy, behind: back }
      instructions: [ { over: 0s..160ms, layers: [ front, back ] }, { over: 160ms..end, layers: [ back ] } ]
      """)

  private static func sound(_ name: String, _ tracks: String, _ canvas: String = "{ size: 96x54, rate: 25 }") -> Feature
  {
    Feature(testDescription: name, body: "tracks:\n\(tracks)", canvas: canvas)
  }

  private static func effect(_ name: String, _ effect: String) -> Feature {
    sound(
      name,
      "  - { kind: audio, segments: [ { gap: 33ms }, { clip: music.wav, source: 100ms..600ms, sound: { effects: [ { \(effect) } ] } } ] }"
    )
  }

  private static let sounds = [
    sound(
      "sound by itself", "  - { kind: audio, segments: [ { gap: 33ms }, { clip: music.wav, source: 100ms..600ms } ] }"),
    sound("one side", "  - { kind: audio, segments: [ { clip: voice.wav, source: 100ms..600ms } ] }"),
    sound("another sample rate", "  - { kind: audio, segments: [ { clip: disc.wav, source: 100ms..600ms } ] }"),
    sound("six channels", "  - { kind: audio, segments: [ { clip: cinema.wav, source: 100ms..600ms } ] }"),
    sound(
      "one channel", "  - { kind: audio, segments: [ { clip: music.wav, source: 100ms..600ms } ] }",
      "{ size: 96x54, rate: 25, channels: 1, sample-rate: 44100 }"),
    sound("eight channels", "  - { kind: audio, segments: [ { clip: hall.wav, source: 100ms..600ms } ] }"),
    sound("a low sample rate", "  - { kind: audio, segments: [ { clip: phone.wav, source: 100ms..600ms } ] }"),
    sound("a high sample rate", "  - { kind: audio, segments: [ { clip: studio.wav, source: 100ms..600ms } ] }"),
    sound(
      "a canvas in 5.1",
      "  - { kind: audio, segments: [ { clip: hall.wav, source: 0s..300ms }, { clip: voice.wav, source: 0s..300ms }, { clip: music.wav, source: 0s..300ms } ] }",
      "{ size: 96x54, rate: 25, channels: 5.1, sample-rate: 96000 }"),
    sound(
      "a canvas in 7.1",
      "  - { kind: audio, segments: [ { clip: cinema.wav, source: 0s..300ms }, { clip: voice.wav, source: 0s..300ms }, { clip: music.wav, source: 0s..300ms } ] }",
      "{ size: 96x54, rate: 25, channels: 7.1, sample-rate: 32000 }"),
    sound(
      "pitch that follows the speed",
      "  - { kind: audio, segments: [ { clip: music.wav, source: 100ms..900ms, speed: 4/3, pitch: follow }, { clip: disc.wav, source: 33ms..700ms, duration: 1s, pitch: follow, transition: { dissolve: 100ms } } ] }"
    ),
    sound(
      "a track that steps back",
      "  - { kind: audio, duck: { under: voice, to: 0.3, attack: 100ms, release: 150ms }, segments: [ { clip: music.wav, source: 0s..2s } ] }\n  - { id: voice, kind: audio, segments: [ { gap: 150ms }, { clip: voice.wav, source: 0s..200ms }, { gap: 200ms }, { clip: voice.wav, source: 0s..200ms }, { gap: 500ms }, { clip: voice.wav, source: 100ms..200ms } ] }"
    ),
    sound(
      "a track that steps back where another is loud",
      "  - { kind: audio, duck: { under: voice, by: level, threshold: 0.12, to: 0.3, attack: 30ms, release: 50ms }, segments: [ { clip: music.wav, source: 0s..1s } ] }\n  - { id: voice, kind: audio, segments: [ { clip: voice.wav, source: 0s..1s, volume: { keys: { 0s: 1, 300ms: 0, 600ms: 0, 800ms: 1 } } } ] }"
    ),
    effect("a filter of FFmpeg", "filter: \"volume=volume=0.6:precision=double\""),
    effect("a filter that is late", "filter: { name: adelay, options: { delays: 70, all: 1 } }"),
    effect("a high pass", "high-pass: 500Hz"), effect("a low pass", "low-pass: 1.2kHz"),
    effect("a peak", "equalizer: { frequency: 850, gain: -12dB, q: 2 }"),
    effect("a low shelf", "equalizer: { shape: low-shelf, frequency: 900, gain: 3dB }"),
    effect("a high shelf", "equalizer: { shape: high-shelf, frequency: 1kHz, gain: -6dB }"),
    effect("a compressor", "compressor: { threshold: -20dB, ratio: 3, attack: 5ms, release: 80ms, makeup: 3dB }"),
    effect("a gate", "gate: { threshold: 0.3, floor: 0.1, attack: 20ms, hold: 1ms, release: 30ms }"),
    effect("a pan", "pan: -0.4"),
    Feature(
      testDescription: "effects at every level",
      body: """
        mix: { tracks: [ { track: a, volume: 0.8 } ], effects: [ { pan: 0.5 }, { high-pass: 100 } ] }
        tracks:
          - id: a
            kind: audio
            fade: 50ms
            sound: { effects: [ { compressor: {} }, { low-pass: 2kHz } ] }
            segments:
              - { clip: music.wav, source: 0s..500ms, sound: { effects: [ { low-pass: 900 } ] }, volume: 0.7 }
              - { clip: disc.wav, source: 0s..500ms, transition: { dissolve: 200ms }, sound: { effects: [ { gate: { attack: 50ms } } ] } }
        """, canvas: "{ size: 96x54, rate: 25 }"),
    sound(
      "gains in time",
      "  - { kind: audio, volume: { keys: { 100ms: 0.2, 300ms: -3dB } }, fade: 100ms, segments: [ { clip: music.wav, source: 0s..600ms, volume: { from: 1, to: 0, ease: in-out }, fade: { out: 150ms } } ] }"
    ),
    sound(
      "a sound that is too loud",
      "  - { kind: audio, volume: 4, segments: [ { clip: music.wav, source: 0s..600ms } ] }\n  - { kind: audio, segments: [ { clip: voice.wav, source: 0s..600ms } ] }"
    ),
    sound(
      "cross-fades",
      "  - { kind: audio, segments: [ { clip: music.wav, source: 0s..400ms }, { clip: voice.wav, source: 0s..400ms, transition: { dissolve: 120ms, curve: equal-power } }, { clip: disc.wav, source: 0s..400ms, transition: { push: 3f } } ] }"
    ),
  ]

  private static let chosen: [Feature] = {
    let wanted = ProcessInfo.processInfo.environment["CUTLIST_REFERENCE_FEATURES"]
    return features.filter { feature in
      wanted.map { feature.testDescription.range(of: $0, options: .regularExpression) != nil } ?? true
    }
  }()

  static let features =
    placements + values + layers + effects + blends + mattes + transitions + crossings + wipes + titles + layered
    + lettering + [behind, behindNothing] + sounds
}
