import Planner
import TestSupport
import Testing
import TimelineModel

/// The graphs of the main cases, as ffmpeg would be given them.
@Suite struct GraphTests {
  private let flags = "flags=area+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"

  private func text(_ composition: Composition, _ media: [String: MediaFacts], at frame: Int64 = 0) -> String {
    plan(composition, media).recipe(for: frame).graph.text
  }

  /// Shows VID-09.
  @Test func aMatchingPicturePassesThrough() {
    let recipe = plan(composition([movie("a", 0.s, 1.s)]), ["a": facts()]).recipe(for: 3)
    #expect(recipe.graph.filters.isEmpty)
    #expect(recipe.graph.output == recipe.graph.inputs[0].label)
  }

  @Test func aLargerPictureIsOnlyScaled() {
    let media = ["a": facts(PixelSize(width: 640, height: 360))]
    #expect(text(composition([movie("a", 0.s, 1.s)]), media) == "[0:v]scale=w=320:h=180:\(flags)[s0]")
  }

  @Test func whatEndsWithinAChromaSampleIsCutBeforeItIsSubsampled() {
    let small = Placement(scale: Curve(Point(x: 0.25, y: 0.25)), position: Curve(Point(x: 160, y: 158.5)))
    let graph = text(composition([movie("a", 0.s, 1.s, placement: small)]), ["a": facts()])
    #expect(
      graph.hasPrefix(
        """
        [1:v]scale=w=80:h=45:\(flags)[s0];
        [s0]format=pix_fmts=yuva444p[s1];
        [s1]crop=w=80:h=44:x=0:y=0[s2];
        [s2]scale=w=80:h=44:\(flags)[s3];
        [s3]format=pix_fmts=yuva420p[s4]
        """))
  }

  @Test(arguments: [(0.471, false), (0.93, false), (1.271, false), (1, true)])
  func whatGetsSmallerBetweenPixelsIsScaledOnce(scale: Double, isReadBetweenPixels: Bool) {
    let place = Placement(scale: Curve(Point(x: scale, y: scale)), position: Curve(Point(x: 140.3, y: 70.6)))
    let graph = plan(composition([movie("a", 0.s, 1.s, placement: place)]), ["a": facts()]).recipe(for: 0).graph
    #expect(graph.filters.contains { $0.name == "perspective" } == isReadBetweenPixels)
  }

  @Test func coloursAreConvertedOnceThePictureIsSmall() {
    let media = ["a": facts(PixelSize(width: 640, height: 360), color: ColorFacts())]
    #expect(
      text(composition([movie("a", 0.s, 1.s)]), media) == """
        [0:v]scale=w=320:h=180:\(flags):in_color_matrix=bt601:in_range=tv:out_color_matrix=bt601:out_range=tv[s0];
        [s0]format=pix_fmts=yuv444p[s1];
        [s1]scale=w=320:h=180:\(flags):in_color_matrix=bt601:in_range=tv:out_color_matrix=bt709:out_range=tv[s2];
        [s2]format=pix_fmts=yuv420p[s3]
        """)
  }

  /// Rows that share chroma are spread before anything takes colours apart.
  @Test func anotherMatrixIsReadThroughPlanesOfRGB() {
    #expect(
      text(composition([movie("a", 0.s, 1.s)]), ["a": facts(color: ColorFacts(matrix: "smpte170m"))]) == """
        [0:v]scale=w=320:h=180:\(flags):in_color_matrix=bt601:in_range=tv[s0];
        [s0]format=pix_fmts=gbrp[s1];
        [s1]scale=w=320:h=180:\(flags):out_color_matrix=bt709:out_range=tv[s2];
        [s2]format=pix_fmts=yuv420p[s3]
        """)
  }

  @Test func tenBitsStayTenBits() {
    var deep = composition([movie("a", 0.s, 1.s)])
    deep.output.video = VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le")
    #expect(plan(deep, ["a": facts(pixelFormat: "yuv422p10le")]).recipe(for: 0).graph.filters.isEmpty)
  }

  @Test func tenBitsStayTenBitsInAFade() {
    var deep = composition([movie("a", 0.s, 1.s, fade: Fade(in: 1.s))])
    deep.output.video = VideoSettings(encoder: "prores_ks", pixelFormat: "yuv422p10le")
    let graph = plan(deep, ["a": facts(pixelFormat: "yuv422p10le")]).recipe(for: 5).graph
    #expect(graph.inputs.map(\.pixelFormat) == ["yuv422p10le", "yuv422p10le"])
    #expect(graph.text == "[0:v][1:v]mix=inputs=2:weights=0.8 0.2[s0]")
  }

  @Test func aDissolveIsAMixture() {
    let back = VideoTrack(id: "back", segments: [movie("b", 0.s, 1.s)])
    let amount = Curve(0.0, pieces: [CurvePiece(range(0.s, 1.s), from: 0, to: 1)])
    let mix = Layer(
      content: .mix(Layer(content: .track("main")), Layer(content: .track("back")), amount: amount))
    let dissolve = composition([movie("a", 0.s, 1.s)], layers: [mix], more: [back])
    #expect(text(dissolve, ["a": facts(), "b": facts()], at: 5) == "[0:v][1:v]mix=inputs=2:weights=0.8 0.2[s0]")

    let opacity = amount.map { 1 - $0 }
    let layers = [Layer(content: .track("main"), opacity: opacity), Layer(content: .track("back"))]
    let fading = composition([movie("a", 0.s, 1.s)], layers: layers, more: [back])
    #expect(text(fading, ["a": facts(), "b": facts()], at: 5) == "[0:v][1:v]mix=inputs=2:weights=0.2 0.8[s0]")
  }

  @Test func aSmallPictureOnWholePixelsIsLaidOverTheBackground() {
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), position: Curve(Point(x: 100, y: 65)))
    let small = composition([movie("a", 0.s, 1.s, placement: placement, opacity: Curve(0.5))])
    #expect(
      text(small, ["a": facts()]) == """
        [1:v]scale=w=160:h=90:\(flags)[s0];
        [s0]format=pix_fmts=yuva420p[s1];
        [s1]lutyuv=y=val:u=val:v=val:a=127.5+0.5[s2];
        [0:v][s2]overlay=x=20:y=20:format=yuv420:alpha=straight[s3]
        """)
  }

  @Test func aRecipePrintsItself() {
    let media = ["a": facts(PixelSize(width: 640, height: 360))]
    #expect(
      plan(composition([movie("a", 0.s, 1.s, from: 2.s)]), media).recipe(for: 5).text == """
        frame 5 at 0.2s
          [0:v] frame 55 of a, 640x360 yuv420p
        [0:v]scale=w=320:h=180:\(flags)[s0]

        """)
  }

  @Test func aTurnedPictureIsDrawnThroughAPerspective() {
    let placement = Placement(scale: Curve(Point(x: 0.5, y: 0.5)), rotation: Curve(30))
    let turned = text(composition([movie("a", 0.s, 1.s, placement: placement)]), ["a": facts()])
    let names = turned.split(separator: "\n").map { line in
      String(line.split(separator: "]").first { !$0.hasPrefix("[") }!.prefix { $0.isLetter || $0.isNumber })
    }
    #expect(
      names == [
        "scale", "format", "lutyuv", "pad", "fillborders", "pad", "perspective", "scale", "format", "extractplanes",
        "mergeplanes", "maskedmerge", "pad", "scale", "format", "overlay",
      ])
  }

  @Test func aQuarterTurnIsATransposition() {
    let placement = Placement(rotation: Curve(90))
    let turned = text(composition([movie("a", 0.s, 1.s, placement: placement)]), ["a": facts()])
    #expect(turned.contains("transpose=dir=clock"))
    #expect(!turned.contains("perspective"))
  }
}
