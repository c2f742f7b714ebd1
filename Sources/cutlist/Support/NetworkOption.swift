import ArgumentParser

/// Whether a document reaches the network.
struct NetworkOption: ParsableArguments {
  @Flag(help: "Fetch media whose paths are http:// or https:// addresses; otherwise they are an error.")
  var allowNetwork = false
}
