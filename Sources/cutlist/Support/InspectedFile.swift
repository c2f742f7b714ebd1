import Compiler
import CutlistKit
import Platform
import Media
import TimelineModel

/// What `inspect` says of one file to programs: what is inside where it could be read, and what can be done with it.
struct InspectedFile: Encodable {
  var file: String
  var report: MediaReport?
  /// Why nothing is known of it.
  var problem: String?
  var abilities: MediaAbilities
  var isExportable: Bool

  init(file: String, finding: MediaFinding) {
    self.file = file
    abilities = MediaAbilities(path: ConfinedPath(anywhere: file), finding: finding)
    isExportable = false
    if case .found(let facts) = finding {
      do throws(UnreadableDocument) { report = try MediaReport(file: file, facts: facts) } catch {
        problem = "cannot read \(error.path): \(error.reason)"
      }
      isExportable = abilities.isComposable && Preset.standard.settings.canHold(facts)
    } else {
      problem = finding.complaint
    }
  }

  /// What is said in place of a report.
  struct Unread: Codable {
    var file: String
    var problem: String
    /// Empty.
    var streams: [MediaReport.Stream] = []
  }

  /// What can be done with a file.
  private struct Verdict: Codable {
    var isReadable: Bool
    var isPlayable: Bool
    var isComposable: Bool
    var isExportable: Bool
  }

  /// What is there in any case, be it null.
  private enum Key: String, CodingKey, CaseIterable { case duration, lyrics }

  func encode(to encoder: any Encoder) throws {
    if let report {
      try report.encode(to: encoder)
    } else {
      try Unread(file: file, problem: problem ?? "").encode(to: encoder)
    }
    try Verdict(
      isReadable: abilities.isReadable, isPlayable: abilities.isPlayable, isComposable: abilities.isComposable,
      isExportable: isExportable
    ).encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(report?.duration, forKey: .duration)
    try values.encode(report?.lyrics, forKey: .lyrics)
  }

  /// The schema of an element, given that of what is said of it first.
  static func properties(_ schema: [String: Any]) -> [String: Any] {
    var schema = schema
    let verdict = TypeShape(of: Verdict.self).schema
    func merged(_ key: String) -> [String: Any] {
      [schema, verdict].compactMap { $0[key] as? [String: Any] }.reduce([:]) { $0.merging($1) { $1 } }
    }
    var properties = merged("properties")
    for key in Key.allCases { properties[key.rawValue] = ["type": ["string", "null"]] }
    let required = [schema, verdict].flatMap { $0["required"] as? [String] ?? [] } + Key.allCases.map(\.rawValue)
    schema["properties"] = properties
    schema["required"] = Set(required).sorted()
    return schema
  }
}

extension OutputSettings {
  /// Whether this machine has the encoders and the muxer for what is in a file.
  fileprivate func canHold(_ facts: MediaFacts) -> Bool {
    let wanted = [
      facts.video == nil ? nil : video?.encoder, facts.audio == nil ? nil : audio?.encoder,
    ].compactMap(\.self)
    return EncoderCatalog.hasMuxer(for: container)
      && wanted.allSatisfy { if case .found = EncoderCatalog.finding($0) { true } else { false } }
  }
}
