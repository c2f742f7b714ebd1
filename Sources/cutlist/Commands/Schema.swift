import ArgumentParser
import Compiler
import Diagnostics

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a JSON Schema: of timeline documents and .cutlist.yaml for editors, of reports for programs.")

  enum Subject: String, ExpressibleByArgument, CaseIterable { case timeline, configuration, diagnostics }

  @Argument(
    help: ArgumentHelp(
      "What it is of: timeline, configuration, or diagnostics, as check --format json writes them."))
  var subject = Subject.timeline

  func run() {
    switch subject {
    case .timeline: Output.deliver(timelineSchema)
    case .configuration: Output.deliver(configurationSchema)
    case .diagnostics: Output.deliver(diagnosticsSchema)
    }
  }
}
