import ArgumentParser
import CutlistKit

/// What documents may do beyond what all of them may.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("trust"),
    help: ArgumentHelp(
      "Let documents use what may open files, load programs or reach the network: filter:NAME, encoder:NAME or option:NAME.OPTION; may be given again.",
      valueName: "name"))
  var names: [String] = []

  func validate() throws {
    do throws(Trust.UnknownName) { _ = try Trust(names) } catch {
      throw ValidationError("--trust: \(error)")
    }
  }

  /// Nothing where names are wrong, which has been said then.
  var trust: Trust { (try? Trust(names)) ?? .nothing }
}
