import ArgumentParser
import CutlistKit
import Diagnostics
import Foundation
import LanguageServer
import Platform

struct LanguageServerCommand: LimitedCommand, TrustingCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: say what is wrong while a document is written, complete it, mend it.",
    discussion: """
      It speaks the Language Server Protocol over standard input and output; editors start it by themselves. \
      docs/editors.md says how to set them up.
      """)

  @Flag(help: "Speak over standard input and output, as it always does; some editors say so.")
  var stdio = false

  @Flag(help: "Open no media; what depends on them is left unchecked.")
  var offline = false

  @Option(help: ArgumentHelp("The folder media may be in; the document's own unless said.", valueName: "folder"), completion: .directory)
  var root: String?

  @Option(help: ArgumentHelp("Where the pages of docs/rules are published, for editors to link to.", valueName: "url"))
  var rulesURL: String?

  @OptionGroup var rules: RuleOptions

  @OptionGroup var trust: TrustOptions

  @OptionGroup var limits: LimitOptions

  func run() throws {
    WorkBudget.current.countWorkOnly()
    var loader = DocumentLoader(isOffline: offline, root: root)
    rules.apply(to: &loader)
    loader.trust = trust.trust
    let settings = ServerSettings(loader: loader, rulesURL: rulesURL, version: Cutlist.configuration.version)
    let server = Server(settings, output: Output.channel)
    let endsWell: Bool
    do throws(SystemFailure) {
      endsWell = try server.run(input: .standardInput)
    } catch {
      Output.complain("cutlist: error: the system does not start the threads that are needed: \(error)")
      throw ExitStatus.workFailed
    }
    if let error = server.framingError {
      Output.complain("cutlist: error: what came is no message of the protocol: it begins with `\(error.header)`")
    }
    if let loss = server.lostInput {
      Output.complain("cutlist: error: standard input cannot be read: \(loss)")
      throw ExitStatus.workFailed
    }
    if let loss = server.lostOutput {
      Output.complain("cutlist: error: a message could not be sent: \(loss)")
      throw ExitStatus.workFailed
    }
    guard endsWell else { throw ExitStatus.documentHasErrors }
  }
}
