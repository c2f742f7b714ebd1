import TimelineModel

/// One edge of a graph under construction: its label and what flows there.
struct Stream: Hashable, Sendable {
  var label: String
  var size: PixelSize
  var pixelFormat: String
  /// How `scale` must be told to read its colours; empty once they are the canvas's, and for RGB.
  var reading: [Filter.Option]
}

/// Writes a graph filter by filter, naming the labels.
struct GraphBuilder {
  /// The canvas's.
  let color: ColorFacts
  private(set) var inputs: [GraphInput] = []
  private(set) var sources: [PictureSource] = []
  private(set) var filters: [Filter] = []

  init(color: ColorMeaning) { self.color = color.facts }

  mutating func input(_ source: PictureSource, as picture: SourcePicture, rate: FrameRate? = nil) -> Stream {
    sources.append(source)
    return input(as: picture, rate: rate)
  }

  /// What is handed in without being one of the sources.
  mutating func input(as picture: SourcePicture, rate: FrameRate? = nil) -> Stream {
    let label = "\(inputs.count):v"
    inputs.append(
      GraphInput(
        label: label, size: picture.size, pixelFormat: picture.pixelFormat, color: picture.color, rate: rate))
    let height = picture.size.height
    let isCanvasColor = picture.color.matches(color, pixelFormat: picture.pixelFormat, height: height)
    return Stream(
      label: label, size: picture.size, pixelFormat: picture.pixelFormat,
      reading: isCanvasColor ? [] : picture.color.scaleOptions(pixelFormat: picture.pixelFormat, height: height))
  }

  /// A filter with one output, by default of its first input's size and format.
  mutating func filter(
    _ name: String, _ options: [Filter.Option] = [], from inputs: Stream..., size: PixelSize? = nil
  ) -> Stream {
    filter(name, options, from: inputs, size: size)
  }

  private mutating func filter(
    _ name: String, _ options: [Filter.Option], from inputs: [Stream], size: PixelSize? = nil
  ) -> Stream {
    var result = inputs[0]
    result.label = "s\(filters.count)"
    result.size = size ?? result.size
    filters.append(Filter(name, options, from: inputs.map(\.label), to: [result.label]))
    return result
  }

  mutating func mix(_ streams: [Stream], weights: String, _ further: [Filter.Option] = []) -> Stream {
    var result = streams[0]
    result.label = "s\(filters.count)"
    let options = [Filter.Option("inputs", "\(streams.count)"), Filter.Option("weights", weights, isCommand: true)]
    filters.append(Filter("mix", options + further, from: streams.map(\.label), to: [result.label]))
    return result
  }

  /// A picture made of planes of others: for each of its own one hexadecimal digit for the stream and one for its plane.
  mutating func planes(_ mapping: String, _ pixelFormat: String, of streams: Stream...) -> Stream {
    let options = [Filter.Option("mapping", "0x\(mapping)"), Filter.Option("format", pixelFormat)]
    var result = filter("mergeplanes", options, from: streams)
    result.pixelFormat = pixelFormat
    return result
  }

  /// (1 − m)·first + m·second of every plane alike, m being a gray picture.
  mutating func merge(_ first: Stream, _ second: Stream, by gray: Stream) -> Stream {
    let shares = planes("00000000", first.pixelFormat, of: gray)
    return filter("maskedmerge", from: first, second, shares)
  }

  /// The same pictures several times over.
  mutating func split(_ stream: Stream, into count: Int) -> [Stream] {
    guard count > 1 else { return [stream] }
    let copies = (0..<count).map { index in
      var copy = stream
      copy.label = "s\(filters.count)x\(index)"
      return copy
    }
    let outputs = Filter.Option("outputs", "\(count)")
    filters.append(Filter("split", [outputs], from: [stream.label], to: copies.map(\.label)))
    return copies
  }

  func finish(at stream: Stream) -> GraphDescription {
    GraphDescription(inputs: inputs, filters: filters, output: stream.label)
  }
}

// MARK: Size, format and colour

extension GraphBuilder {
  /// Scales and converts to the canvas's colours, doing nothing where nothing differs.
  ///
  /// `area` takes the mean of the pixels that are made one, and reads linearly between them where they become more.
  mutating func scale(_ stream: Stream, to size: PixelSize, pixelFormat: String) -> Stream {
    guard stream.size != size || stream.pixelFormat != pixelFormat || !stream.reading.isEmpty else { return stream }
    let isFromRGB = PixelFormatName.isRGB(stream.pixelFormat)
    let isToRGB = PixelFormatName.isRGB(pixelFormat)
    if stream.size != size, !isToRGB, isFromRGB || !stream.reading.isEmpty {
      return scale(inCanvasColors(stream, nextTo: size, pixelFormat), to: size, pixelFormat: pixelFormat)
    }
    if let between = planarRGB(between: stream, and: pixelFormat) {
      return scale(scale(stream, to: size, pixelFormat: between), to: size, pixelFormat: pixelFormat)
    }
    var options = scaling(to: size)
    options += stream.reading
    if isToRGB, !isFromRGB, stream.reading.isEmpty { options += canvasColor("in", stream.pixelFormat) }
    if !isToRGB, isFromRGB || !stream.reading.isEmpty { options += canvasColor("out", pixelFormat) }
    var result = filter("scale", options, from: stream, size: size)
    result.reading = []
    if stream.pixelFormat != pixelFormat || isFromRGB || !stream.reading.isEmpty {
      result = filter("format", [Filter.Option("pix_fmts", pixelFormat)], from: result)
      result.pixelFormat = pixelFormat
    }
    return result
  }

