import CFFmpeg
import TimelineModel

/// Reads every packet of a picture stream whose packets do not all say when they are shown, and finds out how that
/// follows from their order.
struct OrderScan {
  private struct Entry {
    var place: PictureOrder.Place
    var pts: Int64?
    var dts: Int64?
  }

  private var entries: [Entry] = []
  private let numbersPackets: Bool
  private let isCountedFromStart: Bool
  /// True where the packets come in the order in which they are said to be shown.
  private let isShownAsDecoded: Bool

  /// Nil where the bits of the packets do not tell their order, or tell that it is that of their times.
  static func impliedTimes(_ demuxer: Demuxer, stream: Int) throws(LibAVError) -> ImpliedTimes? {
    guard let scan = try OrderScan(demuxer, stream: stream) else { return nil }
    let implied = scan.impliedTimes
    return scan.isShownAsDecoded && implied.depth == 0 ? nil : implied
  }

  private init?(_ demuxer: Demuxer, stream: Int) throws(LibAVError) {
    let selected = try demuxer.stream(stream)
    guard let order = PictureOrder(selected.pointee.codecpar) else { return nil }
    demuxer.select([stream])
    try demuxer.takeApart(stream)
    let packet = try Packet()
    while try demuxer.read(packet) {
      // Not all demuxers leave out the streams that are not selected.
      guard packet.stream == stream else { continue }
      entries.append(Entry(place: order.place(of: packet), pts: packet.pts, dts: packet.dts))
    }
    // Which two packets make up a frame is a matter of its own.
    if order.hasFields || entries.isEmpty { return nil }
    // What libavformat makes of a program stream's few times depends on where reading began.
    isCountedFromStart = demuxer.format == "mpeg" || entries.contains { $0.dts == nil }
    var presentation = PresentationOrder()
    for entry in entries { entry.pts.map { presentation.add($0) } }
    isShownAsDecoded = presentation.isKept && entries.allSatisfy { $0.pts != nil }
    numbersPackets =
      ["avi", "mxf"].contains(demuxer.format) || isShownAsDecoded || entries.allSatisfy { $0.pts == nil && $0.dts == nil }
  }

  private var impliedTimes: ImpliedTimes {
    let shown = entries.indices.sorted { entries[$0].place < entries[$1].place }
    let depth = shown.indices.map { shown[$0] - $0 }.max() ?? 0
    let shift = shown.indices.dropLast(depth).lazy.compactMap { rank -> Int64? in
      guard let shown = entries[shown[rank]].pts, let decoded = entries[rank + depth].dts else { return nil }
      return shown - decoded
    }.first
    return ImpliedTimes(
      depth: depth, numbersPackets: numbersPackets, shift: shift ?? 0,
      countsFromStart: isCountedFromStart)
  }
}
