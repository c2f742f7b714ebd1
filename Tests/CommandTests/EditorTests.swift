import Foundation
import TestSupport
import Testing

/// The set-ups of docs/editors.md in the real programs, as far as they are installed.
@Suite(.serialized) struct EditorTests {
  private let folder: TemporaryFolder
  private static let documents = Program.package.appendingPathComponent("docs")
  private static let scripts = Program.package.appendingPathComponent("Tests/CommandTests/Editors").path

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.document(
      """
      timeline: 1
      canvas: { size: 1280x720,   rate: 29.97 }
      tracks:
        - kind: vidoe
          segments: [ { clip: { color: navy }, duration: 2s } ]

      """, "bad.yaml")
    _ = try folder.document(
      """
      { "timeline": 1,
        "canvas": { "size": "1280x720",   "rate": 29.97 },
        "tracks": [
          { "kind": "vidoe",
            "segments": [ { "clip": { "color": "navy" }, "duration": "2s" } ] } ] }

      """, "bad.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("cutlist"), withDestinationPath: Program.url.path)
  }

  /// Writes a block of code of the documentation, the first of its kind behind a line that begins so.
  private func setUp(_ name: String, behind mark: String, _ language: String) throws {
    let page = try String(contentsOf: Self.documents.appendingPathComponent("editors.md"), encoding: .utf8)
    let start = try #require(page.range(of: "\n\(mark)")?.upperBound)
    let block = try #require(page.range(of: "```\(language)\n", range: start..<page.endIndex)?.upperBound)
    let end = try #require(page.range(of: "```", range: block..<page.endIndex)?.lowerBound)
    try String(page[block..<end]).write(toFile: folder.path(name), atomically: true, encoding: .utf8)
  }

  /// Runs an editor in the folder, and returns the lines that its script wrote.
  private func run(
    _ words: [String], client: String = "", document: String = "bad.yaml"
  ) throws -> [String] {
    let path = "\(folder.path(".")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    try CommandLineTool.run(
      "env", ["-C", folder.path("."), "HOME=\(folder.path("."))", "PATH=\(path)", "CUTLIST_CLIENT=\(client)",
        "CUTLIST_DOCUMENT=\(document)", "timeout", "120"] + words)
    return try String(contentsOfFile: folder.path("said"), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func expectAll(_ said: [String], isJSON: Bool = false) {
    let problems = said.filter { $0.hasPrefix("problem ") }
    #expect(problems.count == 2 && problems[0].contains("problem 2 ") && problems[1].contains("problem 4 "), "\(said)")
    #expect(said.contains("action write `30000/1001`") && said.contains("hover yes"), "\(said)")
    let canvas = isJSON ? #""canvas": { "size": "1280x720", "rate": "30000/1001" }"# : "canvas: { size: 1280x720, rate: 30000/1001 }"
    #expect(said.contains { $0.hasPrefix("text ") && $0.contains(canvas) }, "\(said)")
  }

  @Test(.enabled(if: CommandLineTool.isInstalled("nvim"))) func neovim() throws {
    let setUp = Self.documents.appendingPathComponent("editors/neovim.lua").path
    expectAll(try run(["nvim", "--headless", "-u", setUp, "bad.yaml", "-c", "luafile \(Self.scripts)/drive.lua"]))
  }

  private static func hasPackage(_ name: String) -> Bool {
    let folder = "/usr/share/emacs/site-lisp/elpa"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return CommandLineTool.isInstalled("emacs") && names.contains { $0.hasPrefix(name) }
  }

  @Test(.enabled(if: hasPackage("eglot")), arguments: ["bad.yaml", "bad.json"])
  func emacsWithEglot(document: String) throws {
    try FileManager.default.copyItem(
      atPath: Self.documents.appendingPathComponent("editors/emacs.el").path, toPath: folder.path("set-up.el"))
    try expectEmacs(document, client: "eglot")
  }

  @Test(.enabled(if: hasPackage("lsp-mode")), arguments: ["bad.yaml", "bad.json"])
  func emacsWithLSPMode(document: String) throws {
    try setUp("set-up.el", behind: "With lsp-mode:", "elisp")
    try expectEmacs(document, client: "lsp")
  }

  private func expectEmacs(_ document: String, client: String) throws {
    let said = try run(
      ["emacs", "-q", "--batch", "-l", "\(Self.scripts)/drive.el"], client: client, document: document)
    expectAll(said, isJSON: document == "bad.json")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/vim-ale"))) func vimWithALE() throws {
    try setUp("set-up.vim", behind: "## Vim", "vim")
    let said = try run(
      ["vim", "-es", "-N", "-u", "\(Self.scripts)/vimrc", "-S", "\(Self.scripts)/drive.vim", "bad.yaml"])
    #expect(said == ["problem 2 rounded-rate", "problem 4 bad-value"])
  }

  private static var hasKate: Bool {
    ["kate", "xvfb-run", "xdotool", "dbus-run-session"].allSatisfy(CommandLineTool.isInstalled)
  }

  /// Kate sends the whole document as the range of a fix, and makes every edit that it gets.
  @Test(.enabled(if: hasKate)) func kate() throws {
    try setUp("settings.json", behind: "## Kate", "json")
    let text = try String(contentsOfFile: folder.path("bad.yaml"), encoding: .utf8)
    let said = try run(["xvfb-run", "-a", "dbus-run-session", "--", "sh", "\(Self.scripts)/kate.sh"])
    #expect(said.joined(separator: "\n") + "\n" == text.replacing("29.97", with: "30000/1001"))
  }
}
