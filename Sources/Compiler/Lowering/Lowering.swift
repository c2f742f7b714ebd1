import Diagnostics
import TimelineModel

/// Turns a document into a composition: looks names up, asks the catalog, lays segments end to end, applies defaults.
///
/// One value is threaded through the stage; each file beside this one adds a step. Steps report what is wrong and go
/// on with what is left, so that one run finds every problem.
struct Lowering {
  let document: TimelineDocument
  let catalog: MediaCatalog
  let options: CompilerOptions
  var log = DiagnosticLog()
  /// The number of passes of the loops that have been lowered so far.
  var passesOfLoops = 0

  var assets: [String: Asset] = [:]
  var canvas = Canvas(size: PixelSize(width: 1920, height: 1080), rate: FrameRate(30))
  /// The size of the canvas, where it is written or can be taken from a clip.
  var canvasSize: PixelSize?
  var end = TimelineTime.zero
  /// What times may name.
  var things: [String: NamedThing] = [:]
  /// The same, to look for what is misspelt.
  lazy var nearThings = NameIndex(things.keys)
  var names: NameTables
  /// The end of the timeline if the document has no `duration`; `nil` until it is computed.
  var naturalEnd: TimelineTime?
  var layouts: [TrackLayout] = []
  /// Those of whole tracks.
  var trackMattes: [TrackID: Matte] = [:]
  var titleRanges: [Int: TimelineRange?] = [:]
  var busyTitles: Set<Int> = []
  /// Times of the picture that were moved to frames.
  var moves: [FrameMove] = []
  /// The same moves, for finding out whether one is listed already.
  var notedMoves: Set<FrameMove> = []
  /// Terms of times that are being worked out, each for the one before it.
  var waitingTerms: [TimeExpression.Term] = []
  /// False once something is missing that lengths depend on; rules about lengths are then left out.
  var lengthsAreKnown = true
  /// False where it is not known of a written instruction when it holds.
  var instructionsAreKnown = true

  init(_ document: TimelineDocument, catalog: MediaCatalog, options: CompilerOptions) {
    self.document = document
    self.catalog = catalog
    self.options = options
    names = NameTables(document)
  }

  mutating func lower() -> LoweredProgramme {
    lengthsAreKnown = document.tracksAreReadable
    lowerAssets()
    lowerCanvas()
    let ids = trackIDs()
    things = namedThings(ids)
    layouts = zip(document.tracks, ids).map { track, id in layout(of: track, id: id) }
    names.tracks = layouts.map { ($0.laid.id.name, $0.laid.kind) }
    let laid = layAll()
    checkNames()
    checkMix(laid)
    checkStyles()
    end = endOfProgramme()
    for track in laid where track.kind.hasPicture { trackMattes[track.id] = matte(track.item.matte, on: track.id) }
    let pictures = laid.flatMap { videoTracks(from: $0) }
    let sounds = ducked(laid.compactMap { audioTrack(from: $0) }, laid)
    var composition = Composition(
      canvas: canvas, end: end, videoTracks: pictures, audioTracks: sounds, mastering: lowerMastering(),
      instructions: lowerInstructions(laid), titles: lowerTitles(laid), chapters: lowerChapters(laid),
      metadata: lowerMetadata(),
      output: lowerExport(), origin: Origin(document.tracksSpan))
    composition.effects = canvasEffects(
      document.effects, of: "the whole picture", owner: CurveOwner(range: programme, hasOwnClock: false))
    checkLimit(of: composition)
    checkPlays(of: composition)
    checkExactness(of: composition)
    checkChapters(of: composition)
    checkEncoding(of: composition)
    checkTrial(of: composition)
    checkFilters()
    return LoweredProgramme(
      composition: composition, lengthsAreKnown: lengthsAreKnown, hasWrittenInstructions: document.instructions != nil,
      instructionsAreKnown: instructionsAreKnown,
      transitions: laid.flatMap(\.transitions), moves: moves)
  }
}

/// A composition and what is known about how far to trust it.
struct LoweredProgramme: Sendable {
  var composition: Composition
  var lengthsAreKnown: Bool
  var hasWrittenInstructions: Bool
  /// False where it is not known of an instruction when it holds.
  var instructionsAreKnown: Bool
  var transitions: [TransitionArithmetic]
  var moves: [FrameMove]
}

extension Lowering {
  /// A name for each track: the one it was given, or `track-N` where that is free.
  private func trackIDs() -> [TrackID] {
    var taken = Set(document.tracks.compactMap { $0.value.id?.value })
    return document.tracks.enumerated().map { index, track in
      TrackID(track.value.id?.value ?? taken.insertFree("track-\(index + 1)"))
    }
  }

  /// The end, once everything is laid. Where the written one is of no use, nothing more is said of lengths.
  private mutating func endOfProgramme() -> TimelineTime {
    if let end = try? programmeEnd() { return end }
    lengthsAreKnown = false
    return layouts.map(\.laid.end).max() ?? .zero
  }

  private mutating func layAll() -> [LaidTrack] {
    layouts.indices.map { track in
      // Nothing is being laid yet, so nothing can be in a circle.
      _ = try? lay(track)
      checkTransitions(of: layouts[track].laid)
      return layouts[track].laid
    }
  }

  /// The names of tracks, segments and titles are one space, because times refer to any of them.
  private mutating func checkNames() {
    var seen: [String: SourceSpan] = [:]
    let ids =
      document.tracks.compactMap(\.value.id) + document.tracks.flatMap { $0.value.segments.compactMap(\.value.id) }
      + document.titles.compactMap(\.value.id)
    for id in ids {
      if let first = seen[id.value] {
        log.report(
          .duplicateID, "the name `\(id.value)` is given twice", at: id.span,
          notes: [Note("first given here", at: first)])
      } else {
        seen[id.value] = id.span
      }
    }
  }

}

extension SegmentItem {
  var id: Located<String>? { if case .clip(let item) = content { item.id } else { nil } }
}

extension Set<String> {
  /// Adds `name`, with a number behind it if it is taken, and gives what was added.
  mutating func insertFree(_ name: String) -> String {
    var free = name
    var number = 2
    while !insert(free).inserted {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }
}
