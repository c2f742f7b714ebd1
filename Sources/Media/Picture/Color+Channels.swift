import TimelineModel

extension Color {
  /// Red, green, blue and alpha on a canvas, from 0 to 65535. Colours are written as an ordinary display shows them:
  /// white has 203 cd/m² on any canvas.
  func channels(on canvas: ColorMeaning) -> [UInt16] {
    let own = [red, green, blue, alpha].map { UInt16($0) * 257 }
    guard let mapping = LightMapping(from: .bt709, onto: canvas.canvasLight) else { return own }
    let mapped = LightMapper(mapping).map(own[0], own[1], own[2]) * 65535 + 0.5
    return [UInt16(mapped.x), UInt16(mapped.y), UInt16(mapped.z), own[3]]
  }
}
