import Diagnostics
import Foundation

/// The JSON Schemas (draft 2020-12) of what commands print for programs, made from the types that they print.
enum ReportSchemas {
  static var plan: String { file("cutlist plan", "What `cutlist plan --format json` prints.", object(PlanJSON.self)) }

  static var coverage: String {
    file("cutlist coverage", "What `cutlist coverage --format json` prints.", object(CoverageJSON.self))
  }

  static var diff: String {
    file("cutlist diff", "What `cutlist diff --format json` prints.", object(DifferenceJSON.self))
  }

  static var inspect: String {
    let known = InspectedFile.properties(object(MediaReport.self))
    let unknown = InspectedFile.properties(object(InspectedFile.Unread.self))
    return file(
      "cutlist inspect", "What `cutlist inspect --format json` prints: an element for each file.",
      ["type": "array", "items": ["anyOf": [known, unknown]]])
  }

  static var progress: String {
    let diagnostic: [String: Any] = [
      "type": "object", "additionalProperties": false, "description": "One problem.",
      "properties": ["event": ["const": "diagnostic"], "diagnostic": ["$ref": "#/$defs/diagnostic"]],
      "required": ["diagnostic", "event"],
    ]
    let events = [
      event("progress", EventLog.Progress.self, "How far the render has come."),
      event("result", EventLog.Result.self, "A movie that was made."),
      event("error", EventLog.Failure.self, "The end of a render that made nothing, with its exit status."),
      event("message", EventLog.Message.self, "Something else for people."),
      diagnostic,
    ]
    let definitions = try? JSONSerialization.jsonObject(with: Data(diagnosticsSchema.utf8)) as? [String: Any]
    return file(
      "cutlist render events", "Each line that `cutlist render --progress json` or `--progress-fd` writes.",
      ["oneOf": events, "$defs": definitions?["$defs"] ?? [String: Any]()])
  }

  private static func object(_ type: (some Decodable).Type) -> [String: Any] { TypeShape(of: type).schema }

  private static func event(_ name: String, _ type: (some Decodable).Type, _ meaning: String) -> [String: Any] {
    var schema = object(type)
    var properties = schema["properties"] as? [String: Any] ?? [:]
    properties["event"] = ["const": name]
    schema["properties"] = properties
    schema["description"] = meaning
    return schema
  }

  private static func file(_ title: String, _ description: String, _ schema: [String: Any]) -> String {
    let head = [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:" + title.replacing(" ", with: ":"),
      "title": title, "description": description,
    ]
    let data = try? JSONSerialization.data(
      withJSONObject: schema.merging(head) { $1 }, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
  }
}
