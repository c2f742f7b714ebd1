import ArgumentParser
import Compiler

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a JSON Schema for editors: that of timeline documents, or that of .cutlist.yaml.")

  enum Subject: String, ExpressibleByArgument, CaseIterable { case timeline, configuration }

  @Argument(help: "What it is of: timeline or configuration.")
  var subject = Subject.timeline

  func run() {
    switch subject {
    case .timeline: Output.print(timelineSchema)
    case .configuration: Output.print(configurationSchema)
    }
  }
}
