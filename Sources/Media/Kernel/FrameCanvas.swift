import CFFmpeg
package import TimelineModel

/// A frame that is being drawn.
package final class FrameCanvas {
  private let frame: VideoFrame
  private let layout: PlanarLayout

  /// What is on it at first is undefined.
  package init(from pool: FramePool) throws(LibAVError) {
    frame = try pool.frame()
    layout = try PlanarLayout(AVPixelFormat(frame.pointer.pointee.format))
  }

  /// The finished frame; nothing may be drawn any more.
  package func finish() -> VideoFrame { frame }

  // MARK: Whole pictures

  /// Paints over everything with a picture of the same size and pixel format.
  package func copy(_ picture: VideoFrame) throws(LibAVError) {
    try libav("av_frame_copy", av_frame_copy(frame.pointer, picture.pointer))
  }

  /// Paints over everything with (1 − amount)·first + amount·second, of the canvas's size and pixel format.
  package func mix(_ first: VideoFrame, _ second: VideoFrame, amount: Double) throws(LibAVError) {
    try check(first)
    try check(second)
    for plane in 0..<3 {
      if layout.depth > 8 {
        mix(plane, first, second, amount, UInt16.self)
      } else {
        mix(plane, first, second, amount, UInt8.self)
      }
    }
  }

  private func mix<Sample: PlaneSample>(
    _ index: Int, _ first: VideoFrame, _ second: VideoFrame, _ amount: Double, _: Sample.Type
  ) {
    let (target, left, right) = (
      target(index, Sample.self), first.plane(index, layout, Sample.self), second.plane(index, layout, Sample.self)
    )
    for y in 0..<target.height {
      Sample.mix(
        left.start + y * left.stride, right.start + y * right.stride, amount: amount, into: target.row(y),
        count: target.width)
    }
  }

  /// Paints over everything with (1 − m)·first + m·second, m being the share of each pixel; a sample of chroma has the
  /// mean of its pixels'.
  package func wipe(_ first: VideoFrame, _ second: VideoFrame, _ mask: WipeMask) throws(LibAVError) {
    try check(first)
    try check(second)
    let shares = mask.shares(size: frame.size)
    for plane in 0..<3 {
      if layout.depth > 8 {
        wipe(plane, first, second, shares, UInt16.self)
      } else {
        wipe(plane, first, second, shares, UInt8.self)
      }
    }
  }

  private func wipe<Sample: PlaneSample>(
    _ index: Int, _ first: VideoFrame, _ second: VideoFrame, _ shares: [Float], _: Sample.Type
  ) {
    let (target, left, right) = (
      target(index, Sample.self), first.plane(index, layout, Sample.self), second.plane(index, layout, Sample.self)
    )
    let size = frame.size
    var means = [Float](repeating: 0, count: target.width)
    for y in 0..<target.height {
      shares.withUnsafeBufferPointer { shares in
        let rows = y * target.stepY..<min((y + 1) * target.stepY, size.height)
        for x in 0..<target.width {
          let columns = x * target.stepX..<min((x + 1) * target.stepX, size.width)
          var sum: Float = 0
          for row in rows { for column in columns { sum += shares[row * size.width + column] } }
          means[x] = sum / Float(rows.count * columns.count)
        }
      }
      let (a, b, row) = (left.start + y * left.stride, right.start + y * right.stride, target.row(y))
      for x in 0..<target.width {
        let base = a[x].float
        row[x] = Sample(nearest: base + (b[x].float - base) * means[x])
      }
    }
  }

  private func check(_ picture: VideoFrame) throws(LibAVError) {
    guard picture.size == frame.size, picture.pixelFormat == frame.pixelFormat else {
      throw LibAVError(
        call: "draw", code: cff_error_invalid_argument,
        text: "\(picture.size) \(picture.pixelFormat) came where \(frame.size) \(frame.pixelFormat) was to come")
    }
  }

  // MARK: Layers

  /// Draws an opaque planar picture where `mapping` puts it.
  package func draw(_ picture: VideoFrame, _ mapping: PictureMapping, opacity: Double) throws(LibAVError) {
    let read = try PlanarLayout(AVPixelFormat(picture.pointer.pointee.format))
    if let shift = mapping.wholePixelShift, picture.pixelFormat == frame.pixelFormat,
      isAligned(mapping, picture.size, shift)
    {
      for plane in 0..<3 {
        if layout.depth > 8 {
          lay(plane, picture, mapping, shift, opacity, UInt16.self)
        } else {
          lay(plane, picture, mapping, shift, opacity, UInt8.self)
        }
      }
      return
    }
    for plane in 0..<3 {
      switch (read.depth > 8, layout.depth > 8) {
      case (false, false): draw(plane, picture, read, mapping, opacity, UInt8.self, UInt8.self)
      case (false, true): draw(plane, picture, read, mapping, opacity, UInt8.self, UInt16.self)
      case (true, false): draw(plane, picture, read, mapping, opacity, UInt16.self, UInt8.self)
      case (true, true): draw(plane, picture, read, mapping, opacity, UInt16.self, UInt16.self)
      }
    }
  }

  /// Draws what has been placed for a canvas of this size and pixel format.
  package func draw(_ sheet: PlacedSheet, opacity: Double) {
    for (index, plane) in sheet.planes.enumerated() {
      if layout.depth > 8 {
        blend(plane, onto: target(index, UInt16.self), opacity: Float(opacity))
      } else {
        blend(plane, onto: target(index, UInt8.self), opacity: Float(opacity))
      }
    }
  }

  /// A picture with alpha in its place on this canvas.
  package func place(_ sheet: Sheet, _ mapping: PictureMapping) -> PlacedSheet {
    PlacedSheet(
      planes: (0..<3).map { plane in
        layout.depth > 8
          ? place(sheet, mapping, onto: target(plane, UInt16.self), plane)
          : place(sheet, mapping, onto: target(plane, UInt8.self), plane)
      })
  }
}

