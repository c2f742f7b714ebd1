import CutlistKit
import Diagnostics
import TimelineModel

/// What `inspect` says of one file. The wire's own type: its keys are a promise to scripts.
struct MediaReport: Codable {
  var file: String
  var container: String
  /// Seconds, exact where the source is not an estimate; as a fraction or decimal.
  var duration: String?
  var durationSource: String
  var video: Video?
  var audio: Audio?
  var streams: [Stream]
  var chapters: [Chapter]
  /// That of the first frame, where the file carries one.
  var timecode: String?
  /// Where a file ends that breaks off before all that its header lists.
  var breaksOff: String?
  /// The last moment before the file's structure is damaged.
  var damage: String?
  var metadata: [String: String]
  /// The words of a song.
  var lyrics: String?

  struct Video: Codable {
    var stream: Int
    var codec: String
    var size: String
    var displaySize: String
    var pixelAspect: String
    var pixelFormat: String
    var hasAlpha: Bool
    var rotation: Int
    var isMirrored: Bool
    var rate: String?
    var frames: Int64?
    var duration: String?
    var start: String
    var colorMatrix: String?
    var colorRange: String?
    var colorPrimaries: String?
    var colorTransfer: String?
    /// The brightest pixel of an HDR stream in cd/m², where it says.
    var peakLuminance: Double?
    /// `progressive`, or which field of its frames is the earlier.
    var fields: String
  }

  struct Audio: Codable {
    var stream: Int
    var codec: String
    var sampleRate: Int
    var channels: Int
    var layout: String
    var duration: String
    var start: String
  }

  struct Stream: Codable {
    var index: Int
    var medium: String
    var codec: String
    var language: String?
    var title: String?
    var isDecodable: Bool
    var isDefault: Bool
    var bitRate: Int64?
  }

  struct Chapter: Codable {
    var start: String
    var end: String
    var title: String?
    /// Its title in each language, where a sidecar tells.
    var titles: [String: String]?
    /// The picture for each language, likewise.
    var artwork: [String: String]?
  }

  /// - Throws: an error if the system does not let be read what stands beside the file.
  init(file: String, facts: MediaFacts) throws(UnreadableDocument) {
    self.file = file
    container = facts.container
    duration = [facts.videoEnd, facts.audioEnd].compactMap { $0 }.max()?.spelled
    durationSource = facts.durationSource.rawValue
    video = facts.video.map { Video($0, start: facts.videoStart) }
    audio = facts.audio.map { Audio($0, start: facts.audioStart) }
    streams = facts.streams.map(Stream.init)
    chapters = try ChapterList(facts, path: file).chapters.map(Chapter.init)
    timecode = facts.timecode?.description
    breaksOff = facts.breaksOff?.spelled
    damage = facts.damage?.spelled
    metadata = facts.metadata
    lyrics = facts.lyrics
  }

  /// For people: a few lines.
  var text: String {
    var lines = ["\(file): \(duration.map { "\($0) s" } ?? "a still") (\(durationSource)), \(container)"]
    if let video {
      var parts = [video.codec, video.size, video.rate.map { "\($0) fps" } ?? "variable rate", video.pixelFormat]
      if video.displaySize != video.size { parts.append("shown as \(video.displaySize)") }
      if video.rotation != 0 { parts.append("turned by \(video.rotation)°") }
      if video.isMirrored { parts.append("mirrored") }
      if video.fields != "progressive" { parts.append("interlaced, \(video.fields) field first") }
      if video.colorTransfer == "smpte2084" { parts.append("HDR (PQ)") }
      if video.colorTransfer == "arib-std-b67" { parts.append("HDR (HLG)") }
      if let frames = video.frames { parts.append("\(frames) frames") }
      if let matrix = video.colorMatrix { parts.append("\(matrix)\(video.colorRange.map { " \($0)" } ?? "")") }
      lines.append("  picture  " + parts.joined(separator: ", "))
    }
    if let audio {
      lines.append("  sound    \(audio.codec), \(audio.sampleRate) Hz, \(audio.layout), \(audio.duration) s")
    }
    if let timecode { lines.append("  timecode \(timecode)") }
    if let breaksOff { lines.append("  breaks off at \(breaksOff) s") }
    if let damage { lines.append("  damaged behind \(damage) s") }
    for stream in streams where stream.index != video?.stream && stream.index != audio?.stream {
      let note = stream.isDecodable ? "" : ", cannot be decoded"
      lines.append(
        "  stream \(stream.index)  \(stream.medium), \(stream.codec)\(stream.language.map { ", \($0)" } ?? "")\(note)")
    }
    for chapter in chapters { lines.append("  chapter  \(chapter.start) s  \(chapter.title ?? "")") }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { lines.append("  \(key): \(value)") }
    return lines.map(\.shown).joined(separator: "\n")
  }
}

extension MediaReport.Video {
  init(_ facts: VideoFacts, start: Rational) {
    stream = facts.stream
    codec = facts.codec
    size = "\(facts.codedSize)"
    displaySize = "\(facts.displaySize)"
    pixelAspect = "\(facts.pixelAspect)"
    pixelFormat = facts.pixelFormat
    hasAlpha = facts.hasAlpha
    rotation = facts.orientation.quarterTurns * 90
    isMirrored = facts.orientation.isMirrored
    rate = facts.timing == .still ? "0" : facts.timing.rate?.description
    frames = facts.timing.frameCount
    duration = facts.duration?.spelled
    self.start = start.spelled
    colorMatrix = facts.color.matrix
    colorRange = facts.color.isFullRange.map { $0 ? "full" : "limited" }
    colorPrimaries = facts.color.primaries
    colorTransfer = facts.color.transfer
    peakLuminance = facts.peakLuminance
    fields = facts.fields.rawValue
  }
}

extension MediaReport.Chapter {
  init(_ facts: ChapterFacts) {
    start = facts.start.spelled
    end = facts.end.spelled
    title = facts.title
    titles = facts.titles.locales.isEmpty ? nil : facts.titles.byLanguage
    artwork = facts.artwork.isEmpty ? nil : facts.artwork.map(\.path).byLanguage
  }
}

extension Localized<String> {
  fileprivate var byLanguage: [String: String] {
    Dictionary(versions.map { ($0.locale?.description ?? LocaleTag.undetermined, $0.value) }) { first, _ in first }
  }
}

extension MediaReport.Audio {
  init(_ facts: AudioFacts, start: Rational) {
    stream = facts.stream
    codec = facts.codec
    sampleRate = facts.sampleRate
    channels = facts.channels
    layout = facts.layout
    duration = facts.duration.spelled
    self.start = start.spelled
  }
}

extension MediaReport.Stream {
  init(_ facts: StreamFacts) {
    index = facts.index
    medium = facts.medium
    codec = facts.codec
    language = facts.language
    title = facts.title
    isDecodable = facts.isDecodable
    isDefault = facts.isDefault
    bitRate = facts.bitRate
  }
}

extension Rational {
  /// As a decimal where it has one, else as a fraction.
  fileprivate var spelled: String { decimal ?? description }
}
