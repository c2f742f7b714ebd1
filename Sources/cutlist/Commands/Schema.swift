import ArgumentParser
import Compiler
import Diagnostics

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print a JSON Schema: of timeline documents and .cutlist.yaml for editors, of reports for programs.")

  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case timeline, configuration, diagnostics, plan, inspect, diff, coverage, progress
  }

  @Argument(
    help: ArgumentHelp(
      "What it is of: timeline, configuration, or what is printed for programs: diagnostics (by check), plan, inspect, diff, coverage, progress (by render)."))
  var subject = Subject.timeline

  func run() {
    switch subject {
    case .timeline: Output.deliver(timelineSchema)
    case .configuration: Output.deliver(configurationSchema)
    case .diagnostics: Output.deliver(diagnosticsSchema)
    case .plan: Output.deliver(ReportSchemas.plan)
    case .inspect: Output.deliver(ReportSchemas.inspect)
    case .diff: Output.deliver(ReportSchemas.diff)
    case .coverage: Output.deliver(ReportSchemas.coverage)
    case .progress: Output.deliver(ReportSchemas.progress)
    }
  }
}
