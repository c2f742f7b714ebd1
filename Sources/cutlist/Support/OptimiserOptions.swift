import ArgumentParser
import Planner

/// How hard to look for work that need not be done.
struct OptimiserOptions: ParsableArguments {
  @Option(
    name: .customShort("O", allowingJoined: true),
    help: ArgumentHelp(
      "How much to optimise: 0 nothing, 1 all but copying, 2 everything (the default).", valueName: "level"))
  var number: Int?

  @Flag(help: "Encode every frame; the same as -O1.")
  var noCopy = false

  func validate() throws {
    if let number, OptimisationLevel(rawValue: number) == nil {
      throw ValidationError("-O takes 0, 1 or 2; \(number) is none of them")
    }
  }

  var level: OptimisationLevel {
    let level = number.flatMap(OptimisationLevel.init) ?? .full
    return noCopy ? min(level, .encodeAll) : level
  }
}