  /// What every scale is told, of any kind.
  func scaling(to size: PixelSize) -> [Filter.Option] {
    [
      Filter.Option("w", "\(size.width)"), Filter.Option("h", "\(size.height)"),
      Filter.Option("flags", "area+accurate_rnd+full_chroma_int+full_chroma_inp+bitexact"),
    ]
  }

  /// A format to go through from one matrix to another, and to pixels that have all their components side by side,
  /// where rows share chroma: in one step, libswscale would read that at the wrong height.
  private func planarRGB(between stream: Stream, and pixelFormat: String) -> String? {
    let name = stream.pixelFormat
    guard !PixelFormatName.isRGB(name), ChromaSubsampling(pixelFormat: name).vertical > 1 else { return nil }
    let isConverted =
      PixelFormatName.isRGB(pixelFormat)
      ? !pixelFormat.hasPrefix("gbr")
      : stream.reading.contains { $0.key == "in_color_matrix" && $0.value != color.scaleMatrix }
    return isConverted ? PixelFormatName.planarRGB(of: name) : nil
  }

  /// Scales by whole factors and mixes nothing: pixels are repeated, or left out but for those nearest to the middle.
  mutating func nearest(_ stream: Stream, to size: PixelSize) -> Stream {
    filter(
      "scale",
      [
        Filter.Option("w", "\(size.width)"), Filter.Option("h", "\(size.height)"), Filter.Option("flags", "neighbor"),
      ], from: stream, size: size)
  }

  /// The picture with the canvas's colours where that is cheaper before it is scaled, else scaled in its own: a scale
  /// that does both at once overshoots at hard edges.
  private mutating func inCanvasColors(_ stream: Stream, nextTo size: PixelSize, _ pixelFormat: String) -> Stream {
    let isEnlarged = stream.size.width * stream.size.height <= size.width * size.height
    guard !isEnlarged, !PixelFormatName.isRGB(stream.pixelFormat) else {
      return scale(stream, to: stream.size, pixelFormat: PixelFormatName.fullChroma(of: pixelFormat))
    }
    let kept = stream.reading.map { Filter.Option($0.key.replacing("in_", with: "out_"), $0.value) }
    let scaled = filter("scale", scaling(to: size) + stream.reading + kept, from: stream, size: size)
    var result = filter(
      "format", [Filter.Option("pix_fmts", PixelFormatName.fullChroma(of: stream.pixelFormat))], from: scaled)
    result.pixelFormat = PixelFormatName.fullChroma(of: stream.pixelFormat)
    return result
  }

  /// Scales on the way to `pixelFormat`, keeping a chroma sample for every pixel where the scaled picture ends within
  /// one of that format: `scale` fits every plane to its own size and would stretch the chroma by the rest.
  mutating func scaleWhole(_ stream: Stream, to size: PixelSize, pixelFormat: String) -> Stream {
    let chroma = ChromaSubsampling(pixelFormat: pixelFormat)
    let isWhole = size.width % chroma.horizontal == 0 && size.height % chroma.vertical == 0
    return scale(stream, to: size, pixelFormat: isWhole ? pixelFormat : PixelFormatName.fullChroma(of: pixelFormat))
  }

  /// How `scale` is told to read or write the canvas's colours, which the formats of JPEG have in full range.
  func canvasColor(_ side: String, _ pixelFormat: String) -> [Filter.Option] {
    [
      Filter.Option("\(side)_color_matrix", color.scaleMatrix),
      Filter.Option("\(side)_range", PixelFormatName.isFullRange(pixelFormat) ? "pc" : "tv"),
    ]
  }
}

// MARK: Geometry in whole pixels

extension GraphBuilder {
  /// Mirrors, then turns clockwise by quarters.
  mutating func orient(_ stream: Stream, _ orientation: Orientation) -> Stream {
    var result = stream
    if orientation.isMirrored { result = filter("hflip", from: result) }
    if orientation.quarterTurns == 2 {
      result = filter("hflip", from: result)
      result = filter("vflip", from: result)
    } else if orientation.swapsAxes {
      let chroma = ChromaSubsampling(pixelFormat: result.pixelFormat)
      // Turned, 4:2:2 would become a format that hardly anything takes.
      if chroma.horizontal != chroma.vertical { result = fullChroma(result) }
      result = filter(
        "transpose", [Filter.Option("dir", orientation.quarterTurns == 1 ? "clock" : "cclock")], from: result,
        size: PixelSize(width: result.size.height, height: result.size.width))
    }
    return result
  }

