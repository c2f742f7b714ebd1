import CFFmpeg
package import Platform
package import TimelineModel

extension FilterCatalog {
  /// What a filter does with a few pictures. It has to give one for each, at the same time, and always the same; only
  /// at the ends may some be missing, as with filters that look at the pictures beside one.
  package static func trial(_ use: FilterUse) -> FilterTrial {
    let filter = Filter(use.call)
    var failures: [LibAVError] = []
    for size in TrialPictures.sizes(for: use.size) {
      do throws(LibAVError) {
        // An equation that cannot be read is found at once.
        if use.call != use.call.alwaysEnabled { _ = try graph(filter, size) }
        let trial = try trial(Filter(use.call.alwaysEnabled), size)
        // What a small picture will do for need not do for the one that is meant.
        if case .works = trial {
          if let own = use.size, own != size { _ = try graph(filter, own) }
          if !use.call.needsFullChroma { try tryHalfChroma(Filter(use.call.alwaysEnabled), use.size ?? size) }
        }
        return trial
      } catch {
        failures.append(error)
      }
    }
    let failure = use.size == nil ? failures[0] : failures[failures.count - 1]
    return .fails(failure.log ?? failure.text)
  }

  /// Returns what is found if a file is to be a table of colours.
  package static func lutFinding(path: ConfinedPath) -> MediaFinding {
    let filter = Filter("lut3d", [Filter.Option("file", file: MediaReference(path.path))], from: ["sized"], to: ["out"])
    do {
      let graph = try graph(filter, TrialPictures.size, filesAt: { _ in path })
      try graph.feed(try TrialPictures.all.get()[0])
      return try graph.next() == nil ? .unreadable("it gives no picture") : .found(MediaFacts(container: "cube"))
    } catch {
      return MediaFinding(error, saying: error.log ?? error.text)
    }
  }

  private static func trial(_ filter: Filter, _ size: PixelSize) throws(LibAVError) -> FilterTrial {
    for count in [8, 160] {
      let (few, many) = (try result(of: filter, size, count), try result(of: filter, size, 2 * count))
      if let complaint = few.complaint ?? many.complaint { return .fails(complaint) }
      // Those that look at many pictures may need more of them.
      if few.positions.isEmpty || many.positions.isEmpty { continue }
      guard few.missing == many.missing else {
        return .fails(many.proportion)
      }
      guard try result(of: filter, size, count).hash == few.hash else {
        return .fails("it gives another result every time\(hint(for: filter.name, .picture))")
      }
      return .works(few.hasAlpha ? .gives : try graph(filter, size, of: "yuva444p").givesAlpha ? .takes : .nothing)
    }
    return .fails("it gives no picture for those that it gets")
  }

  /// Makes one picture that has its colours at every second pixel, as most have: a pixel alone has none then.
  private static func tryHalfChroma(_ filter: Filter, _ size: PixelSize) throws(LibAVError) {
    let graph = try graph(filter, size, of: "yuv420p")
    try graph.feed(try TrialPictures.all.get()[0])
    try graph.end()
    while try graph.next() != nil {}
  }

  static func hint(for name: String, _ medium: Medium) -> String {
    guard case .found(let facts) = finding(name, for: medium), facts.options["seed"] != nil else { return "" }
    return "; give it a `seed`"
  }

  private static func graph(
    _ filter: Filter, _ size: PixelSize, of pixelFormat: String = TrialPictures.pixelFormat,
    filesAt path: ((MediaReference) -> ConfinedPath)? = nil
  ) throws(LibAVError) -> FilterGraph {
    let sides = [Filter.Option("w", "\(size.width)"), Filter.Option("h", "\(size.height)")]
    return try FilterGraph(
      GraphDescription(
        inputs: [
          GraphInput(label: "in", size: TrialPictures.size, pixelFormat: TrialPictures.pixelFormat, color: .bt709)
        ],
        filters: [
          Filter("scale", sides, from: ["in"], to: ["scaled"]),
          Filter("setsar", [Filter.Option("sar", "1")], from: ["scaled"], to: ["square"]),
          // So that nothing but the filter itself is left to choose how pictures are stored.
          Filter("format", [Filter.Option("pix_fmts", pixelFormat)], from: ["square"], to: ["sized"]),
          filter,
        ], output: "out"), filesAt: path)
  }

