import Foundation
import TestSupport
import Testing
import TimelineModel

/// What comes from files and documents is shown on terminals and in logs, and commands neither.
@Suite struct TerminalTests {
  private let folder: TemporaryFolder
  private static let document = """
    timeline: 1
    canvas: { size: 64x64, rate: 25 }
    tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]

    """

  init() throws { folder = try TemporaryFolder() }

  /// Nothing in it would be followed by a terminal, or by a CI system that reads its lines.
  private func expectHarmless(_ text: String, _ comment: String = "") {
    for scalar in text.unicodeScalars where scalar != "\n" {
      let value = scalar.value
      let isHidden =
        value < 0x20 || (0x7F..<0xA0).contains(value) || (0x200B...0x200F).contains(value)
        || (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) || value == 0x61C || value == 0xFEFF
        || value & 0xFFFE == 0xFFFE
      #expect(!isHidden, "\(comment): U+\(String(value, radix: 16)) in \(text.debugDescription)")
    }
    // By bytes, as others read it.
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes, as: UTF8.self)
      #expect(!bytes.drop { $0 == UInt8(ascii: " ") }.starts(with: "::".utf8), "\(comment): \(line)")
      #expect(!bytes.indices.contains { bytes[$0...].starts(with: "##[".utf8) }, "\(comment): \(line)")
    }
  }

  private static let hostile = "a\u{1B}[31m\n::error title=x::y\u{9B}2J\u{202E}\u{200B}\u{FEFF}##[x]\u{600}##[y]"

  @Test(arguments: [
    ["check"], ["plan"], ["expand"], ["fmt", "--check"], ["emit", "--stage", "document"], ["coverage"], ["chapters"],
    ["frames", "--at", "0s"], ["diff", "other.yaml"], ["render", "-o", "out.mp4"], ["lock"], ["check", "--locked"],
    ["inspect"], ["init"], ["explain"], ["check", "--diff"], ["check", "--root"], ["schema"], ["--x"],
    ["store", "stat"],
  ]) func namesOfFilesAreShown(command: [String]) throws {
    _ = try folder.document(Self.document, "other.yaml")
    let name = "\(Self.hostile).yaml"
    // Once as the name of a document with errors, and once of one that is not there.
    try "timeline: 1\n".write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    for file in [name, "no\(name)"] {
      let result = try Program.run(command + [file], in: folder.url.path)
      expectHarmless(result.errors, "\(command)")
      expectHarmless(result.output, "\(command)")
      // Where it is said again, it is said so.
      let isSaid = (result.errors + result.output).contains("[31m")
      #expect(!isSaid || (result.errors + result.output).contains(#"\u{1b}[31m"#), "\(command): \(result.errors)")
      #expect(isSaid || command.contains { ["--at", "--root", "--x", "--check", "schema"].contains($0) }, "\(command)")
    }
  }

  @Test func aNameThatLooksLikeACommandIsNone() throws {
    try "timeline: 1\n".write(
      toFile: folder.path("::error title=x::y.yaml"), atomically: true, encoding: .utf8)
    let result = try Program.run("check", "::error title=x::y.yaml", in: folder.url.path)
    expectHarmless(result.errors)
    #expect(result.errors.hasPrefix(#"\u{3a}:error title=x::y.yaml:1:1: error:"#), "\(result.errors)")
  }

  /// Programs get what stands in a document as it is, in the escapes of their form.
  @Test(arguments: ["json", "sarif", "github", "junit"]) func reportsForProgramsAreWellFormed(format: String) throws {
    let name = "\(Self.hostile).yaml"
    let text = "timeline: 1\n\"\\e[31m\\nk\\x9b \\u202e\\uffff\": 1\ntracks: []\n"
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    let result = try Program.run("check", "--format", format, name, in: folder.url.path)
    #expect(result.status == 1 && result.output.contains("unknown-key"), "\(result)")
    if format == "github" {
      for line in result.output.split(separator: "\n") {
        #expect(line.hasPrefix("::error file=a\\u{1b}[31m%0A%3A%3Aerror"))
      }
    } else {
      expectHarmless(result.output, format)
    }
    for scalar in result.output.unicodeScalars where scalar != "\n" && scalar != "\t" {
      #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value), "\(format)")
    }
    switch format {
    case "junit":
      let parser = XMLScan(Data(result.output.utf8))
      #expect(parser.isWellFormed)
    case "github": break
    default:
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      #expect(object != nil)
      if format == "json" {
        let found = object?["diagnostics"] as? [[String: Any]]
        let place = found?.compactMap { $0["place"] as? [String: Any] }.first
        #expect(place?["file"] as? String == name)
      }
    }
  }

  @Test func metadataIsShown() throws {
    var movie = BarcodeMovie()
    movie.container = .mkv
    try movie.write(to: folder.path("plain.mkv"))
    try CommandLineTool.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-i", folder.path("plain.mkv"), "-metadata",
        "title=\u{1B}]0;PWN\u{7}\n::error title=x::y", "-metadata", "k\u{9B}x=\u{202E}v", "-c", "copy",
        folder.path("t.mkv"),
      ])
    let result = try Program.run("inspect", "t.mkv", in: folder.url.path)
    #expect(result.status == 0 && result.output.contains(#"\u{1b}]0;PWN\u{7}\n::error"#), "\(result)")
    expectHarmless(result.output)
    let json = try Program.run("inspect", "--json", "t.mkv", in: folder.url.path)
    expectHarmless(json.output)
    let found = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect((found?.first?["metadata"] as? [String: String])?.values.contains { $0.hasPrefix("\u{1B}]0;PWN") } == true)
  }

  /// Everything that a document says itself, wherever it is said again.
  @Test func wordsOfDocumentsAreShown() throws {
    let word = #"\e[31m\n::error::x\x9b\u202e\u200b"#
    func text(_ title: String) -> String {
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      metadata: { title: "\(word)" }
      assets: { "a\(word)": { color: red } }
      tracks: [ { id: "t\(word)", kind: video, segments: [ { id: "s\(word)", clip: "a\(word)", duration: 1s } ] } ]
      titles: [ { text: "\(title)", over: 0s..1s } ]
      chapters: [ { at: 0s, title: "\(title)\(word)" } ]

      """
    }
    _ = try folder.document(text("One"))
    _ = try folder.document(text("Two"), "other.yaml")
    for command in [
      ["check", "edit.yaml"], ["plan", "edit.yaml"], ["chapters", "edit.yaml"], ["coverage", "edit.yaml"],
      ["diff", "edit.yaml", "other.yaml"], ["emit", "--stage", "document", "edit.yaml"],
      ["diff", "--format", "markdown", "edit.yaml", "other.yaml"], ["emit", "--stage", "composition", "edit.yaml"],
      ["emit", "--stage", "plan", "edit.yaml"], ["emit", "--stage", "graph", "edit.yaml"],
      ["plan", "--format", "json", "edit.yaml"], ["coverage", "--format", "svg", "edit.yaml"],
      ["coverage", "--format", "json", "edit.yaml"], ["chapters", "--format", "json", "edit.yaml"],
    ] {
      let result = try Program.run(command, in: folder.url.path)
      expectHarmless(result.errors, "\(command)")
      expectHarmless(result.output, "\(command)")
    }
  }

  /// What is piped is exact: documents can be written back, and patches apply.
  @Test func pipedDocumentsAreExact() throws {
    let text = Self.document + "x-note: 'b\u{202E}idi\u{200B}'\n"
    _ = try folder.document(text)
    #expect(try Program.run("fmt", "-", in: folder.url.path, input: text).output.contains("b\u{202E}idi\u{200B}"))
    let patch = try Program.run("fmt", "--diff", "edit.yaml", in: folder.url.path).output
    if !patch.isEmpty {
      try patch.write(toFile: folder.path("p"), atomically: true, encoding: .utf8)
      try CommandLineTool.run("patch", ["-s", folder.path("edit.yaml"), folder.path("p")])
      #expect(try Program.run("fmt", "--check", "edit.yaml", in: folder.url.path).status == 0)
    }
  }

  /// On a terminal they are shown.
  @Test func documentsOnATerminalAreShown() throws {
    _ = try folder.document(Self.document + "metadata: { title: \"\\e]0;PWN\\a\" }\nx-note: 'b\u{202E}idi'\n")
    for command in ["expand", "fmt --diff"] {
      let script = "script -qc '\(Program.url.path) \(command) edit.yaml' /dev/null"
      let output = try CommandLineTool.run("sh", ["-c", "cd '\(folder.url.path)' && \(script)"])
      #expect(!output.contains("\u{202E}") && !output.contains("\u{1B}]"), "\(output.debugDescription)")
    }
  }
}

/// Whether a text is XML.
private final class XMLScan: NSObject {
  let isWellFormed: Bool

  init(_ data: Data) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).xml")
    defer { try? FileManager.default.removeItem(at: file) }
    try? data.write(to: file)
    let check = "import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])"
    isWellFormed = (try? CommandLineTool.run("python3", ["-c", check, file.path])) != nil
  }
}
