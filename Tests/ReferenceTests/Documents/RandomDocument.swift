import TimelineModel

/// Document `number` of a seed: valid, small, and of everything that the language has, in random combination.
struct RandomDocument: Sendable {
  let written: Written
  /// What it has, for the report.
  let traits: Set<String>

  init(seed: Int, number: Int) {
    var author = DocumentAuthor(RandomNumbers(seed: UInt64(truncatingIfNeeded: seed) &* 1_000_003 &+ UInt64(number)))
    written = author.document()
    traits = author.traits
  }
}

/// Writes one document, choosing as it goes.
struct DocumentAuthor {
  var random: RandomNumbers
  var traits: Set<String> = []
  var size = PixelSize(width: 96, height: 54)
  var rate = FrameRate(25)
  /// About how many frames the programme has.
  var length = 0
  /// The programme's real end, once the tracks are written.
  var end = Rational.zero
  var channels = 2
  /// How the export stores pixels.
  var pixelFormat = "yuv420p"
  /// True where the sources are H.264 and the export is, so that packets may be copied.
  var copies = false
  /// The tracks with segments that any filter would spoil.
  var fragileTracks: Set<String> = []
  /// Those that are only seen as the mattes of others.
  var matteTracks: Set<String> = []
  /// True in titles, whose values may run several times.
  var canRepeat = false
  /// False where an ease that swings beyond its ends would leave what a value may be.
  var canOvershoot = true

  init(_ random: RandomNumbers) { self.random = random }

  mutating func document() -> Written {
    copies = chance(0.15)
    if copies {
      traits.insert("copies")
      (size, rate) = pick([
        (PixelSize(width: 96, height: 54), FrameRate(25)), (PixelSize(width: 128, height: 72), FrameRate(30000, 1001)),
      ])
    } else {
      let (width, height) = pick([(64, 36), (72, 54), (96, 54), (96, 54), (80, 80), (128, 72), (54, 96)])
      size = PixelSize(width: width, height: height)
      rate = FrameRate(
        pick([Rational(25), Rational(25), Rational(30), Rational(24), Rational(30000, 1001), Rational(50)]))!
    }
    if !copies { pixelFormat = pick(["yuv420p", "yuv420p", "yuv444p", "yuv422p"]) }
    if chance(0.2) { channels = pick([1, 1, 6, 8]) }
    length = Int.random(in: 6...14, using: &random)
    let decidesByHand = chance(0.25)
    let tracks = tracks(canDissolve: !decidesByHand)
    let seen = tracks.filter(\.hasPicture).map(\.id).filter { !matteTracks.contains($0) }
    var document = Written.mapping([
      "timeline": "1", "canvas": canvas(), "tracks": .list(tracks.map(\.written)),
      "titles": chance(0.3) ? .list((0..<Int.random(in: 1...2, using: &random)).map { _ in title(over: seen) }) : nil,
    ])
    if decidesByHand { document["instructions"] = instructions(of: seen) }
    let heard = tracks.filter { $0.hasSound && $0.written["volume"] == nil }
    if chance(0.2), let track = heard.first {
      traits.insert("mix")
      document["mix"] = [.mapping(["track": .scalar(track.id), "volume": volume(from: .zero, to: end)])]
    } else if chance(0.1) {
      traits.insert("effects on the mix")
      document["mix"] = .mapping(["effects": soundEffects()])
    }
    addCanvasEffects(to: &document)
    document["export"] = export()
    return document
  }

  private mutating func canvas() -> Written {
    if channels != 2 { traits.insert("\(channels) channels") }
    let sampleRate = chance(0.15) ? pick([44100, 22050, 32000, 96000, 192_000]) : 48000
    return .mapping([
      "size": "\(size)", "rate": "\(rate)", "background": chance(0.6) ? color() : nil,
      "channels": channels == 2 ? nil : "\(channels)", "sample-rate": sampleRate == 48000 ? nil : "\(sampleRate)",
    ])
  }

  private mutating func export() -> Written {
    if copies {
      return .mapping([
        "preset": "h264", "container": "mkv",
        "video": .mapping(["crf": "1", "options": .mapping(["preset": "veryfast"])]),
        "audio": .mapping(["codec": "pcm_f32le"]),
      ])
    }
    traits.insert(pixelFormat)
    return .mapping([
      "preset": "lossless", "video": .mapping(["pixel-format": .scalar(pixelFormat)]),
      "audio": .mapping(["codec": "pcm_f32le"]),
    ])
  }
}

// MARK: Choosing

extension DocumentAuthor {
  mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

  mutating func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }

  /// With two decimal places.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    (Double.random(in: range, using: &random) * 100).rounded() / 100
  }

  /// One that eight bits of luma and chroma hold nearly as it is: blending would make two levels of what rounding takes
  /// from two colours that fill the canvas.
  mutating func color() -> Written {
    let channels = (0..<3).map { _ in Int.random(in: 20...235, using: &random) }
    let near = (0..<1000).lazy.map { [channels[0] + $0 % 10, channels[1] + $0 / 10 % 10, channels[2] + $0 / 100] }
    return .scalar("#" + (near.first(where: isHeldByCodes) ?? channels).map { hexadecimal($0) }.joined())
  }

  private func isHeldByCodes(_ channels: [Int]) -> Bool {
    let color = Pixel(
      red: Double(channels[0]) / 255, green: Double(channels[1]) / 255, blue: Double(channels[2]) / 255)
    return [219 * color.x, 224 * color.y, 224 * color.z].allSatisfy { abs($0 - $0.rounded()) < 0.15 }
  }

  mutating func clearColor() -> Written {
    guard case .scalar(let text) = color() else { return "red" }
    return .scalar(text + hexadecimal(Int.random(in: 40...230, using: &random)))
  }

  private func hexadecimal(_ byte: Int) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

  func seconds(frames: Int) -> Rational { Rational(frames) / rate.perSecond }

  /// Exactly.
  func text(_ seconds: Rational) -> String { "\(seconds.decimal ?? seconds.description)s" }
}