  /// Cuts out a part. Where chroma samples would be torn apart, the picture gets one for every pixel first.
  mutating func crop(_ stream: Stream, to rect: PixelRect) -> Stream {
    guard rect.size != stream.size else { return stream }
    let whole = rect.isAligned(to: ChromaSubsampling(pixelFormat: stream.pixelFormat))
    return filter(
      "crop",
      [
        Filter.Option("w", "\(rect.width)"), Filter.Option("h", "\(rect.height)"), Filter.Option("x", "\(rect.x)"),
        Filter.Option("y", "\(rect.y)"),
      ], from: whole ? stream : fullChroma(stream), size: rect.size)
  }

  /// A border in which the outermost pixels go on.
  mutating func extend(_ stream: Stream, to size: PixelSize, x: Int, y: Int) -> Stream {
    guard size != stream.size else { return stream }
    let borders = [
      ("left", x), ("right", size.width - x - stream.size.width), ("top", y),
      ("bottom", size.height - y - stream.size.height),
    ]
    return filter("fillborders", borders.map { Filter.Option($0, "\($1)") }, from: pad(stream, to: size, x: x, y: y))
  }

  /// A border that is transparent, or black in formats without alpha.
  mutating func pad(_ stream: Stream, to size: PixelSize, x: Int, y: Int) -> Stream {
    guard size != stream.size else { return stream }
    return filter(
      "pad",
      [
        Filter.Option("w", "\(size.width)"), Filter.Option("h", "\(size.height)"), Filter.Option("x", "\(x)"),
        Filter.Option("y", "\(y)"), Filter.Option("color", "black@0"),
      ], from: stream, size: size)
  }

  private mutating func fullChroma(_ stream: Stream) -> Stream {
    if PixelFormatName.isRGB(stream.pixelFormat) { return stream }
    return scale(stream, to: stream.size, pixelFormat: PixelFormatName.fullChroma(of: stream.pixelFormat))
  }
}

// MARK: Transforms

extension GraphBuilder {
  /// Draws the picture through an inverse mapping, bilinearly, onto the target pixels `bounds`. At its edges the
  /// outermost pixels go on for a little. What is turned and made smaller is drawn twice as large first, so that every
  /// pixel is the mean of four.
  mutating func transform(_ stream: Stream, by transform: AffineTransform, onto bounds: PixelRect) -> Stream {
    let border = 2
    let (scaleX, scaleY) = transform.axisScales
    let finer = min(scaleX, scaleY) < 0.99 && !transform.keepsRectangles ? 2 : 1
    let drawnSize = PixelSize(width: finer * bounds.width, height: finer * bounds.height)
    let sheet = PixelSize(
      width: max(drawnSize.width, stream.size.width + 2 * border),
      height: max(drawnSize.height, stream.size.height + 2 * border))
    let bordered = PixelSize(width: stream.size.width + 2 * border, height: stream.size.height + 2 * border)
    let padded = pad(extend(stream, to: bordered, x: border, y: border), to: sheet, x: 0, y: 0)
    let placed = AffineTransform.translation(-Double(border), -Double(border)).then(transform)
      .then(.translation(-Double(bounds.x), -Double(bounds.y))).then(.scale(Double(finer), Double(finer)))
    guard let inverse = placed.inverse else { return padded }
    // `perspective` counts pixel centres from 0 and wants the sources of four corners, one past the last pixel.
    let corners = [(0, 0), (sheet.width, 0), (0, sheet.height), (sheet.width, sheet.height)]
    var options: [Filter.Option] = []
    for (index, corner) in corners.enumerated() {
      let source = inverse.apply(Point(x: Double(corner.0) + 0.5, y: Double(corner.1) + 0.5))
      options.append(Filter.Option("x\(index)", (source.x - 0.5).graphNumber))
      options.append(Filter.Option("y\(index)", (source.y - 0.5).graphNumber))
    }
    options.append(Filter.Option("interpolation", "linear"))
    options.append(Filter.Option("sense", "source"))
    let drawn = crop(
      filter("perspective", options, from: padded),
      to: PixelRect(x: 0, y: 0, width: drawnSize.width, height: drawnSize.height))
    return scale(drawn, to: bounds.size, pixelFormat: drawn.pixelFormat)
  }
}

extension Double {
  /// Nine decimal places at most, never an exponent.
  var graphNumber: String {
    let scaled = (magnitude * 1e9).rounded()
    guard scaled < 9e18 else { return "\(Int128(self))" }
    let (whole, fraction) = Int64(scaled).quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    if fraction == 0 { return "\(sign)\(whole)" }
    let digits = String(fraction)
    var places = String(repeating: "0", count: 9 - digits.count) + digits
    while places.last == "0" { places.removeLast() }
    return "\(sign)\(whole).\(places)"
  }
}
