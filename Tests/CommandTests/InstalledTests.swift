import Foundation
import TestSupport
import Testing

/// What `make install` puts beside the program, and what continuous integration takes of the project.
@Suite struct InstalledTests {
  private static func script(_ name: String) -> String {
    Program.package.appendingPathComponent("Scripts/\(name)").path
  }

  @Test func everyCommandHasAPageInTheManual() throws {
    let help = try Program.run("--experimental-dump-help").output
    let scratch = try TemporaryFolder()
    let tree = try scratch.document(help, "help.json")
    try CommandLineTool.run(
      "/bin/sh", ["-c", "python3 '\(Self.script("manual.py"))' '\(scratch.path("man"))' 0.1.0 < '\(tree)'"])
    let read = try #require(try JSONSerialization.jsonObject(with: Data(help.utf8)) as? [String: Any])
    let root = try #require(read["command"] as? [String: Any])
    var expected: Set<String> = []
    func collect(_ command: [String: Any], _ path: [String]) throws {
      let path = path + [try #require(command["commandName"] as? String)]
      let page = path.joined(separator: "-") + ".1"
      expected.insert(page)
      let text = try String(contentsOfFile: scratch.path("man/\(page)"), encoding: .utf8)
      for argument in command["arguments"] as? [[String: Any]] ?? [] {
        let preferred = (argument["preferredName"] as? [String: Any])?["name"] as? String
        let name = preferred ?? (argument["valueName"] as? String)?.uppercased() ?? ""
        #expect(text.contains(name.replacing("-", with: "\\-")), "\(page) lacks \(name)")
      }
      for next in command["subcommands"] as? [[String: Any]] ?? [] where next["commandName"] as? String != "help" {
        try collect(next, path)
      }
    }
    try collect(root, [])
    #expect(expected.contains("cutlist-store-gc.1") && expected.contains("cutlist-check.1"))
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: scratch.path("man"))) == expected)
  }

  @Test(arguments: [("bash", "complete -F"), ("zsh", "#compdef cutlist"), ("fish", "complete -c 'cutlist'")])
  func shellsComplete(shell: String, mark: String) throws {
    let result = try Program.run("--generate-completion-script", shell)
    #expect(result.status == 0 && result.output.contains("sarif"))
    #expect(
      result.output.contains("complete") && result.output.contains(mark.prefix(8)), "\(result.output.prefix(300))")
  }

  @Test func theManualTellsOfTheSurroundings() throws {
    let scratch = try TemporaryFolder()
    let tree = try scratch.document(try Program.run("--experimental-dump-help").output, "help.json")
    try CommandLineTool.run(
      "/bin/sh", ["-c", "python3 '\(Self.script("manual.py"))' '\(scratch.path("man"))' 0.1.0 < '\(tree)'"])
    let page = try String(contentsOfFile: scratch.path("man/cutlist.1"), encoding: .utf8)
    let sources = Program.package.appendingPathComponent("Sources").path
    let words = try CommandLineTool.run(
      "/bin/sh",
      ["-c", #"grep -rhoE '(environment\[|getenv\(|environment\()"[A-Z_]+"' '\#(sources)' | grep -oE '[A-Z_]{2,}' | sort -u"#])
    let names = words.split(separator: "\n")
    #expect(names.count > 6 && names.allSatisfy { page.contains($0) }, "\(names)")
  }

  /// What shells offer behind the beginning of a command line.
  @Test(arguments: ["bash", "zsh", "fish"].filter { CommandLineTool.isInstalled($0) })
  func shellsOffer(shell: String) throws {
    let folder = try TemporaryFolder()
    for name in ["edit.yaml", "clip.mp4", "table.json"] {
      _ = try folder.document(
        """
        timeline: 1
        parameters: { who: Anna, "$(touch pwned)": x }
        variants: { teaser: { parameters: { who: Bo } }, "`touch pwned`": {}, "$(touch pwned)": {} }
        tracks: []

        """, name)
    }
    let script = folder.path(shell == "zsh" ? "_cutlist" : "completions")
    try Program.run("--generate-completion-script", shell).output.write(
      toFile: script, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("cutlist"), withDestinationPath: Program.url.path)
    func offered(_ line: String) throws -> String {
      let surroundings = ["-C", folder.path("."), "PATH=\(folder.path(".")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
      let asked =
        shell == "fish"
        ? ["fish", "--no-config", "-c", "source '\(script)'; complete -C '\(line)'"]
        : ["python3", Self.script("complete.py"), shell, script, line]
      return try CommandLineTool.run("env", surroundings + asked)
    }
    let documents = try offered("cutlist check ")
    #expect(documents.contains("edit.yaml") && documents.contains("table.json") && !documents.contains("clip.mp4"))
    #expect(try offered("cutlist render edit.yaml --preset ").contains("prores"))
    // Fish lets the program be asked only by someone who types.
    guard shell != "fish" else { return }
    let rules = try offered("cutlist check --deny unused-")
    #expect(rules.contains("unused-asset") && !rules.contains("flash-rate"), "\(rules)")
    #expect(try offered("cutlist render edit.yaml --variant ").contains("teaser"))
    #expect(try offered("cutlist render edit.yaml --set ").contains("who"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("pwned")))
  }

  /// The step of action.yml, as a workflow runs it.
  @Test func theActionMarksLines() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/cutlist"), withDestinationPath: Program.url.path)
    _ = try folder.document(
      "timeline: 1\ntracks: [ { kind: video, segments: [ { clip: a.mov } ] } ]\n", "good one.yaml")
    _ = try folder.document("timeline: 1\ntrakcs: []\n", "bad.yaml")
    func act(_ files: String, offline: String = "true") throws -> (output: String, status: String) {
      let command = """
        cd '\(folder.path("."))'; PATH='\(folder.path("bin"))':$PATH CUTLIST_FILES='\(files)' CUTLIST_OFFLINE=\(offline) \
        sh '\(Self.script("check-action.sh"))' || echo status $?
        """
      let output = try CommandLineTool.run("/bin/sh", ["-c", command])
      return (output, output.contains("status 1") ? "1" : output.contains("status") ? "?" : "0")
    }
    let bad = try act("b*.yaml")
    #expect(bad.status == "1")
    #expect(bad.output.contains("::error file=bad.yaml,line=2,endLine=2,col=1,endColumn=7,title=unknown-key::"))
    #expect(try act("good*.yaml").status == "0")
    let online = try act("good*.yaml", offline: "false")
    #expect(online.status == "1" && online.output.contains("missing-media"))
  }

  @Test func hooksAndActionsNameWhatIsThere() throws {
    let check = try Program.run("check", "--help").output
    let hooks = try String(
      contentsOf: Program.package.appendingPathComponent(".pre-commit-hooks.yaml"), encoding: .utf8)
    let entries = hooks.matches(of: /(?m)^  entry: cutlist check(.*)$/).map { String($0.1) }
    #expect(entries.count == 2)
    for option in entries.flatMap({ $0.split(separator: " ") }) { #expect(check.contains(option)) }
    let action = try String(contentsOf: Program.package.appendingPathComponent("action.yml"), encoding: .utf8)
    #expect(action.contains("Scripts/check-action.sh"))
    let script = try String(contentsOfFile: Self.script("check-action.sh"), encoding: .utf8)
    for name in action.matches(of: /(CUTLIST_\w+):/).map({ String($0.1) }) { #expect(script.contains(name)) }
  }
}
