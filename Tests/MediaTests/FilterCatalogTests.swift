import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct FilterCatalogTests {
  private func facts(_ name: String) -> FilterFacts? {
    if case .found(let facts) = FilterCatalog.finding(name) { facts } else { nil }
  }

  /// Shows VID-31.
  @Test func optionsAreThoseOfTheFilter() throws {
    let hue = try #require(facts("hue"))
    #expect(hue.options["s"] != nil && hue.options["nothing"] == nil)
    let blur = try #require(facts("gblur"))
    #expect(blur.options["sigma"]?.maximum == 1024 && blur.order.first == "sigma")
    // Two names for one thing take one place.
    #expect(facts("vignette")?.order.prefix(2) == ["angle", "x0"])
    #expect(facts("curves")?.fileOptions.contains("psfile") == true)
  }

  @Test(arguments: [
    "movie", "color", "overlay", "split", "nullsink", "volume", "reverse", "drawtext", "subtitles", "frei0r", "setpts",
    "hwupload", "random",
  ])
  func whatIsNoEffectIsRefused(name: String) {
    guard case .refused(let reason) = FilterCatalog.finding(name) else {
      Issue.record("\(name) is not refused")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func aMissingFilterComesWithThoseThatCouldBeMeant() {
    guard case .missing(let known) = FilterCatalog.finding("hflipp") else {
      Issue.record("there is a filter hflipp")
      return
    }
    #expect(known.contains("hflip") && !known.contains("overlay"))
  }

  @Test func aTrialSaysWhatIsWrongAndWhoGivesAlpha() {
    #expect(FilterCatalog.trial(FilterCall("hflip")) == .works(givesAlpha: false))
    #expect(FilterCatalog.trial(FilterCall("colorkey", [.init("color", "lime")])) == .works(givesAlpha: true))
    for call in [FilterCall("hue", [.init("h", "2+*")]), FilterCall("drawbox", [.init("color", "nocolor")])] {
      guard case .fails(let reason) = FilterCatalog.trial(call) else {
        Issue.record("\(call) works")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// A filter that is taken for memoryless makes the same of a frame, whatever came before it.
  @Test(arguments: FilterCall.memoryless.sorted()) func memorylessFiltersRememberNothing(name: String) throws {
    guard case .works = FilterCatalog.trial(FilterCall(name)) else { return }
    let size = PixelSize(width: 64, height: 48)
    let description = GraphDescription(
      inputs: [GraphInput(label: "in", size: size, pixelFormat: "yuv444p", color: .bt709)],
      filters: [
        Filter(name, from: ["in"], to: ["made"]),
        Filter("format", [Filter.Option("pix_fmts", "yuva444p")], from: ["made"], to: ["out"]),
      ], output: "out")
    let frames = try (0..<4).map { try Barcode.frame(37 * $0 + 5, size: size, pixelFormat: "yuv444p") }
    let graph = try FilterGraph(description)
    for frame in frames.dropLast() { _ = try graph.frame(for: [frame]) }
    let after = try graph.frame(for: [frames[3]])
    let alone = try FilterGraph(description).frame(for: [frames[3]])
    let width = alone.size.width
    for plane in 0..<4 {
      after.withPlane(plane) { after, stride in
        alone.withPlane(plane) { alone, _ in
          let isEqual = (0..<after.count / stride).allSatisfy { row in
            after[row * stride..<row * stride + width].elementsEqual(alone[row * stride..<row * stride + width])
          }
          #expect(isEqual, "plane \(plane)")
        }
      }
    }
  }
}
