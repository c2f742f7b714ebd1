import Compiler
import Diagnostics
import Testing
import TimelineModel

/// Numbers as JSON writes them, in YAML too.
@Suite struct NumberTests {
  private func text(_ rate: String, _ opacity: String) -> String {
    """
    $schema: https://example.org/timeline.schema.json
    timeline: 1
    canvas: { size: 64x64, rate: \(rate) }
    tracks: [ { kind: video, segments: [ { clip: { color: teal }, duration: 1s, opacity: \(opacity) } ] } ]
    """
  }

  @Test(arguments: [("25", "0.5"), ("2.5e1", "5e-1"), ("250E-1", "0.05E+1"), ("0.025e3", "500e-3")])
  func exponentsAreRead(rate: String, opacity: String) {
    let found = compile(text(rate, opacity))
    #expect(found.diagnostics.isEmpty, "\(found.diagnostics)")
    #expect(found.composition?.canvas.rate == FrameRate(25))
    #expect(compile(text(rate, "1.5e1")).diagnostics.contains { $0.severity == .error })
  }

  @Test(arguments: ["1e400", "e5", "1e", "5e0.5", "\"25e0\""]) func whatIsNoNumberIsNone(rate: String) {
    #expect(compile(text(rate, "1")).diagnostics.contains { $0.severity == .error }, "\(rate)")
  }
}
