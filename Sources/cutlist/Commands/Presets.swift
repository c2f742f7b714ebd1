import ArgumentParser
import Compiler
import Diagnostics
import TimelineModel

struct Presets: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "List the export presets.")

  @Flag(help: "As JSON, with every setting.")
  var json = false

  func run() throws {
    if json {
      return Output.deliver(Preset.all.map(WirePreset.init).readableJSON)
    }
    let width = Preset.all.map(\.name.count).max() ?? 0
    for preset in Preset.all {
      let space = String(repeating: " ", count: width - preset.name.count)
      Output.print("\(preset.name)\(space)  \(preset.summary)")
    }
  }
}

private struct WirePreset: Encodable {
  var name: String
  var summary: String
  var container: String
  var videoEncoder: String?
  var pixelFormat: String?
  var maximumWidth: Int?
  var maximumHeight: Int?
  var videoOptions: [String: String]?
  var audioEncoder: String?
  var audioBitRate: Int?

  init(_ preset: Preset) {
    name = preset.name
    summary = preset.summary
    container = preset.settings.container.rawValue
    videoEncoder = preset.settings.video?.encoder
    pixelFormat = preset.settings.video?.pixelFormat
    maximumWidth = preset.settings.video?.maximumSize?.width
    maximumHeight = preset.settings.video?.maximumSize?.height
    videoOptions = preset.settings.video?.options
    audioEncoder = preset.settings.audio?.encoder
    audioBitRate = preset.settings.audio?.bitRate
  }
}
