import Diagnostics
import TimelineModel

/// What is looked up by name again and again. Each table is made when it is first asked for; those of tracks may not be
/// asked for before the tracks have their names.
struct NameTables {
  private let document: TimelineDocument
  /// The tracks in their order: what each is called, and of what kind it is.
  var tracks: [(name: String, kind: TrackItem.Kind)] = []

  init(_ document: TimelineDocument) { self.document = document }

  /// The numbers of tracks; of several with one name that of the first.
  private(set) lazy var trackNumbers = Dictionary(zip(tracks.map(\.name), tracks.indices)) { first, _ in first }
  /// Names that tracks were given.
  private(set) lazy var writtenTracks = Set(document.tracks.compactMap { $0.value.id?.value })
  /// The entries of the mix for each track.
  private(set) lazy var mix = Dictionary(grouping: document.mix) { $0.value.track?.value }
  private(set) lazy var assetNumbers = Dictionary(
    zip(document.assets.map(\.name.value), document.assets.indices)
  ) { first, _ in first }
  /// The numbers of tracks that something on them, or they themselves, is cut out by a matte.
  private(set) lazy var cutTracks = Set(
    document.tracks.indices.filter { index in
      let track = document.tracks[index].value
      return track.matte != nil || track.segments.contains { $0.value.hasMatte }
    })

  private(set) lazy var listedAssets = Set(document.assets.map(\.name.value)).sorted().listed()

  // What was probably meant.
  lazy var nearAssets = NameIndex(document.assets.map(\.name.value))
  lazy var nearStyles = NameIndex(document.styles.map(\.name.value))
  lazy var nearPictures = NameIndex(tracks.filter(\.kind.hasPicture).map(\.name))
  lazy var nearSounds = NameIndex(tracks.filter(\.kind.hasSound).map(\.name))
}

extension SegmentItem {
  fileprivate var hasMatte: Bool { if case .clip(let item) = content { item.matte != nil } else { false } }
}

extension Sequence<String> {
  /// The first of them with commas between, and how many there are besides.
  func listed(upTo limit: Int = 20) -> String {
    let names = Array(self)
    let rest = names.count - limit
    return names.prefix(limit).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}
