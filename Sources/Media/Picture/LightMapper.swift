import Foundation
import TimelineModel

/// Takes colours from one kind of light to another: to linear light by their own transfer curve, highlights held back
/// where the target is darker, to the target's primaries, and to its numbers.
///
/// All of it is looked up. The curves are steep near black and flat elsewhere, so the tables stand over the fourth root
/// of light and are read linearly between their entries.
final class LightMapper {
  private let mapping: LightMapping
  /// Light of a code from 0 to 65535, as a share of `scale`; of the scene for HLG.
  private let decode: [Float]
  /// What HLG's display makes of a scene of such luminance.
  private let systemGain: [Float]
  /// The factor for a pixel whose brightest channel is so bright.
  private let gain: [Float]
  private let encode: [Float]
  private let matrix: [SIMD3<Float>]
  private let sourceLuminance: SIMD3<Float>
  private let targetLuminance: SIMD3<Float>

  private static let steps = 4096
  /// What 1 stands for between the tables, in cd/m².
  private static let scale = 10_000.0
  private static let hlgShare = Float(PictureLight.usualPeak / scale)

  init(_ mapping: LightMapping) {
    self.mapping = mapping
    let (source, target) = (mapping.source, mapping.target)
    decode = (0...65535).map { code in
      let code = Double(code) / 65535
      return switch source.transfer {
      case .sdr: Float(TransferCurve.sdrLight(code) / LightMapper.scale)
      case .pq: Float(min(TransferCurve.pqLight(code), source.peak) / LightMapper.scale)
      case .hlg: Float(TransferCurve.hlgScene(code))
      }
    }
    systemGain = LightMapper.table { pow($0 / LightMapper.scale, TransferCurve.systemGamma - 1) }
    gain = LightMapper.table { light in
      guard mapping.compresses, light > 0 else { return 1 }
      return TransferCurve.compressed(light, from: source.peak, to: target.peak) / light
    }
    encode = LightMapper.table { light in
      switch target.transfer {
      case .sdr: TransferCurve.sdrCode(light)
      case .pq: TransferCurve.pqCode(light)
      // What comes here is the light of the scene.
      case .hlg: TransferCurve.hlgCode(light / LightMapper.scale)
      }
    }
    matrix = PrimariesMatrix(from: source.primaries, to: target.primaries).rows.map { SIMD3<Float>($0) }
    sourceLuminance = SIMD3<Float>(source.primaries.luminance)
    targetLuminance = SIMD3<Float>(target.primaries.luminance)
  }

  /// Values over light, whose index goes with its fourth root; one entry more for reading between two.
  private static func table(_ value: (Double) -> Double) -> [Float] {
    (0...steps + 1).map { index in
      let root = Double(index) / Double(steps)
      return Float(value(root * root * root * root * scale))
    }
  }

  /// The target's red, green and blue, from 0 to 1, of the source's from 0 to 65535.
  func map(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> SIMD3<Float> {
    var light = decode.withUnsafeBufferPointer { SIMD3($0[Int(red)], $0[Int(green)], $0[Int(blue)]) }
    if mapping.source.transfer == .hlg {
      // A display shows the scene's light the brighter the more there is of it.
      light *= LightMapper.read(systemGain, (light * sourceLuminance).sum()) * LightMapper.hlgShare
    }
    if mapping.compresses { light *= LightMapper.read(gain, light.max()) }
    light = SIMD3((matrix[0] * light).sum(), (matrix[1] * light).sum(), (matrix[2] * light).sum())
      .clamped(lowerBound: .zero, upperBound: .one)
    if mapping.target.transfer == .hlg {
      let shown = light / LightMapper.hlgShare
      let luminance = (shown * targetLuminance).sum()
      light = luminance > 0 ? shown * pow(luminance, Float(1 / TransferCurve.systemGamma - 1)) : .zero
      light.clamp(lowerBound: .zero, upperBound: .one)
    }
    return SIMD3(
      LightMapper.read(encode, light.x), LightMapper.read(encode, light.y), LightMapper.read(encode, light.z))
  }

  /// The table's value at `light`, from 0 to 1.
  @inline(__always) private static func read(_ table: [Float], _ light: Float) -> Float {
    table.withUnsafeBufferPointer { table in
      let place = light.squareRoot().squareRoot() * Float(steps)
      let index = min(max(Int(place), 0), steps)
      return table[index] + (table[index + 1] - table[index]) * (place - Float(index))
    }
  }
}
