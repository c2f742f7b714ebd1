import Testing

/// Whole edits at the rates that people work at, held to the reference frame by frame.
@Suite struct RateTests {
  struct Edit: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var body: String
  }

  private static let rates = ["24000/1001", "25", "30000/1001", "50", "60"]

  /// Sources of every rate, form and colour.
  private static let mixed = """
    tracks:
      - id: main
        kind: av
        segments:
          - { clip: plain.mkv, source: 200ms..700ms }
          - { clip: film.mkv, source: 333ms..+500ms, sound: { lead: 2f } }
          - { clip: tape.mkv, source: 100ms..600ms, fade: { in: 100ms } }
          - { clip: uneven.mkv, source: 20ms..+600ms }
          - { clip: shaky.mkv, source: 120ms..+600ms }
          - { clip: telecine.mp4, source: 0s..+500ms }
          - { clip: left-out.mkv, source: 0s..+700ms }
          - { clip: phone.mp4, source: 500ms..1s, scale: 0.9 }
          - { clip: late.mkv, source: 100ms..600ms }
          - { clip: ntsc.mp4, source: 680ms..+500ms, transition: { dissolve: 200ms } }
          - { clip: inner.yaml, source: 300ms..900ms, speed: 3/2, pitch: follow }
          - { clip: deep.mkv, source: 200ms..700ms, reverse: true }
      - { kind: audio, volume: 0.3, duck: { under: main, to: 0.2 }, segments: [ { clip: music.wav } ] }
    """

  private static let titled = """
    tracks:
      - { id: main, kind: video, segments: [ { clip: film.mkv, source: 0s..1s }, { clip: plain.mkv, source: 0s..1s } ] }
    titles:
      - { text: Sea, style: { size: 18 }, over: 100ms..900ms, fade: 150ms }
      - { text: Sky, style: { size: 14, color: "#ffe080" }, over: 300ms..1200ms, position: { from: [20%, 80%], to: [80%, 80%], ease: in-out } }
      - { rectangle: [100%, 12], color: "#203040c0", position: [50%, 90%], over: 800ms..2s, layers: [ { text: Lands, style: { size: 9 } } ] }
      - { ellipse: [24, 24], color: "#c03020", position: [80%, 25%], scale: { from: 0.2, to: 1.2, over: 0s..500ms, repeat: 2, autoreverse: true } }
      - { rectangle: [100%, 100%], color: navy, over: 1500ms..2s, opacity: { from: 0, to: 1, over: 0s..200ms }, layers: [ { picture: [70%, 70%], rotate: { from: 0, to: 12 } } ] }
    """

  private static let crossing = """
    tracks:
      - kind: video
        segments:
          - { clip: plain.mkv, source: 0s..600ms }
          - { clip: film.mkv, source: 200ms..+600ms, transition: { dissolve: 200ms } }
          - { clip: tape.mkv, source: 100ms..700ms, transition: { push: 150ms, direction: up } }
          - { clip: photo.png, duration: 500ms, transition: { wipe: 200ms, direction: down-right, soft: 0.3 } }
          - { clip: ntsc.mp4, source: 100ms..+600ms, transition: { iris: 200ms } }
          - { clip: plain.mkv, source: 800ms..1400ms, transition: { clock: 180ms } }
          - { clip: copied.mp4, source: 300ms..900ms, transition: { fade: 240ms, through: white } }
          - { clip: deep.mkv, source: 100ms..700ms, transition: { slide: 170ms, direction: left } }
          - { clip: film.mkv, source: 900ms..+600ms, transition: { reveal: 190ms, direction: down } }
          - { clip: plain.mkv, source: 100ms..600ms, transition: { xfade: 160ms, kind: fade } }
    """

  /// Shows VID-11, CMP-25, TIM-11.
  @Test(
    arguments: [
      Edit(testDescription: "mixed sources", body: mixed), Edit(testDescription: "many titles", body: titled),
      Edit(testDescription: "many transitions", body: crossing),
    ], rates)
  func noFrameIsWrong(_ edit: Edit, at rate: String) throws {
    let document = """
      timeline: 1
      canvas: { size: 96x54, rate: \(rate), background: "#304050" }
      export: { preset: lossless, video: { pixel-format: yuv420p }, audio: { codec: pcm_f32le } }
      \(edit.body)
      """
    let comparison = Comparison(library: try SourceLibrary.shared.get(), configurations: [Configuration.all[2]])
    let name = "\(edit.testDescription) at \(rate)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let result = comparison.run(document, name: String(name))
    let complaint = result.difference.map { "\($0)" } ?? ""
    #expect(result.difference == nil, "\(complaint)")
    #expect(result.frames > 30)
  }
}