  /// What a filter makes of so many pictures.
  private static func result(
    of filter: Filter, _ size: PixelSize, _ count: Int
  ) throws(LibAVError) -> TrialResult {
    let graph = try graph(filter, size)
    var result = TrialResult(fed: count)
    var hasher = Hasher()
    func take() throws(LibAVError) {
      while result.positions.count <= count, let (frame, position) = try graph.next() {
        result.positions.append(position)
        result.hasAlpha = PixelFormat.hasAlpha(AVPixelFormat(frame.pointer.pointee.format))
        frame.hash(into: &hasher)
      }
    }
    for number in 0..<count {
      try graph.feed(try TrialPictures.all.get()[number % TrialPictures.count])
      try take()
    }
    try graph.end()
    try take()
    result.hash = hasher.finalize()
    return result
  }
}

extension Filter {
  fileprivate init(_ call: FilterCall) {
    self.init(call.name, call.options.map { Filter.Option($0.key, $0.value) }, from: ["sized"], to: ["out"])
  }
}

private struct TrialResult {
  let fed: Int
  /// From which of the pictures that were fed in on those show that came out.
  var positions: [Rational] = []
  var hasAlpha = false
  var hash = 0

  init(fed: Int) { self.fed = fed }

  var missing: Int { fed - positions.count }

  /// What is wrong with when the pictures show.
  var complaint: String? {
    guard let first = positions.first else { return nil }
    if missing < 0 { return "it gives more pictures than it gets" }
    let areInStep = positions.enumerated().allSatisfy { $0.element == first + Rational(Int64($0.offset)) }
    if areInStep, first.denominator == 1, first >= .zero, first <= Rational(Int64(missing)) { return nil }
    return missing == 0 ? "it changes when pictures show" : proportion
  }

  var proportion: String { "it gives \(positions.count) picture\(positions.count == 1 ? "" : "s") for \(fed)" }
}

/// What filters are tried on.
private enum TrialPictures {
  static let size = PixelSize(width: 128, height: 96)
  static let pixelFormat = "yuv444p"

  /// Returns the sizes to try, as long as a filter cannot be used with one of them: a small one, and the one that is
  /// meant or, if that is not known, those of larger pictures.
  ///
  /// The small one is as narrow, as low and as odd as the one that is meant, since filters crash on sides that they do
  /// not expect.
  static func sizes(for own: PixelSize?) -> [PixelSize] {
    guard let own else {
      return [size] + [(640, 360), (1920, 1080), (3840, 2160)].map { PixelSize(width: $0, height: $1) }
    }
    return [own.reduced(to: size), own]
  }

  static let count = 16
  static let all = Result { () throws(LibAVError) in
    try (0..<count).map { number throws(LibAVError) in try picture(number) }
  }

  /// Ramps of colours that move.
  private static func picture(_ number: Int) throws(LibAVError) -> VideoFrame {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size.width * size.height * 4)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (red, green, blue) = (x * 2 + number * 5, y * 2 + x, (x ^ y) + number * 3)
        bytes += [
          UInt8(truncatingIfNeeded: red), UInt8(truncatingIfNeeded: green), UInt8(truncatingIfNeeded: blue), 255,
        ]
      }
    }
    return try FrameConverter.convert(
      try VideoFrame.rgba(bytes, size: size), to: pixelFormat, color: ColorMeaning.bt709.facts)
  }
}

extension PixelSize {
  /// Returns the size with each side that is longer than that of `bounds` at that length, or one less if it is odd.
  package func reduced(to bounds: PixelSize) -> PixelSize {
    PixelSize(
      width: width <= bounds.width ? width : bounds.width - width % 2,
      height: height <= bounds.height ? height : bounds.height - height % 2)
  }
}

extension VideoFrame {
  fileprivate func hash(into hasher: inout Hasher) {
    let format = AVPixelFormat(pointer.pointee.format)
    for plane in 0..<4 {
      let width = Int(av_image_get_linesize(format, pointer.pointee.width, Int32(plane)))
      guard width > 0, PixelFormat.data(of: pointer, plane: plane) != nil else { continue }
      withPlane(plane) { bytes, stride in
        for row in Swift.stride(from: 0, to: bytes.count - width + 1, by: stride) {
          hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[row..<row + width]))
        }
      }
    }
  }
}
