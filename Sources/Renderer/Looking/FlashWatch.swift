import Foundation
import Media
import TimelineModel

/// Watches a picture for flashes of light and of saturated red, by the figures of ITU-R BT.1702 and WCAG 2.
struct FlashWatch {
  /// Of a display's white, in cd/m², as both assume it.
  private static let white: Float = 200
  /// Changes of light count from here on, in cd/m², where the darker end is darker than that.
  private static let (leastChange, brightest): (Float, Float) = (20, 160)
  /// What changes of red count from, in the unit of WCAG 2.0: 320 times how much more red there is than green and blue.
  private static let leastRed: Float = 20
  /// How much of all light is red where red is saturated.
  private static let saturation: Float = 0.8
  /// How much of the picture may flash.
  private static let area = 0.25

  /// The light that codes stand for on a display with a gamma of 2.2, from 0 to 1.
  private static let light: [Float] = (0..<256).map { pow(Float($0) / 255, 2.2) }

  private var general: FlashMeter
  private var red: FlashMeter

  /// - Parameter points: the pixels of each picture.
  init(points: Int, rate: FrameRate) {
    let frames = Int(rate.perSecond.ceiling ?? 1)
    general = FlashMeter(points: points, leastChange: FlashWatch.leastChange, framesInASecond: frames)
    red = FlashMeter(points: points, leastChange: FlashWatch.leastRed, framesInASecond: frames)
  }

  /// Another frame. Nil is the last one again.
  mutating func look(at picture: DisplayedPicture?) {
    guard let picture else {
      general.lookAgain()
      red.lookAgain()
      return
    }
    let light = FlashWatch.light
    picture.rgb.withUnsafeBufferPointer { rgb in
      func channels(_ point: Int) -> SIMD3<Float> {
        SIMD3(light[Int(rgb[3 * point])], light[Int(rgb[3 * point + 1])], light[Int(rgb[3 * point + 2])])
      }
      general.look { point in
        let luminance = FlashWatch.white * (channels(point) * SIMD3(0.2126, 0.7152, 0.0722)).sum()
        return FlashMeter.Sample(value: luminance, counts: luminance < FlashWatch.brightest)
      }
      red.look { point in
        let light = channels(point)
        let excess = max(0, light.x - light.y - light.z) * 320
        return FlashMeter.Sample(value: excess, counts: light.x >= FlashWatch.saturation * light.sum() && light.x > 0)
      }
    }
  }

  /// What was found, for frames of which the first stands at `first` on the timeline.
  func flashes(from first: Int64, _ rate: FrameRate) -> [PictureFindings.Flashing] {
    func found(_ kind: PictureFindings.Flashing.Kind, _ meter: FlashMeter) -> [PictureFindings.Flashing] {
      meter.stretches(over: FlashWatch.area).map { stretch in
        let start = rate.seconds(ofFrame: first + Int64(stretch.frames.lowerBound))
        let end = rate.seconds(ofFrame: first + Int64(stretch.frames.upperBound))
        return PictureFindings.Flashing(
          kind, TimelineRange(TimelineTime(start), TimelineTime(end)), area: stretch.area)
      }
    }
    return (found(.light, general) + found(.red, red)).sorted { $0.range.start < $1.range.start }
  }
}
