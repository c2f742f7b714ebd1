import Media
import Planner
import TimelineModel

/// Draws frames with kernels. What stands still is prepared once for all its frames.
final class Compositor {
  private let target: RenderTarget
  private let pool: FramePool
  private let folder: MediaFolder
  private var graphs = LeastRecentlyUsed<GraphDescription, FilterGraph>()
  private var stills = LeastRecentlyUsed<Prepared, VideoFrame>()
  private var fills = LeastRecentlyUsed<Color, VideoFrame>()
  private var sheets = LeastRecentlyUsed<Prepared, Sheet>()
  private var places = LeastRecentlyUsed<Prepared, (mapping: PictureMapping, sheet: PlacedSheet)>()

  /// What a picture was before it was put in its place.
  private enum Prepared: Hashable {
    case color(Color)
    case source(PictureSource.Content, GraphDescription?)
  }

  init(target: RenderTarget, folder: MediaFolder) throws(LibAVError) {
    self.target = target
    self.folder = folder
    pool = try FramePool(size: target.size, pixelFormat: target.pixelFormat, color: target.color.facts)
  }

  /// One finished frame. `read` gives the frame of a source.
  func frame(
    _ recipe: DrawingRecipe, read: @escaping (PictureSource) throws -> VideoFrame
  ) throws -> VideoFrame {
    graphs.makeRoom(for: recipe.sources.count)
    stills.makeRoom(for: recipe.sources.count)
    sheets.makeRoom(for: recipe.sources.count)
    places.makeRoom(for: recipe.sources.count)
    return try frame(recipe.drawing, Sources(recipe.sources, read))
  }

  /// The recipe's sources, read when they are first wanted.
  private struct Sources {
    let all: [PictureSource]
    let read: (PictureSource) throws -> VideoFrame

    init(_ all: [PictureSource], _ read: @escaping (PictureSource) throws -> VideoFrame) {
      self.all = all
      self.read = read
    }
  }
}

// MARK: Drawings

extension Compositor {
  /// `below` is what the drawing calls by that name.
  private func frame(_ drawing: Drawing, _ sources: Sources, below: VideoFrame? = nil) throws -> VideoFrame {
    switch drawing {
    case .picture(let pixels): return try picture(pixels, sources)
    case .below: return below!
    case .mix, .wipe, .layers, .veiled: return try canvas(drawing, sources, below).finish()
    }
  }

  private func canvas(_ drawing: Drawing, _ sources: Sources, _ below: VideoFrame?) throws -> FrameCanvas {
    switch drawing {
    case .below:
      let canvas = try FrameCanvas(from: pool)
      try canvas.copy(below!)
      return canvas
    case .veiled(let top, let base, let opacity):
      let canvas = try FrameCanvas(from: pool)
      let base = try frame(base, sources, below: below)
      try canvas.mix(base, try frame(top, sources, below: base), amount: opacity)
      return canvas
    case .picture(let pixels):
      let canvas = try FrameCanvas(from: pool)
      try canvas.copy(try picture(pixels, sources))
      return canvas
    case .mix(let first, let second, let amount):
      let canvas = try FrameCanvas(from: pool)
      try canvas.mix(
        try frame(first, sources, below: below), try frame(second, sources, below: below), amount: amount)
      return canvas
    case .wipe(let first, let second, let mask):
      let canvas = try FrameCanvas(from: pool)
      try canvas.wipe(
        try frame(first, sources, below: below), try frame(second, sources, below: below), mask)
      return canvas
    case .layers(let layers, let base):
      let canvas = try base.map { try self.canvas($0, sources, below) } ?? FrameCanvas(from: pool)
      for layer in layers { try draw(layer, on: canvas, sources) }
      return canvas
    }
  }

  private func draw(_ layer: DrawnLayer, on canvas: FrameCanvas, _ sources: Sources) throws {
    if layer.hasAlpha || layer.pixels.isColor {
      canvas.draw(try place(layer, on: canvas, sources), opacity: layer.opacity)
    } else {
      try canvas.draw(try picture(layer.pixels, sources), layer.mapping, opacity: layer.opacity)
    }
  }
}

// MARK: Pictures

extension Compositor {
  /// An opaque picture; a colour fills the target.
  private func picture(_ pixels: Pixels, _ sources: Sources) throws -> VideoFrame {
    switch pixels {
    case .color(let color):
      return try fills.value(for: color) { () throws(LibAVError) in
        try VideoFrame.solid(color, size: target.size, pixelFormat: target.pixelFormat, on: target.color)
      }
    case .canvas(let drawing, let graph):
      let drawn = try frame(drawing, sources)
      return try graph.map { try filter(drawn, $0) } ?? drawn
    case .source(let number):
      return try sources.read(sources.all[number])
    case .filtered(let number, let graph):
      let source = sources.all[number]
      guard source.isStill else { return try filter(try sources.read(source), graph) }
      return try stills.value(for: .source(source.content, graph)) { try filter(try sources.read(source), graph) }
    }
  }

  private func filter(_ frame: VideoFrame, _ graph: GraphDescription) throws(LibAVError) -> VideoFrame {
    try graphs.value(for: graph) { () throws(LibAVError) in try FilterGraph(graph, filesAt: folder.path) }
      .frame(for: [frame])
  }

  private func place(_ layer: DrawnLayer, on canvas: FrameCanvas, _ sources: Sources) throws -> PlacedSheet {
    guard let prepared = prepared(layer.pixels, sources) else {
      return canvas.place(try Sheet(try picture(layer.pixels, sources), on: target.color), layer.mapping)
    }
    return try places.value(for: prepared, where: { $0.mapping == layer.mapping }) {
      (layer.mapping, canvas.place(try sheet(prepared, layer.pixels, sources), layer.mapping))
    }.sheet
  }

  private func sheet(_ prepared: Prepared, _ pixels: Pixels, _ sources: Sources) throws -> Sheet {
    try sheets.value(for: prepared) {
      if case .color(let color) = pixels { return Sheet(color, on: target.color) }
      return try Sheet(try picture(pixels, sources), on: target.color)
    }
  }

  /// What names a picture that is the same in every frame; nil for others.
  private func prepared(_ pixels: Pixels, _ sources: Sources) -> Prepared? {
    switch pixels {
    case .color(let color): return .color(color)
    case .canvas: return nil
    case .source(let number):
      let source = sources.all[number]
      return source.isStill ? .source(source.content, nil) : nil
    case .filtered(let number, let graph):
      let source = sources.all[number]
      return source.isStill ? .source(source.content, graph) : nil
    }
  }
}

extension Pixels {
  fileprivate var isColor: Bool { if case .color = self { true } else { false } }
}

extension PictureSource {
  /// True where every frame shows the same.
  fileprivate var isStill: Bool {
    switch content {
    case .still, .text, .shape, .color: true
    case .movie, .run, .mask: false
    }
  }
}
