import ArgumentParser
import Diagnostics
import Platform
import Media
import Store

/// `cutlist store …`; the module has the shorter name.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Look after the finished work that renders keep.",
    discussion: "It may be emptied at any time: what is missing is done again.",
    subcommands: [Stat.self, GC.self, Verify.self, Clear.self])

  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp("The store's folder; cutlist in the user's cache folder unless said.", valueName: "folder"),
    completion: .directory)
    var store: String?

    @Option(help: "How to write it: text or json.")
    var format = ListFormat.text

    /// The store, unless its folder is to be left alone.
    func open() throws -> ArtifactStore {
      let store = try CommandLineValues.openStore(store)
      if let objection = store.objection {
        Output.complain("cutlist: error: \(objection)")
        throw ExitStatus.workFailed
      }
      return store
    }

    /// Writes a report, and then what the system would not do; that ends the command.
    func write(_ report: some Encodable & StoreReport, _ failures: [String]) throws {
      switch format {
      case .text: Output.print(ShownText(lines: report.text))
      case .json: Output.deliver(report.readableJSON)
      }
      for failure in failures { Output.complain("cutlist: error: \(failure)") }
      if !failures.isEmpty { throw ExitStatus.workFailed }
    }
  }

  struct Stat: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Say what is in it.")
    @OptionGroup var options: Options

    func run() throws {
      let store = try options.open()
      let contents = store.stat()
      try options.write(StatReport(store, contents), contents.unreadable)
    }
  }

  struct GC: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "gc",
      abstract: "Remove what was used longest ago, down to the limit, and what killed processes left behind.",
      discussion: "What running renders use stays.")
    @OptionGroup var options: Options

    @Option(
      help: ArgumentHelp(
        "How much may stay, as in 500M or 10G; CUTLIST_STORE_LIMIT, else 10G, unless said.", valueName: "size"))
    var limit: String?

    func run() throws {
      let limit = try CommandLineValues.byteCount(limit, for: "--limit")
      var sweep = try options.open().gc(limit: limit)
      sweep.removedLeftovers += EncoderPass.removeLeftovers()
      try options.write(SweepReport(sweep), sweep.failures)
    }
  }

  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Read everything and remove what is damaged.")
    @OptionGroup var options: Options

    func run() throws {
      let report = VerifyReport(try options.open().verify())
      try options.write(report, [])
      if !report.damaged.isEmpty || !report.unreadable.isEmpty { throw ExitStatus.workFailed }
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove everything.")
    @OptionGroup var options: Options

    func run() throws {
      let sweep = try options.open().clear()
      try options.write(SweepReport(sweep), sweep.failures)
    }
  }
}

extension CommandLineValues {
  /// A size such as `10G`; nil where nothing was said.
  static func byteCount(_ text: String?, for option: String) throws -> ByteCount? {
    guard let text else { return nil }
    guard let size = ByteCount(text) else {
      throw ValidationError("\(option) is a size such as 500M or 10G; `\(text)` is none")
    }
    return size
  }

  /// The store in a folder, or in the default one.
  static func openStore(_ folder: String?) throws -> ArtifactStore {
    do throws(UnreadableByteCount) {
      return try ArtifactStore.opening(folder)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
