extension Pass {
  static let dropInvisible = Pass(
    name: "drop-invisible", summary: "leaves out layers that an opaque full frame covers", level: .encodeAll
  ) { context, shots in
    shots.map { shot in
      var shot = shot
      shot.layers = context.scene.uncovered(shot.layers, at: context.time(ofFrame: shot.frames.lowerBound))
      return shot
    }
  }
}
