import ArgumentParser
import CutlistKit
import Platform

/// A command that may be told to trust more.
protocol TrustingCommand { var trust: TrustOptions { get } }

/// What documents may do beyond what all of them may.
struct TrustOptions: ParsableArguments {
  @Option(
    name: .customLong("trust"),
    help: ArgumentHelp(
      "Let documents use what may open files, load programs or reach the network: filter:NAME, encoder:NAME or option:NAME.OPTION; may be given again.",
      valueName: "name"))
  var names: [String] = []

  @Option(
    name: .customLong("links-into"),
    help: ArgumentHelp(
      "Follow links that lead out of the documents' folder if they lead into this one, as in the sandbox of a build; may be given again.",
      valueName: "folder"),
    completion: .directory)
  var linkFolders: [String] = []

  func validate() throws {
    if let missing = linkFolders.first(where: { ConfinedPath(anywhere: $0).isFolder != true }) {
      throw ValidationError("--links-into: \(missing) is not a folder")
    }
    do throws(Trust.UnknownName) { _ = try Trust(names) } catch {
      throw ValidationError("--trust: \(error)")
    }
  }

  /// Nothing where names are wrong, which has been said then.
  var trust: Trust { (try? Trust(names)) ?? .nothing }
}
