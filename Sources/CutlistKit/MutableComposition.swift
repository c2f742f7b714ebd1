import Syntax

/// An edit built in code: tracks, and stretches of assets inserted into them.
///
/// It is a value. An `Edit` is made from a copy of it, so that changing it afterwards changes nothing that plays.
public struct MutableComposition: Sendable, Hashable {
  /// What a track holds.
  public enum TrackKind: String, Sendable, Hashable { case video, audio, av }

  public struct BuildError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
  }

  private struct Segment: Sendable, Hashable {
    var path: String
    var start: Time
    var duration: Time
    var at: Time
  }

  private struct Track: Sendable, Hashable {
    var id: String
    var kind: TrackKind
    var segments: [Segment] = []
    var end: Time { segments.map { $0.at + $0.duration }.max() ?? .zero }
  }

  /// Pixels.
  public let width: Int
  public let height: Int
  /// One frame's length.
  public let frameDuration: Time
  private var tracks: [Track] = []

  public init(width: Int, height: Int, frameDuration: Time) {
    self.width = width
    self.height = height
    self.frameDuration = frameDuration
  }

  /// Where the last segment ends.
  public var duration: Time { tracks.map(\.end).max() ?? .zero }
  public var trackIDs: [String] { tracks.map(\.id) }

  /// Adds an empty track behind those there are. Its name is unique.
  public mutating func addTrack(_ id: String, kind: TrackKind) throws(BuildError) {
    guard !id.isEmpty, !trackIDs.contains(id) else { throw BuildError(description: "there is a track `\(id)` already") }
    tracks.append(Track(id: id, kind: kind))
  }

  /// Puts `duration` of a file, from `start` on, at a place of the timeline, or behind the track's last segment.
  /// Nothing is read yet.
  public mutating func insert(
    _ path: String, from start: Time, duration: Time, at place: Time? = nil, intoTrack id: String
  ) throws(BuildError) {
    guard let index = tracks.firstIndex(where: { $0.id == id }) else {
      throw BuildError(description: "there is no track `\(id)`")
    }
    guard start.isValid, duration.isValid, start >= .zero, duration > .zero else {
      throw BuildError(description: "the range from \(start) for \(duration) holds nothing")
    }
    let place = place ?? tracks[index].end
    guard place >= .zero else { throw BuildError(description: "\(place) lies before the programme") }
    let segment = Segment(path: path, start: start, duration: duration, at: place)
    let order = tracks[index].segments.firstIndex { $0.at > place } ?? tracks[index].segments.count
    tracks[index].segments.insert(segment, at: order)
  }

  /// The same as a document.
  public var document: String {
    var lines = [
      "timeline: 1",
      "canvas: { size: \(width)x\(height), rate: \(frameDuration.timescale)/\(frameDuration.value) }",
      tracks.isEmpty ? "tracks: []" : "tracks:",
    ]
    for track in tracks {
      lines.append("  - id: \(track.id.quoted)")
      lines.append("    kind: \(track.kind.rawValue)")
      lines.append(track.segments.isEmpty ? "    segments: []" : "    segments:")
      lines += track.segments.map { segment in
        let clip = "clip: { file: \(segment.path.quoted) }"
        return
          "      - { \(clip), source: \(segment.start.written)..+\(segment.duration.written), at: \(segment.at.written) }"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