// MARK: Planes

extension FrameCanvas {
  private func target<Sample: PlaneSample>(_ index: Int, _: Sample.Type) -> TargetPlane<Sample> {
    let plane = frame.plane(index, layout, Sample.self)
    return TargetPlane(
      start: UnsafeMutablePointer(mutating: plane.start), stride: plane.stride, width: plane.width,
      height: plane.height, stepX: plane.stepX, stepY: plane.stepY, depth: layout.depth)
  }

  /// True where the picture's chroma samples, and the edges of what shows, lie on the canvas's.
  private func isAligned(_ mapping: PictureMapping, _ size: PixelSize, _ shift: (x: Int, y: Int)) -> Bool {
    func fits(_ pixels: Range<Int>, _ shift: Int, _ length: Int, _ limit: Int, _ step: Int) -> Bool {
      let whole = pixels.lowerBound % step == 0 && (pixels.upperBound % step == 0 || pixels.upperBound == limit)
      return shift % step == 0 && whole && pixels.lowerBound >= max(0, shift)
        && pixels.upperBound <= min(limit, shift + length)
    }
    let visible = mapping.visible
    return visible == Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
      && fits(mapping.columns, shift.x, size.width, frame.size.width, layout.chromaStepX)
      && fits(mapping.rows, shift.y, size.height, frame.size.height, layout.chromaStepY)
  }

  /// Lays whole samples over those that are there.
  private func lay<Sample: PlaneSample>(
    _ index: Int, _ picture: VideoFrame, _ mapping: PictureMapping, _ shift: (x: Int, y: Int), _ opacity: Double,
    _: Sample.Type
  ) {
    let target = target(index, Sample.self)
    let source = picture.plane(index, layout, Sample.self)
    let (columns, rows) = target.samples(columns: mapping.columns, rows: mapping.rows)
    let (left, top) = (shift.x / target.stepX, shift.y / target.stepY)
    for y in rows {
      let from = source.start + (y - top) * source.stride + (columns.lowerBound - left)
      let to = target.row(y) + columns.lowerBound
      if opacity >= 1 {
        to.update(from: from, count: columns.count)
      } else {
        Sample.mix(UnsafePointer(to), from, amount: opacity, into: to, count: columns.count)
      }
    }
  }

  private func draw<Source: PlaneSample, Target: PlaneSample>(
    _ index: Int, _ picture: VideoFrame, _ read: PlanarLayout, _ mapping: PictureMapping, _ opacity: Double,
    _: Source.Type, _: Target.Type
  ) {
    let source = picture.plane(index, read, Source.self)
    let target = target(index, Target.self)
    let (columns, rows) = target.samples(columns: mapping.columns, rows: mapping.rows)
    let gain = Float(1 << (16 + layout.depth - read.depth)) / 65536
    let opacity = Float(opacity)
    let covers = mapping.coversTarget
    // The brightest codes of a deeper picture lie nearer to the code after the last one.
    let limit = read.depth > layout.depth ? Float(1 << layout.depth) - 1 : nil
    let held = UnsafeMutablePointer<Float>.allocate(capacity: max(columns.count, 1))
    defer { held.deallocate() }
    forRows(of: source, mapping, onto: target, columns, rows, gain) { y, values, coverage in
      let row = target.row(y) + columns.lowerBound
      var values = values
      if let limit {
        for x in 0..<columns.count { held[x] = min(values[x], limit * coverage[x]) }
        values = UnsafePointer(held)
      }
      if covers, opacity >= 1 {
        for x in 0..<columns.count { row[x] = Target(nearest: values[x]) }
      } else {
        blend(values, coverage, onto: row, count: columns.count, opacity: opacity)
      }
    }
  }

