import Renderer

/// One way to render a document. All of them have to come to the same picture and sound.
struct Configuration: Sendable {
  var name: String
  var adjust: @Sendable (inout RenderSession) -> Void

  static let all = [
    Configuration(name: "one job") { _ in },
    Configuration(name: "two jobs") { $0.jobs = 2 },
  ]
}
