/// The part of SARIF 2.1.0 that is written. The names are the format's own.
struct SARIFLog: Encodable {
  var version = "2.1.0"
  var schema = "https://json.schemastore.org/sarif-2.1.0.json"
  var runs: [Run]

  enum CodingKeys: String, CodingKey {
    case version, runs
    case schema = "$schema"
  }

  struct Run: Encodable {
    var tool: Tool
    var columnKind = "utf16CodeUnits"
    var invocations: [Invocation]
    var artifacts: [Artifact]
    var results: [Result]
  }
  struct Tool: Encodable { var driver: Driver }
  struct Driver: Encodable {
    var name: String
    var semanticVersion: String
    var rules: [Rule]
  }
  struct Rule: Encodable {
    var id: String
    var shortDescription: Message
    var fullDescription: Message
    var defaultConfiguration: Configuration
    var help: Message
    var helpUri: String?
  }
  struct Configuration: Encodable { var level: String }
  struct Invocation: Encodable {
    var executionSuccessful: Bool
    var toolExecutionNotifications: [Notification]?
  }
  struct Notification: Encodable {
    var level: String
    var message: Message
  }
  struct Artifact: Encodable { var location: ArtifactLocation }
  struct Result: Encodable {
    var ruleId: String
    var ruleIndex: Int?
    var level: String
    var message: Message
    var locations: [Location]
    var relatedLocations: [Location]?
    var partialFingerprints: Fingerprints?
    var fixes: [Fix]?
  }
  /// The identity of a problem across versions of its file, under the name that GitHub reads.
  struct Fingerprints: Encodable, Hashable { var primaryLocationLineHash: String }
  struct Message: Encodable {
    var text: String
    var markdown: String?
  }
  struct Location: Encodable {
    var id: Int?
    var physicalLocation: PhysicalLocation?
    var message: Message?
  }
  struct PhysicalLocation: Encodable {
    var artifactLocation: ArtifactLocation
    var region: Region
  }
  struct ArtifactLocation: Encodable { var uri: String }
  /// Half open; lines and columns from 1, columns in UTF-16 code units.
  struct Region: Encodable {
    var startLine: Int
    var startColumn: Int
    var endLine: Int
    var endColumn: Int
  }
  struct Fix: Encodable {
    var description: Message
    var artifactChanges: [ArtifactChange]
  }
  struct ArtifactChange: Encodable {
    var artifactLocation: ArtifactLocation
    var replacements: [Replacement]
  }
  struct Replacement: Encodable {
    var deletedRegion: Region
    var insertedContent: Message
  }
}
