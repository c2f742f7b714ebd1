import Compiler
package import TimelineModel

/// What of the programme is covered, by what.
package struct Coverage: Sendable {
  /// The instructions, or one track.
  package struct Row: Sendable {
    package enum Kind: String, Sendable { case instructions, picture, sound }

    package var name: String
    package var kind: Kind
    package var covered: TimelineRanges
    package var gaps: TimelineRanges
    /// What two of its instructions or segments share.
    package var overlaps: TimelineRanges
    /// What is there and cannot be seen for something opaque in front of it.
    package var hidden = TimelineRanges()
    /// From 0 to 1.
    package var fraction: Double

    init(_ name: String, _ kind: Kind, _ ranges: [TimelineRange], in whole: TimelineRange) {
      self.name = name
      self.kind = kind
      covered = TimelineRanges(ranges.compactMap { $0.intersection(whole) })
      gaps = covered.gaps(in: whole)
      overlaps = TimelineRanges.shared(by: ranges.compactMap { $0.intersection(whole) })
      fraction = whole.isEmpty ? 1 : (covered.duration / whole.duration).approximate
    }
  }

  package let end: TimelineTime
  /// False where the instructions were made from the tracks, and so cover everything.
  package let hasWrittenInstructions: Bool
  package let instructions: Row
  /// From front to back, then the tracks that are heard.
  package private(set) var tracks: [Row] = []
  /// All pictures together, and all sounds.
  package let picture: Row
  package let sound: Row

  /// Nil for a document that is too far from a programme to say how long it is.
  package init?(_ document: LoadedDocument) {
    guard let composition = document.compilation.composition, composition.end > .zero else { return nil }
    let whole = composition.range
    end = composition.end
    hasWrittenInstructions = document.compilation.document?.instructions != nil
    instructions = Row("instructions", .instructions, composition.instructions.map(\.range), in: whole)
    picture = Row("picture", .picture, composition.videoTracks.flatMap(\.shown), in: whole)
    sound = Row("sound", .sound, composition.audioTracks.flatMap(\.heard), in: whole)
    let visibility = Visibility(composition, document.catalog)
    for lanes in composition.videoTracks.groupedByOrigin {
      var row = Row(lanes.writtenName, .picture, lanes.flatMap(\.shown), in: whole)
      row.hidden = visibility.hidden(lanes).intersection(row.covered)
      tracks.append(row)
    }
    tracks += composition.audioTracks.map { Row($0.id.name, .sound, $0.heard, in: whole) }
  }

  /// What a least coverage can be asked of.
  package enum Part: String, Sendable, CaseIterable { case instructions, tracks, picture, sound }

  /// From 0 to 1; of the tracks that of the one with the least.
  package func fraction(of part: Part) -> Double {
    switch part {
    case .instructions: instructions.fraction
    case .tracks: tracks.map(\.fraction).min() ?? 0
    case .picture: picture.fraction
    case .sound: sound.fraction
    }
  }

  /// All of them, as they are drawn.
  package var rows: [Row] { [instructions] + tracks }
}

extension VideoTrack {
  fileprivate var shown: [TimelineRange] { segments.filter { !$0.isGap }.map(\.range) }
}

extension AudioTrack {
  fileprivate var heard: [TimelineRange] { segments.filter { !$0.isGap }.map(\.range) }
}
