import Foundation
import TestSupport

/// The program as its users run it.
struct Program {
  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Beside the bundle of tests, where the package manager builds it.
  static let url: URL = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!
      return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("cutlist")
    #else
      return Bundle.main.bundleURL.appendingPathComponent("cutlist")
    #endif
  }()

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Whether this machine lets `strace` follow programs.
  static let canBeTraced =
    (try? run(["--version"], limits: #"exec strace -f -qq -o /dev/null -e trace=none "$0" "$@""#))?.status == 0

  static func run(_ arguments: String..., in folder: String? = nil, input: String? = nil) throws -> Result {
    try run(arguments, in: folder, input: input)
  }

  /// `environment` is added to this process's own; `limits` is said to a shell that then becomes the program.
  static func run(
    _ arguments: [String], in folder: String? = nil, input: String? = nil, environment: [String: String] = [:],
    limits: String? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = limits == nil ? url : URL(fileURLWithPath: "/bin/sh")
    process.arguments = (limits.map { ["-c", "\($0); exec \"$0\" \"$@\"", url.path] } ?? []) + arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files rather than pipes: nothing has to be read while the program runs.
    let scratch = try TemporaryFolder()
    process.environment = surroundings(cache: scratch.path("cache")).merging(environment) { $1 }
    let names = (scratch.path("out"), scratch.path("err"), scratch.path("in"))
    for name in [names.0, names.1] { try Data().write(to: URL(fileURLWithPath: name)) }
    try Data((input ?? "").utf8).write(to: URL(fileURLWithPath: names.2))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: names.0))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: names.1))
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: names.2))
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOfFile: names.0, encoding: .utf8),
      errors: try String(contentsOfFile: names.1, encoding: .utf8))
  }

  /// What a shell in a folder shows that reads these lines: each behind `$ `, and below it what comes of it.
  static func transcript(of commands: [String], in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let scratch = try TemporaryFolder()
    var environment = surroundings(cache: scratch.path("cache"))
    environment["PATH"] = "\(url.deletingLastPathComponent().path):\(environment["PATH"] ?? "")"
    process.environment = environment
    // Each command sees the status of the one before, as if it had been typed.
    let script = commands.map { "(exit $status)\n\($0)\nstatus=$?\nprintf '\\001'\n" }.joined()
    process.arguments = ["-c", "exec 2>&1\nstatus=0\n" + script]
    try Data().write(to: URL(fileURLWithPath: scratch.path("out")))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path("out")))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let outputs = try String(contentsOfFile: scratch.path("out"), encoding: .utf8).components(separatedBy: "\u{1}")
    return zip(commands, outputs).map { "$ \($0)\n\($1)" }.joined()
  }

  /// Whoever runs the tests has a store of their own, which they must neither use nor fill; and where a Make runs them,
  /// its jobs are not this program's.
  private static func surroundings(cache: String) -> [String: String] {
    var environment = ProcessInfo.processInfo.environment
    environment["XDG_CACHE_HOME"] = cache
    for name in ["MAKEFLAGS", "MFLAGS", "MAKELEVEL"] { environment[name] = nil }
    return environment
  }

  /// Starts it and gives it back while it runs; `errors` is a file of the folder for what it says.
  static func start(_ arguments: [String], in folder: String, errors: String? = nil) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = surroundings(cache: folder + "/cache")
    process.standardOutput = FileHandle.nullDevice
    let said = errors.map { URL(fileURLWithPath: folder + "/" + $0) }
    try said.map { try Data().write(to: $0) }
    process.standardError = try said.map(FileHandle.init(forWritingTo:)) ?? FileHandle.nullDevice
    try process.run()
    return process
  }
}

extension TemporaryFolder {
  /// Writes a document and gives its path.
  func document(_ text: String, _ name: String = "edit.yaml") throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// Writes a document of one track of pictures and gives its path.
  func cuts(_ segments: String..., size: String) throws -> String { try cuts(segments, size: size) }

  func cuts(_ segments: [String], size: String) throws -> String {
    let list = segments.joined(separator: ", ")
    return try document(
      "timeline: 1\ncanvas: { size: \(size), rate: 25 }\ntracks: [ { kind: video, segments: [ \(list) ] } ]\n")
  }

  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

/// Waits until something is so, for two minutes at most.
func waitUntil(_ isSo: () -> Bool) {
  for _ in 0..<2400 {
    if isSo() { return }
    Thread.sleep(forTimeInterval: 0.05)
  }
}
