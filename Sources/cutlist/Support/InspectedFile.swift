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
      report = MediaReport(file: file, facts: facts)
      isExportable = abilities.isComposable && Preset.standard.settings.canHold(facts)
    } else {
      problem = finding.complaint
    }
  }

  private enum Key: String, CodingKey {
    case file, problem, streams, duration, lyrics, isReadable, isPlayable, isComposable, isExportable
  }

  func encode(to encoder: any Encoder) throws {
    try report?.encode(to: encoder)
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(abilities.isReadable, forKey: .isReadable)
    try values.encode(abilities.isPlayable, forKey: .isPlayable)
    try values.encode(abilities.isComposable, forKey: .isComposable)
    try values.encode(isExportable, forKey: .isExportable)
    // These are there in any case.
    try values.encode(report?.duration, forKey: .duration)
    try values.encode(report?.lyrics, forKey: .lyrics)
    guard report == nil else { return }
    try values.encode(file, forKey: .file)
    try values.encode(problem, forKey: .problem)
    try values.encode([MediaReport.Stream](), forKey: .streams)
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
