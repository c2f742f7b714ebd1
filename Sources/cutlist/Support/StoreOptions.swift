import ArgumentParser
import Store

/// Where finished work is kept.
struct StoreOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder in which finished work is kept; $XDG_CACHE_HOME/cutlist unless said.", valueName: "folder"),
    completion: .directory)
  var store: String?

  @Flag(help: "Keep no finished work and use none.")
  var noStore = false

  func validate() throws {
    if noStore, store != nil { throw ValidationError("--store and --no-store exclude each other") }
  }

  /// Nil where nothing is to be kept.
  func open() throws -> ArtifactStore? {
    noStore ? nil : try CommandLineValues.openStore(store)
  }
}
