import Foundation
import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct FilterCatalogTests {
  private func soundTrial(_ call: FilterCall, sampleRate: Int = 48000) -> FilterTrial {
    FilterCatalog.soundTrial(SoundFilterUse(call, sampleRate: sampleRate))
  }

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
  }

  @Test(arguments: [
    "movie", "color", "overlay", "split", "nullsink", "volume", "reverse", "drawtext", "subtitles", "frei0r", "setpts",
    "hwupload", "random", "fps", "framestep", "framerate", "minterpolate", "select", "decimate", "mpdecimate",
    "thumbnail", "telecine", "detelecine", "pullup", "fieldmatch", "repeatfields", "separatefields", "weave",
    "doubleweave", "interlace", "tinterlace", "tile", "untile", "palettegen", "shuffleframes", "freezeframes",
    "dejudder", "vidstabdetect",
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
    #expect(FilterCatalog.trial(FilterUse(FilterCall("hflip"))) == .works(.takes))
    #expect(FilterCatalog.trial(FilterUse(FilterCall("hqdn3d"))) == .works(.nothing))
    #expect(FilterCatalog.trial(FilterUse(FilterCall("atadenoise", [.init("s", "31")]))) == .works(.takes))
    #expect(
      FilterCatalog.trial(FilterUse(FilterCall("colorkey", [.init("color", "lime")]))) == .works(.gives))
    for call in [FilterCall("hue", [.init("h", "2+*")]), FilterCall("drawbox", [.init("color", "nocolor")])] {
      guard case .fails(let reason) = FilterCatalog.trial(FilterUse(call)) else {
        Issue.record("\(call) works")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// Those that can be switched off for a while take an equation for that, and are judged by what they do when they are on.
  @Test func filtersCanBeSwitchedOff() throws {
    let enable = try #require(facts("colorkey")?.options["enable"])
    #expect(enable.gate.objection(to: "between(t,1,2)") == nil && enable.gate.objection(to: "while(1,1)") != nil)
    #expect(facts("crop")?.options["enable"] == nil)
    let key = KeyValuePairs(dictionaryLiteral: ("color", "lime"), ("enable", "gt(t,100)"))
    #expect(trial("colorkey", key) == .works(.gives))
    guard case .fails(let reason) = trial("hue", ["s": "0", "enable": "foo"]) else {
      Issue.record("an equation that cannot be read works")
      return
    }
    #expect(reason.contains("enable"))
  }

  /// Two names of a size, of which FFmpeg 5.1 forgets to say that they are a filter's, and what goes on to libswscale.
  @Test(arguments: [
    ("size", "200x100"), ("s", "hd480"), ("w", "200x100"), ("sws_flags", "lanczos"), ("sws_dither", "ed"),
  ])
  func scaleHasAllItsOptions(option: String, value: String) throws {
    let known = try #require(facts("scale")?.options[option])
    #expect(known.gate.objection(to: value) == nil)
    guard case .works = trial("scale", [option: value]) else {
      Issue.record("\(option)=\(value) does not work")
      return
    }
  }

  private func trial(_ name: String, _ options: KeyValuePairs<String, String> = [:], on size: PixelSize? = nil)
    -> FilterTrial
  {
    FilterCatalog.trial(FilterUse(FilterCall(name, options.map { .init($0.key, $0.value) }), on: size))
  }

  @Test func aFilterGivesOnePictureForEach() {
    #expect(trial("yadif") == .works(.takes))
    #expect(trial("yadif", ["mode": "send_field"]) == .fails("it gives more pictures than it gets"))
    #expect(trial("zoompan") == .fails("it gives more pictures than it gets"))
    #expect(trial("zoompan", ["d": "1"]) == .works(.takes))
    // They choose how their pictures are stored by how those are that they get.
    for name in ["waveform", "histogram", "vectorscope", "thistogram"] {
      #expect(trial(name, on: PixelSize(width: 320, height: 180)) == .works(.takes), "\(name)")
    }
    // Asked in spite of their names, by which they are refused.
    #expect(trial("framestep", ["step": "2"]) == .fails("it gives 4 pictures for 8"))
    #expect(trial("thumbnail") == .fails("it gives 1 picture for 16"))
    #expect(trial("palettegen") == .fails("it gives 1 picture for 16"))
    #expect(trial("setpts", ["expr": "PTS+1"]) == .fails("it changes when pictures show"))
    #expect(trial("fps", ["fps": "50"]) == .fails("it gives more pictures than it gets"))
    #expect(trial("metadata", ["mode": "select", "key": "a"]) == .fails("it gives no picture for those that it gets"))
  }

  @Test func aFilterMayLookAtThePicturesBesideOne() {
    for name in ["tblend", "tmedian", "amplify", "tmix"] {
      #expect(trial(name) == .works(.takes), "\(name)")
    }
    #expect(trial("atadenoise", ["s": "129"]) == .works(.takes))
  }

  @Test func aFilterGivesTheSameEveryTime() {
    #expect(trial("shufflepixels") == .fails("it gives another result every time; give it a `seed`"))
    #expect(trial("shufflepixels", ["seed": "7"]) == .works(.takes))
    #expect(trial("noise", ["alls": "20", "allf": "t"]) == .works(.takes))
  }

  /// Filters are tried on pictures of the size that they are for.
  @Test func aFilterIsTriedAtItsSize() {
    let (small, wide) = (PixelSize(width: 160, height: 90), PixelSize(width: 320, height: 180))
    let crop: KeyValuePairs = ["w": "200", "h": "100"]
    #expect(trial("crop", crop, on: wide) == .works(.takes))
    #expect(trial("crop", crop) == .works(.takes))
    guard case .fails(let reason) = trial("crop", crop, on: small) else {
      Issue.record("what is too large is cut out")
      return
    }
    #expect(reason.contains("'200'"))
    let logo: KeyValuePairs = ["x": "100", "y": "50", "w": "40", "h": "20"]
    #expect(trial("delogo", logo, on: wide) == .works(.takes))
    // It fits the small picture and not the one that is meant.
    guard case .fails = trial("pad", ["w": "200", "h": "200"], on: wide) else {
      Issue.record("a picture is padded to less than it has")
      return
    }
  }

  /// A filter that is taken for memoryless makes the same of a frame, whatever came before it.
  @Test(arguments: FilterCall.memoryless.sorted()) func memorylessFiltersRememberNothing(name: String) throws {
    guard case .works = FilterCatalog.trial(FilterUse(FilterCall(name))) else { return }
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

  @Test(arguments: [
    ("perspective", "x0", "in*2"), ("perspective", "y0", "on"), ("perspective", "eval", "1"), ("hue", "h", "n"),
    ("hue", "h", "t*10"), ("geq", "lum", "st(0,ld(0)+1)"), ("geq", "lum", "random(0)"), ("geq", "lum", "T"),
    ("crop", "x", "x+1"), ("rotate", "a", "t"), ("scale", "eval", "frame"), ("swaprect", "x1", "n"),
    ("eq", "gamma", "n"), ("boxblur", "enable", "lt(n,2)"), ("perspective", "x0", "2*in"),
  ])
  func whatCountsFramesIsNotMemoryless(name: String, option: String, value: String) {
    #expect(FilterCall.memoryless.contains(name) && !FilterCall(name, [.init(option, value)]).isMemoryless)
  }

  @Test(arguments: [
    ("perspective", "x0", "W/8"), ("pad", "x", "(ow-iw)/2"), ("crop", "w", "iw/2"), ("rotate", "a", "PI/6"),
    ("drawbox", "t", "fill"), ("drawbox", "color", "random"), ("scale", "flags", "lanczos"), ("scale", "w", "1.5e2"),
    ("geq", "lum", "if(gt(X,W/2),lum(X,Y),0)"), ("curves", "preset", "vintage"), ("lut", "y", "negval"),
  ])
  func whatTakesAFrameAloneIsMemoryless(name: String, option: String, value: String) {
    #expect(FilterCall(name, [.init(option, value)]).isMemoryless)
  }

  /// Every text that such a filter takes is known for an expression, or for none.
  @Test(arguments: FilterCall.memoryless.union(FilterCall.forgetful).sorted())
  func expressionsOfFiltersThatForgetAreKnown(name: String) {
    let others: Set = [
      "0m", "1m", "2m", "3m", "color", "c", "fillcolor", "box_source", "flags", "in_color_matrix", "out_color_matrix",
      "psfile", "plot", "reds", "yellows", "greens", "cyans", "blues", "magentas", "whites", "neutrals", "blacks",
      "channels", "channel_layout", "map", "args", "band_noise", "bn", "dumpfile", "size", "s", FilterCall.enable,
    ]
    let curves: Set = ["master", "m", "red", "r", "green", "g", "blue", "b", "all"]
    let medium: FilterCatalog.Medium = FilterCall.memoryless.contains(name) ? .picture : .sound
    guard case .found(let facts) = FilterCatalog.finding(name, for: medium, isTrusted: true) else { return }
    let known = FilterCall.expressions[name]?.options ?? []
    for (option, facts) in facts.options where facts.kind == .text && !known.contains(option) {
      #expect(others.contains(option) || name == "curves" && curves.contains(option), "\(option)")
    }
  }

  // MARK: Sound

  @Test func soundFiltersAreThoseThatTakeSound() {
    guard case .found(let volume) = FilterCatalog.finding("volume", for: .sound) else {
      Issue.record("there is no filter volume")
      return
    }
    #expect(volume.order.first == "volume" && volume.options["precision"]?.named.contains("double") == true)
    guard case .missing(let known) = FilterCatalog.finding("lowpas", for: .sound) else {
      Issue.record("there is a filter lowpas")
      return
    }
    #expect(known.contains("lowpass") && !known.contains("hue") && !known.contains("atempo"))
  }

  @Test(arguments: ["hue", "amix", "anullsrc", "asplit", "atempo", "areverse", "volumedetect", "arnndn", "aphasemeter"])
  func whatIsNoEffectOnSoundIsRefused(name: String) {
    guard case .refused(let reason) = FilterCatalog.finding(name, for: .sound) else {
      Issue.record("\(name) is not refused")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test func aTrialOfSoundSaysWhatIsWrong() {
    #expect(soundTrial(FilterCall("lowpass")) == .works(.nothing))
    #expect(soundTrial(FilterCall("loudnorm")) == .works(.nothing))
    let pause = FilterCall("adelay", [.init("delays", "500"), .init("all", "1")])
    #expect(soundTrial(pause) == .works(.nothing))
    let slow = FilterCall("atempo", [.init("tempo", "0.9")])
    #expect(soundTrial(slow) == .fails("it gives more sound than it gets"))
    let fast = FilterCall("atempo", [.init("tempo", "1.1")])
    #expect(soundTrial(fast) == .fails("it gives less sound than it gets"))
    let late = FilterCall("dynaudnorm", [.init("f", "8000"), .init("g", "31")])
    #expect(
      soundTrial(late) == .fails("it gives no sound before it has heard more than 120 s, or all"))
    #expect(
      soundTrial(FilterCall("adecorrelate"))
        == .fails("it gives another result every time; give it a `seed`"))
    #expect(soundTrial(FilterCall("adecorrelate", [.init("seed", "5")])) == .works(.nothing))
    for call in [FilterCall("aeval", [.init("exprs", "val(")]), FilterCall("pan", [.init("args", "nothing")])] {
      guard case .fails(let reason) = soundTrial(call) else {
        Issue.record("\(call) works")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// Some name frequencies that only the rates of movies have.
  @Test(arguments: [
    FilterCall(
      "mcompand",
      [.init("args", "0.005,0.1 6 -47/-40,-34/-34,-17/-33 100 | 0.003,0.05 6 -47/-40,-34/-34,-17/-33 12000")]),
    FilterCall("mcompand"), FilterCall("dynaudnorm"),
    FilterCall("dynaudnorm", [.init("f", "1000"), .init("g", "61")]),
    FilterCall("dynaudnorm", [.init("g", "41"), .init("o", "0.5")]),
    FilterCall("volume", [.init("volume", "0"), .init("enable", "gt(t,1)")]),
    FilterCall("highpass", [.init("f", "15000")]),
    FilterCall("anlmdn", [.init("p", "0.01"), .init("r", "0.02")]), FilterCall("lowpass", [.init("f", "20000")]),
  ])
  func filtersOfSoundWork(call: FilterCall) { #expect(soundTrial(call) == .works(.nothing)) }

  /// What works at one rate may not at another, and is tried at that of the canvas.
  @Test(arguments: [
    (FilterCall("mcompand"), 16000), (FilterCall("adeclick", [.init("w", "10")]), 8000), (FilterCall("aexciter"), 8000),
  ])
  func filtersOfSoundFailAtSomeRates(call: FilterCall, rate: Int) {
    #expect(soundTrial(call) == .works(.nothing))
    guard case .fails = soundTrial(call, sampleRate: rate) else {
      Issue.record("\(call) works at \(rate) Hz")
      return
    }
  }

  /// Filters crash on sides that they do not expect, so the sides that are meant are tried.
  @Test(arguments: [(1920, 1080), (1919, 1), (1, 1079), (2, 2), (64, 1), (129, 97)])
  func trialsHaveTheSidesThatAreMeant(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let tried = size.reduced(to: PixelSize(width: 128, height: 96))
    #expect((tried.width, tried.height) <= (128, 96) && tried.height <= 96)
    #expect(tried.width == width || width > 128 && tried.width % 2 == width % 2)
    #expect(tried.height == height || height > 96 && tried.height % 2 == height % 2)
  }

  /// Fills memory that is given back, and likely to be taken next.
  private func litter(_ size: Int) {
    let blocks = (0..<200).map { _ in UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64) }
    for block in blocks {
      block.initializeMemory(as: UInt8.self, repeating: 0x3F, count: size)
      block.deallocate()
    }
  }

  @Test(arguments: ["5", "20", "40"]) func compensationdelayBeginsInSilence(metres: String) throws {
    for size in [4096, 16_384, 65_536, 131_072] { litter(size + 64) }
    let call = FilterCall("compensationdelay", [.init("m", metres)])
    let graph = try SoundGraph(call, sampleRate: 48000, channels: 2)
    let ones = Array(repeating: 1.0, count: 12_000)
    try graph.feed([ones, ones])
    let made = try graph.ready()
    #expect(made.map(\.count) == [12_000, 12_000])
    let delay = Int(Double(metres)! / 340 * 48000)
    #expect(made.allSatisfy { $0.prefix(delay - 200).allSatisfy { $0 == 0 } && $0.suffix(1000).allSatisfy { $0 == 1 } })
  }

  /// FFmpeg's loses all of it.
  @Test func aSoundThatIsShorterThanTheDelayOfCompandIsHeard() throws {
    func made(delay: String) throws -> [[Double]] {
      let call = FilterCall("compand", [.init("delay", delay), .init("points", "-90/-90|0/-6")])
      let graph = try SoundGraph(call, sampleRate: 1000, channels: 2, from: 500)
      let wave = (0..<900).map { Double($0 % 10) / 20 }
      for start in stride(from: 0, to: 900, by: 300) {
        try graph.feed(Array(repeating: Array(wave[start..<start + 300]), count: 2))
      }
      try graph.end()
      return try graph.ready()
    }
    let whole = try made(delay: "0.9")
    #expect(whole.map(\.count) == [900, 900] && whole[0].contains { $0 > 0.1 })
    #expect(try made(delay: "0.9005") == whole && made(delay: "7") == whole)
  }

  /// Before the first sample there is silence, not what stood in the memory.
  @Test(arguments: ["5", "0.3", "1000", "20000"]) func vibratoBeginsInSilence(frequency: String) throws {
    let rate = 48000
    for _ in 0..<4 {
      litter(1928)
      let graph = try SoundGraph(FilterCall("vibrato", [.init("f", frequency)]), sampleRate: rate, channels: 2)
      let ones = Array(repeating: 1.0, count: 1000)
      try graph.feed([ones, ones])
      let made = try graph.ready()
      #expect(made.map(\.count) == [1000, 1000])
      #expect(made.allSatisfy { $0.prefix(100).allSatisfy { $0 == 0 } && $0.suffix(700).allSatisfy { $0 == 1 } })
    }
    #expect(soundTrial(FilterCall("vibrato", [.init("f", frequency)])) == .works(.nothing))
  }

  /// A filter that is taken to forget makes the same of a sound, whatever it heard ten seconds before.
  @Test(arguments: FilterCall.forgetful.sorted()) func forgetfulFiltersForget(name: String) throws {
    let options = [
      "aeval": [FilterCall.Option("exprs", "val(0)*0.5"), .init("c", "same")],
      "pan": [.init("args", "stereo|c0=c1|c1=c0")], "channelmap": [.init("map", "1|0")],
    ]
    let call = FilterCall(name, options[name] ?? [])
    guard case .works = soundTrial(call) else { return }
    let rate = 8000
    func output(_ history: (Int) -> Double) throws -> [Double] {
      let graph = try SoundGraph(call, sampleRate: rate, channels: 2)
      var made: [Double] = []
      for start in stride(from: 0, to: rate * 12, by: 1000) {
        let samples = (start..<start + 1000).map { $0 < rate ? history($0) : sin(Double($0) * 0.11) * 0.3 }
        try graph.feed([samples, samples])
        made += try graph.ready()[0]
      }
      return made
    }
    let (one, other) = (try output { sin(Double($0) * 0.3) * 0.9 }, try output { _ in 0 })
    #expect(one.count == other.count)
    let worst = zip(one, other).dropFirst(rate * 11 - (rate * 12 - one.count)).map { abs($0 - $1) }.max() ?? 0
    #expect(worst < 1e-4, "\(worst)")
  }
}
