import Foundation

/// Runs `ffmpeg` and `ffprobe`, as makers of unusual files and as second opinions.
package enum CommandLineTool {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(description: String) { self.description = description }
  }

  /// What the tool printed.
  @discardableResult
  package static func run(_ tool: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(tool) \(arguments.joined(separator: " ")): " + String(decoding: complaint, as: UTF8.self))
    }
    return String(decoding: printed, as: UTF8.self)
  }

  /// Whether a tool is found on this machine.
  package static func isInstalled(_ tool: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  @discardableResult
  package static func ffmpeg(_ arguments: String...) throws -> String {
    try ffmpeg(arguments)
  }

  @discardableResult
  package static func ffmpeg(_ arguments: [String]) throws -> String {
    try run("ffmpeg", ["-v", "error", "-y"] + arguments)
  }

  /// One line for each entry, as `-of csv=p=0` prints them.
  package static func ffprobe(_ path: String, _ arguments: String...) throws -> [String] {
    try run("ffprobe", ["-v", "error", "-of", "csv=p=0"] + arguments + [path])
      .split(separator: "\n").map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
  }
}