  private func place<Target: PlaneSample>(
    _ sheet: Sheet, _ mapping: PictureMapping, onto target: TargetPlane<Target>, _ index: Int
  ) -> PlacedSheet.Plane {
    let (columns, rows) = target.samples(columns: mapping.columns, rows: mapping.rows)
    func values(_ plane: Int, gain: Float) -> [Float] {
      var result: [Float] = []
      result.reserveCapacity(columns.count * rows.count)
      sheet.withPlane(plane) { source in
        forRows(of: source, mapping, onto: target, columns, rows, gain) { _, values, _ in
          result.append(contentsOf: UnsafeBufferPointer(start: values, count: columns.count))
        }
      }
      return result
    }
    return PlacedSheet.Plane(
      columns: columns, rows: rows, values: values(index, gain: Float(1 << target.depth) / 65536),
      alpha: values(3, gain: 1 / 65280))
  }

  /// Calls `body` with each row of the layer in its place.
  @inline(__always) private func forRows<Source: PlaneSample, Target: PlaneSample>(
    of source: SamplePlane<Source>, _ mapping: PictureMapping, onto target: TargetPlane<Target>,
    _ columns: Range<Int>, _ rows: Range<Int>, _ gain: Float,
    _ body: (Int, UnsafePointer<Float>, UnsafePointer<Float>) -> Void
  ) {
    guard !columns.isEmpty, !rows.isEmpty else { return }
    var values = [Float](repeating: 0, count: columns.count)
    var coverage = values
    func run(_ source: inout some RowSource) {
      values.withUnsafeMutableBufferPointer { values in
        coverage.withUnsafeMutableBufferPointer { coverage in
          for y in rows {
            source.row(y, values: values.baseAddress!, coverage: coverage.baseAddress!)
            body(y, values.baseAddress!, coverage.baseAddress!)
          }
        }
      }
    }
    if mapping.isUpright {
      let shown = mapping.coversTarget ? nil : mapping.visible
      let horizontal = AxisWeights(
        AxisWeights.Source(
          count: source.width, step: source.stepX, visible: shown.map { $0.x...$0.x + $0.width }),
        AxisWeights.Target(samples: columns, step: target.stepX, window: mapping.columns),
        scale: mapping.transform.a, offset: mapping.transform.tx)
      let vertical = AxisWeights(
        AxisWeights.Source(
          count: source.height, step: source.stepY, visible: shown.map { $0.y...$0.y + $0.height }),
        AxisWeights.Target(samples: rows, step: target.stepY, window: mapping.rows), scale: mapping.transform.d,
        offset: mapping.transform.ty)
      var scaled = ScaledRows(source, horizontal, vertical, firstRow: rows.lowerBound, gain: gain)
      run(&scaled)
    } else if var turned = TransformedRows(source, mapping, onto: target, columns: columns, gain: gain) {
      run(&turned)
    }
  }

  @inline(__always) private func blend<Target: PlaneSample>(
    _ values: UnsafePointer<Float>, _ alpha: UnsafePointer<Float>, onto row: UnsafeMutablePointer<Target>,
    count: Int, opacity: Float
  ) {
    for x in 0..<count {
      let below = row[x].float
      row[x] = Target(nearest: below + (values[x] - alpha[x] * below) * opacity)
    }
  }

  private func blend<Target: PlaneSample>(
    _ plane: PlacedSheet.Plane, onto target: TargetPlane<Target>, opacity: Float
  ) {
    let width = plane.columns.count
    plane.values.withUnsafeBufferPointer { values in
      plane.alpha.withUnsafeBufferPointer { alpha in
        guard let values = values.baseAddress, let alpha = alpha.baseAddress else { return }
        for (index, y) in plane.rows.enumerated() {
          blend(
            values + index * width, alpha + index * width, onto: target.row(y) + plane.columns.lowerBound,
            count: width, opacity: opacity)
        }
      }
    }
  }
}

extension VideoFrame {
  fileprivate func plane<Sample: PlaneSample>(
    _ index: Int, _ layout: PlanarLayout, _: Sample.Type
  ) -> SamplePlane<Sample> {
    let (stepX, stepY) = (layout.stepX(index), layout.stepY(index))
    let bytes = UnsafeRawPointer(PixelFormat.data(of: pointer, plane: index)!)
    return SamplePlane(
      start: bytes.assumingMemoryBound(to: Sample.self),
      stride: Int(PixelFormat.stride(of: pointer, plane: index)) / MemoryLayout<Sample>.size,
      width: (size.width + stepX - 1) / stepX, height: (size.height + stepY - 1) / stepY, stepX: stepX, stepY: stepY)
  }
}
