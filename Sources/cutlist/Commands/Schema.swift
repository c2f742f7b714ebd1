import ArgumentParser
import Compiler

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the JSON Schema of timeline documents, for editors.")

  func run() { Output.print(timelineSchema) }
}
