import ArgumentParser
import Compiler
import CutlistKit
import Platform

/// How loud rules are.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where it is written how documents are checked; otherwise in .cutlist.yaml, from their folder upwards.",
      valueName: "file"),
    completion: .file(extensions: ["yaml"]))
  var config: String?

  @Flag(help: "Read no .cutlist.yaml.")
  var noConfig = false

  @Option(
    help: ArgumentHelp("Take what this rule finds for an error, or with `warnings` every warning.", valueName: "rule"),
    completion: Completions.rules)
  var deny: [String] = []

  @Option(help: ArgumentHelp("Say nothing of what this rule finds.", valueName: "rule"), completion: Completions.rules)
  var allow: [String] = []

  private static let warnings = "warnings"

  func validate() throws {
    if config != nil, noConfig { throw ValidationError("--config and --no-config cannot both hold") }
    let wanted =
      deny.filter { $0 != RuleOptions.warnings }.map { ($0, RuleLevels.Level.error) } + allow.map { ($0, .off) }
    for (name, level) in wanted {
      guard let objection = RuleLevels.objection(to: level, for: name) else { continue }
      let near = RuleLevels.nearestRule(to: name).flatMap { $0 == name ? nil : "; did you mean \($0)?" } ?? ""
      throw ValidationError(objection + near)
    }
    if let both = allow.first(where: deny.contains) { throw ValidationError("--deny and --allow both name \(both)") }
  }

  /// Where it is written how documents are checked, or might come to be.
  func places(for files: [String]) -> [String] {
    var loader = DocumentLoader()
    apply(to: &loader)
    let folders = files.map { PathName.folder(of: $0) }.sortedPaths
    return folders.flatMap { loader.configuration.paths(for: $0) }.sortedPaths
  }

  /// Has documents checked so.
  func apply(to loader: inout DocumentLoader) {
    if let config { loader.configuration = .file(config) }
    if noConfig { loader.configuration = .nowhere }
    for name in allow { loader.levels.levels[name] = .off }
    for name in deny where name != RuleOptions.warnings { loader.levels.levels[name] = .error }
    loader.levels.deniesWarnings = deny.contains(RuleOptions.warnings)
  }
}
