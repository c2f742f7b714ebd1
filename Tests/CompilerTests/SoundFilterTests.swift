import Compiler
import Diagnostics
import Testing
import TimelineModel

/// What is said of filters of sound, given what libavfilter says of them.
@Suite struct SoundFilterTests {
  private static let catalog = {
    var catalog = MediaCatalog()
    let depth = OptionFacts(kind: .number, minimum: 0, maximum: 1, named: [], help: "set depth")
    let tremolo = FilterFacts(name: "tremolo", order: ["f", "depth"], options: ["f": depth, "depth": depth])
    catalog.soundFilters = [
      "tremolo": .found(tremolo), "tremollo": .missing(known: ["lowpass", "tremolo"]),
      "hue": .refused("it takes pictures"), "afftdn": .missing(known: []),
    ]
    catalog.soundFilterTrials[SoundFilterUse(FilterCall("tremolo", [.init("f", "0.7")]))] = .fails("it is tired")
    // What is known of pictures' filters makes no difference.
    catalog.filters = ["hue": .found(FilterFacts(name: "hue", order: [], options: [:]))]
    return catalog
  }()

  @Test(
    arguments: [
      ("filter: «tremollo»", "missing-filter", "tremolo"),
      ("filter: { name: tremolo, options: { «dept»: 0.5 } }", "unknown-option", "depth"),
      ("filter: { name: tremolo, options: { depth: «7» } }", "bad-option", nil),
      ("filter: { name: tremolo, options: { depth: «2*dept» } }", "bad-option", nil),
      ("filter: { name: tremolo, options: { depth: «\"while(0,1)\"» } }", "bad-option", nil),
      ("filter: { name: tremolo, options: { depth: «0\(String(repeating: "+0", count: 200))» } }", "bad-option", nil),
      ("filter: { name: tremolo, options: { depth: «random (0)» } }", "refused-filter", nil),
      ("filter: { name: tremolo, options: { depth: «1+time(0)» } }", "refused-filter", nil),
      ("filter: «\"\"»", "bad-value", nil), ("filter: «\"tremolo=0.5:0.5:0.5\"»", "unknown-option", nil),
      ("filter: «hue»", "refused-filter", nil),
      ("filter: «tremolo=f=0.7»", "bad-option", nil), ("denoise: «{}»", "missing-filter", nil),
    ] as [(String, String, String?)])
  func isSaidAtItsPlace(effect: String, id: String, fix: String?) throws {
    let marked = Marked(
      "timeline: 1\ntracks: [ { kind: audio, sound: { effects: [ { \(effect) } ] }, segments: [ { gap: 1s } ] } ]\n")
    let found = compile(marked.text, catalog: Self.catalog).diagnostics.filter { $0.severity == .error }
    let message = try #require(found.first { $0.id.name == id }, "\(found)")
    #expect(message.span?.range == marked.range)
    if let fix { #expect(message.fixIts.contains { $0.title.contains("`\(fix)`") }) }
  }
}
