import ArgumentParser
import Compiler

/// What is chosen of a document that leaves a choice.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("The value of one of the document's parameters; may be given again.", valueName: "name=value"),
    completion: Completions.parameters)
  var values: [String] = []

  @Option(help: ArgumentHelp("Which of the document's variants.", valueName: "name"), completion: Completions.variants)
  var variant: String?

  func validate() throws {
    if let value = values.first(where: { !$0.contains("=") }) {
      throw ValidationError("--set takes NAME=VALUE; `\(value)` has no =")
    }
  }

  var settings: DocumentSettings {
    var settings = DocumentSettings(variant: variant)
    for value in values {
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      settings.values[String(parts[0])] = String(parts[1])
    }
    return settings
  }
}
