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

  @Test func jsonHasNumbersOfItsOwnGrammar() {
    func found(_ opacity: String) -> [Diagnostic] {
      let text = """
        { "timeline": 1, "canvas": { "size": "64x64", "rate": 25 }, "tracks": [ { "kind": "video", "segments": [
          { "clip": { "color": "teal" }, "duration": "1s", "opacity": \(opacity) } ] } ] }
        """
      let source = SourceFile(name: "edit.json", text: text)
      return Compilation(ParsedDocument(source), catalog: MediaCatalog()).diagnostics
    }
    for number in ["0", "1", "0.5", "0.25e0", "5e-1", "10E-1", "-0", "0e5", "0.10E+0"] {
      #expect(found(number).isEmpty, "\(number): \(found(number))")
    }
    for slip in ["+1", ".5", "1.", "01", "-", "1e", "1e+", "0x1", "NaN", "Infinity", "1..0", "1.0.0", "1-0"] {
      #expect(found(slip).contains { $0.id.name == "syntax-error" && $0.severity == .error }, "\(slip)")
    }
  }

  /// A NUL ends a text for containers and for the system.
  @Test func noTextHoldsNUL() {
    let json = #"{ "timeline": 1, "canvas": { "size": "64x64", "rate": 25 }, "metadata": { "title": "a\u0000b" }, "tracks": [] }"#
    let yaml = #"{ timeline: 1, x-a: { "a\0": 1 }, canvas: { size: 64x64, rate: 25 }, tracks: [] }"#
    for (name, text, mark) in [("edit.json", json, #""a\u0000b""#), ("edit.yaml", yaml, #""a\0""#)] {
      let source = SourceFile(name: name, text: text)
      let found = Compilation(ParsedDocument(source), catalog: MediaCatalog()).diagnostics
      let error = found.first { $0.id.name == "syntax-error" && $0.message.contains("NUL") }
      #expect(error?.span.map(source.text) == mark, "\(found)")
    }
  }

  /// Exact sums of lengths that share nothing outgrow 64 bits.
  @Test func sumsThatAreTooFineAreSaid() throws {
    let primes = (3..<200).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
    let segments = primes.map { "{ clip: { color: teal }, duration: \($0 + 1)/\($0)s }" }
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [
      \(segments.joined(separator: ",\n"))
      ] } ]
      """
    let errors = compile(text).diagnostics.filter { $0.severity == .error }
    let error = try #require(errors.first)
    #expect(errors.count == 1 && error.id.name == "time-overflow", "\(errors)")
    let span = try #require(error.span)
    #expect(SourceFile(name: "edit.yaml", text: text).text(of: span) == "68/67s")
  }

  /// The canvas takes the rate that the first clip keeps to, however odd, and the common one near the average of a clip
  /// whose frames tremble.
  @Test(arguments: [
    ("299/10", FrameRate(299, 10)), ("359/12", FrameRate(359, 12)), ("30000/1001", FrameRate(30000, 1001)),
    ("2401/100", FrameRate(2401, 100)), ("10770000/359123", FrameRate(30)),
  ])
  func theRateOfTheFirstClip(rate: String, canvas: FrameRate) throws {
    let text = "timeline: 1\ntracks: [ { kind: video, segments: [ a.mp4 ] } ]\n"
    let catalog = MediaCatalog(lines: "a.mp4  10 s  320x180  \(rate) fps")
    let found = Compilation(ParsedDocument(SourceFile(name: "edit.yaml", text: text)), catalog: catalog)
    #expect(found.composition?.canvas.rate == canvas)
  }
}
