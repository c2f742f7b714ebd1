extension Shot {
  /// The part of it that lies in `frames`; nil where there is none.
  func clamped(to frames: Range<Int64>) -> Shot? {
    var part = self
    part.frames = self.frames.clamped(to: frames)
    return part.frames.isEmpty ? nil : part
  }

  /// The same with other work to do for some of its frames.
  func part(_ frames: Range<Int64>, _ work: ShotWork) -> Shot {
    var part = self
    part.frames = frames
    part.work = work
    return part
  }
}
