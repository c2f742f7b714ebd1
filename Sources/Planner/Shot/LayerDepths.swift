import Diagnostics
import TimelineModel

/// The places among the layers of an instruction at which titles lie, told from the tracks that the titles lie behind.
struct LayerDepths {
  /// The number of layers down to the last one that shows a track, that one with them.
  private var behind: [TrackID: Int] = [:]
  /// For each layer, the greatest rank of it and of those before it. The rank of a layer is the least of its tracks'.
  private var reached: [Int] = []
  /// The numbers of the tracks in the document's order.
  private let ranks: [TrackID: Int]

  /// Creates the places among layers, which go from front to back.
  init(_ layers: [Layer], _ ranks: [TrackID: Int]) {
    self.ranks = ranks
    reached.reserveCapacity(layers.count)
    for (index, layer) in layers.enumerated() {
      let tracks = layer.tracks
      for track in tracks { behind[track] = index + 1 }
      let rank = tracks.map { ranks[$0] ?? -1 }.min() ?? .max
      reached.append(max(reached.last ?? -1, rank))
    }
  }

  /// Returns the number of layers in front of what lies right behind tracks; nil if there are none.
  ///
  /// These are all down to the last layer that shows one of the tracks. If none does, they are those before the first
  /// layer that shows only tracks which are written below the given ones.
  func depth(behind hiding: [TrackID]) -> Int? {
    if hiding.isEmpty { return nil }
    if let last = hiding.compactMap({ behind[$0] }).max() { return last }
    let lowest = hiding.compactMap { ranks[$0] }.max() ?? ranks.count
    return reached.leadingCount { $0 < lowest }
  }
}
