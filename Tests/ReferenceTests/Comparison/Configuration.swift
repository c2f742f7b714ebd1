import Planner
import Renderer

/// One way to render a document. All of them have to come to the same picture and sound.
struct Configuration: Sendable {
  var name: String
  var adjust: @Sendable (inout RenderSession) -> Void

  static let all = [
    Configuration(name: "-O0") { $0.level = .none },
    Configuration(name: "-O1") { $0.level = .encodeAll },
    Configuration(name: "-O2") { $0.level = .full },
  ]
}
