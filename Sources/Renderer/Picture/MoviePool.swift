import Media
import TimelineModel

/// Opens movies when a frame of them is first wanted and closes them behind the playhead.
///
/// A file that is read at two places at once, as in a dissolve between two of its parts, is open twice, so that
/// neither reader has to seek.
final class MoviePool {
  private let folder: MediaFolder
  private var lanes: [Lane] = []
  private var outputFrame = 0

  private struct Lane {
    let media: MediaReference
    let reader: FrameReader
    var position: Int64
    /// The output frame that last read from it.
    var lastUse: Int
    /// Frames beside the last one that are looked at together with it.
    var neighbours: [Int64: VideoFrame] = [:]
  }

  /// Files kept open beside those that the current output frame needs.
  private static let idleLimit = 2

  init(folder: MediaFolder) { self.folder = folder }

  /// Begins the next output frame. `wanted` says how many readers of each movie this and the next few frames want at
  /// once. The others keep their files open at most, for a decoder holds on to a dozen frames.
  func advance(wanted: [MediaReference: Int]) {
    outputFrame += 1
    rest(allBut: wanted)
    let idle = lanes.filter { $0.lastUse < outputFrame - 1 }.map(\.lastUse).sorted()
    guard idle.count > MoviePool.idleLimit else { return }
    let oldest = idle[idle.count - MoviePool.idleLimit]
    lanes.removeAll { $0.lastUse < outputFrame - 1 && $0.lastUse < oldest }
  }

  /// Of several readers of one movie those used last stay. Which of them goes on shows only when the other was left out.
  private func rest(allBut wanted: [MediaReference: Int]) {
    var left = wanted
    lanes.sort { $0.lastUse > $1.lastUse }
    for lane in lanes {
      let count = left[lane.media, default: 0]
      left[lane.media] = count - 1
      if count <= 0, wanted[lane.media] == nil || lane.lastUse < outputFrame - 1 { lane.reader.rest() }
    }
    for index in lanes.indices where lanes[index].lastUse < outputFrame - 1 { lanes[index].neighbours = [:] }
  }

  func frame(_ index: Int64, of media: MediaReference) throws(LibAVError) -> VideoFrame {
    let lane = try bestLane(for: index, of: media)
    lanes[lane].position = index
    lanes[lane].lastUse = outputFrame
    return try lanes[lane].reader.frame(index)
  }

  /// Several frames one after another, of which reading goes on at the last. They are kept for the next such stretch.
  func frames(_ range: ClosedRange<Int64>, of media: MediaReference) throws(LibAVError) -> [VideoFrame] {
    let lane = try bestLane(for: range.upperBound, of: media)
    lanes[lane].position = range.upperBound
    lanes[lane].lastUse = outputFrame
    for index in range where lanes[lane].neighbours[index] == nil {
      lanes[lane].neighbours[index] = try lanes[lane].reader.frame(index)
    }
    lanes[lane].neighbours = lanes[lane].neighbours.filter { range.contains($0.key) }
    return range.compactMap { lanes[lane].neighbours[$0] }
  }

  /// A free reader of the file, rather one that only has to read on; else a new one.
  private func bestLane(for index: Int64, of media: MediaReference) throws(LibAVError) -> Int {
    let open = lanes.indices.filter { lanes[$0].media == media }
    if let same = open.first(where: { lanes[$0].position == index }) { return same }
    let free = open.filter { lanes[$0].lastUse < outputFrame }
    let ahead = free.filter { lanes[$0].position <= index }
    if let nearest = ahead.max(by: { lanes[$0].position < lanes[$1].position }) { return nearest }
    if let nearest = free.min(by: { lanes[$0].position < lanes[$1].position }) { return nearest }
    guard let facts = folder.catalog.facts(for: media)?.video else {
      throw LibAVError(call: "open", code: -2, text: "nothing is known of \(media)")
    }
    let reader = try FrameReader(
      path: folder.path(of: media), facts: facts, report: folder.damage?.report(about: media))
    lanes.append(Lane(media: media, reader: reader, position: 0, lastUse: outputFrame))
    return lanes.count - 1
  }
}
