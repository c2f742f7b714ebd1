import ArgumentParser
import Compiler
import Diagnostics

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a JSON Schema: that of timeline documents, for editors, or that of reports, for programs.")

  enum Subject: String, ExpressibleByArgument, CaseIterable { case timeline, diagnostics }

  @Argument(help: ArgumentHelp("What it is of: timeline, or diagnostics, as check --format json writes them."))
  var subject = Subject.timeline

  func run() {
    switch subject {
    case .timeline: Output.print(timelineSchema)
    case .diagnostics: Output.print(diagnosticsSchema)
    }
  }
}
