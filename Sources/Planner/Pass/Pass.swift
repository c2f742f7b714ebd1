import TimelineModel

/// One step of the optimiser: a name and a pure function from the programme's shots to better ones that show the same.
package struct Pass: Sendable {
  package let name: String
  package let summary: String
  /// The lowest level that runs it.
  package let level: OptimisationLevel
  let run: @Sendable (PassContext, [Shot]) -> [Shot]

  /// What stands before the first of them.
  package static let start = "start"

  /// In the order in which they run.
  package static let all: [Pass] = [.dropInvisible, .foldConstants, .joinNeighbours, .findUntouched, .copyGroups]

  /// Those of a level.
  package static func passes(at level: OptimisationLevel) -> [Pass] { all.filter { $0.level <= level } }
}

/// What passes may look at.
struct PassContext: Sendable {
  let scene: Scene
  /// What is known of the packets of files from which something might be copied.
  let packets: [MediaReference: PacketIndex]
  /// Files whose packets cannot stand in one track with the others.
  var strangers: Set<MediaReference> = []

  var composition: Composition { scene.composition }
  var catalog: MediaCatalog { scene.catalog }
  var rate: FrameRate { composition.canvas.rate }

  func time(ofFrame frame: Int64) -> TimelineTime { TimelineTime(rate.seconds(ofFrame: frame)) }
}
