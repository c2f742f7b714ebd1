import Planner
import TimelineModel

extension ExportUse {
  /// What a render of the whole would ask; nothing for what the programme does not have.
  init(_ composition: Composition) {
    let canvas = composition.canvas
    self.init(
      container: composition.output.container,
      picture: composition.hasPicture
        ? composition.output.video.map { settings in
          Picture(
            settings: settings, size: RenderTarget(canvas, settings: settings).size, rate: canvas.rate,
            color: canvas.color)
        } : nil,
      sound: composition.hasSound
        ? composition.output.audio.map {
          Sound(settings: $0, sampleRate: canvas.sampleRate, channels: canvas.channels)
        } : nil)
  }
}
