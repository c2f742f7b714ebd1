import ArgumentParser
import CutlistKit
import Diagnostics
import Foundation
import Media
import Platform
import Synchronization

/// The command line: `cutlist VERB …`.
struct Cutlist: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cutlist",
    abstract: "Compiles timeline documents to movies.",
    discussion: """
      Exit status: 0 done; 1 the document has errors; 2 the command line is wrong; 3 media, disk or encoder failed; \
      130 cancelled.
      """,
    version: "0.1.0",
    subcommands: [
      Check.self, Render.self, PlanCommand.self, Frames.self, Inspect.self, Chapters.self, Init.self, Expand.self,
      Emit.self, Format.self, Diff.self, CoverageCommand.self, Lock.self, Explain.self, Rules.self, Presets.self,
      Schema.self, StoreCommand.self, LanguageServerCommand.self,
    ])
}

@main
enum Main {
  /// What the program was called with, without its name.
  ///
  /// Swift reads that from `/proc`, and where it is missing takes it for nothing, which would ask for help.
  private static func arguments() throws -> [String] {
    if !CommandLine.arguments.isEmpty {
      // A name that is no UTF-8 has become another one, which may be another file's.
      if let argument = StartingStack.arguments?.first(where: { $0.contains("\u{fffd}") }) {
        throw ValidationError("\(argument) is not UTF-8, or has a character that stands for what is not")
      }
      return Array(CommandLine.arguments.dropFirst())
    }
    guard let arguments = StartingStack.arguments else {
      Output.complain("cutlist: error: what it was called with cannot be read: /proc is not there")
      throw ExitStatus.workFailed
    }
    return Array(arguments.dropFirst())
  }

  static func main() { WorkThread.run(run) }

  private static func run() -> Never {
    StandardStreams.complete()
    // Fontconfig and librsvg choose by the language of whoever calls; the same document is to be the same movie.
    for name in ["LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LANG", "LANGUAGE", "FC_LANG"] { unsetenv(name) }
    DrawingTrial.keepQuiet()
    RefusedMemory.beginWork()
    WorkThread.farewell.withLock {
      $0 = {
        Transient.removeAll()
        EventLog.end(with: .workFailed)
      }
    }
    let isNamed = !CommandLine.arguments.isEmpty
    Trials.answerIfAsked(isNamed ? CommandLine.arguments : StartingStack.arguments ?? [], Output.answer)
    SignalWatch.letIn()
    // A reader that goes away, as `head` does, must not end a render before it has tidied up.
    signal(SIGPIPE, SIG_IGN)
    // Nor must a file that may not grow any more: writing to it fails, and that is reported.
    signal(SIGXFSZ, SIG_IGN)
    do {
      // They are found beside the environment, which moves when it grows.
      let words = try arguments()
      // Pictures in a drawing are read by what is in gdk-pixbuf itself; its modules are other ones on each machine.
      setenv("GDK_PIXBUF_MODULE_FILE", "/dev/null", 1)
      var command = try Cutlist.parseAsRoot(words)
      guard AbsolutePath.currentFolder != nil else {
        Output.complain("cutlist: error: the current folder has no path: it was deleted, or its file system is gone")
        throw ExitStatus.workFailed
      }
      if let trusting = command as? any TrustingCommand { ConfinedPath.allowLinks(into: trusting.trust.linkFolders) }
      if let colored = command as? any ColoredCommand { Output.color(colored.coloring.color) }
      if let limited = command as? any LimitedCommand {
        limited.limits.begin(limited.pace, endingWith: limited.statusBeyondLimits)
      } else {
        LimitOptions.beginUnwatched()
      }
      if command is LanguageServerCommand || command is Check {
        FreedMemory.isKeptForReuse()
      } else {
        FreedMemory.isKeptTight()
      }
      try command.run()
      end(with: .done)
    } catch let status as ExitStatus {
      end(with: status)
    } catch {
      let isHelp = Cutlist.exitCode(for: error) == .success
      let message = Cutlist.fullMessage(for: error)
      // It holds what was written on the command line.
      if isHelp { Output.print(ShownText(lines: message)) } else { Output.complain(ShownText(lines: message)) }
      end(with: isHelp ? .done : .commandLineIsWrong)
    }
  }

  /// Ends the program. What was asked for and could not be written is a failure, whatever else there was.
  private static func end(with status: ExitStatus) -> Never {
    Transient.removeAll()
    // What lacked memory may have been found right or wrong without being so.
    if [.done, .documentHasErrors].contains(status), (try? RefusedMemory().check()) == nil {
      Output.complain("cutlist: error: there was not all the memory that it takes")
      EventLog.end(with: .workFailed)
      exit(ExitStatus.workFailed.rawValue)
    }
    guard let lost = Output.lost, status != .cancelled else {
      if status != .done { EventLog.end(with: status) }
      exit(status.rawValue)
    }
    Output.complain("cutlist: error: cannot write to standard output: \(lost)")
    EventLog.end(with: .workFailed)
    exit(ExitStatus.workFailed.rawValue)
  }
}
