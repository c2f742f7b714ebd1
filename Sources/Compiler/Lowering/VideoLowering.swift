import Diagnostics
import TimelineModel

extension Lowering {
  /// The picture of a track: one video track, or two lanes that take turns where transitions make segments overlap.
  mutating func videoTracks(from track: LaidTrack) -> [VideoTrack] {
    guard track.kind.hasPicture else { return [] }
    let owner = CurveOwner(range: programme, hasOwnClock: false)
    let opacity = curve(track.item.opacity, base: 1, owner: owner)
    let fade = fade(track.item.fade, owner: CurveOwner(range: track.range, hasOwnClock: true))
    let effects = canvasEffects(track.item.effects, of: "a track's canvas", owner: owner)
    return lanes(of: track).map { lane, segments in
      var result = VideoTrack(
        id: lane, segments: pictures(of: segments, on: track), opacity: opacity, fade: fade, range: track.range,
        origin: track.origin)
      // Where the instructions follow from the tracks, transitions lie within what a track's matte cuts out.
      result.matte = document.instructions == nil ? nil : trackMattes[track.id]
      result.effects = effects
      return result
    }
  }

  var programme: TimelineRange { TimelineRange(.zero, end) }

  /// The segments of each lane: the lane changes at every transition.
  func lanes(of track: LaidTrack) -> [(id: TrackID, segments: [LaidSegment])] {
    guard track.hasTransitions else { return [(track.id, track.segments)] }
    var lanes: [[LaidSegment]] = [[], []]
    var current = 0
    for segment in track.segments {
      if segment.transition != nil { current = 1 - current }
      lanes[current].append(segment)
    }
    return zip(track.lanes, lanes).map { ($0, $1) }
  }

  /// What shows of laid segments, with a gap wherever nothing lies, so that they cover the track from 0 to its end.
  private mutating func pictures(of segments: [LaidSegment], on track: LaidTrack) -> [VideoSegment] {
    var pictures: [VideoSegment] = []
    pictures.reserveCapacity(segments.count)
    var end = TimelineTime.zero
    for segment in segments where !segment.isUnseen {
      var picture = videoSegment(from: segment)
      picture.blend = segment.item.blend?.value ?? track.item.blend?.value ?? .normal
      picture.matte = matte(segment.item.matte, on: track.id)
      if end < picture.range.start {
        pictures.append(VideoSegment(content: .gap, range: TimelineRange(end, picture.range.start)))
      }
      pictures.append(picture)
      end = max(end, picture.range.end)
    }
    if end < track.end { pictures.append(VideoSegment(content: .gap, range: TimelineRange(end, track.end))) }
    return pictures
  }

  /// A laid segment as a picture; a gap where its asset has none.
  private mutating func videoSegment(from segment: LaidSegment) -> VideoSegment {
    let owner = CurveOwner(range: segment.range, written: segment.writtenRange, hasOwnClock: true)
    var result = VideoSegment(content: .gap, range: segment.seen, origin: segment.origin)
    var displaySize = canvasSize
    switch segment.asset {
    case .broken: break
    case .color(let color): result.content = .color(color)
    case .media(let media):
      let facts = catalog.facts(for: media)
      displaySize = facts?.video?.displaySize
      if let mapping = segment.seenMapping {
        let hasPicture = facts.map { $0.video != nil } ?? true
        result.content = hasPicture ? .movie(shown(media), mapping) : .gap
        result.sampling = segment.item.sampling?.value ?? .nearest
      } else {
        result.content = .still(media)
      }
    }
    result.effects = segmentEffects(segment.item.effects, on: segment.asset, owner: owner)
    result.placement = placement(segment.item.placement, displaySize: displaySize, owner: owner)
    result.opacity = curve(segment.item.opacity, base: 1, owner: owner)
    result.fade = fade(
      segment.item.fade, owner: CurveOwner(range: segment.seen, written: segment.writtenSeen, hasOwnClock: true))
    if segment.head > .zero {
      result.placement = result.placement.reaching(back: segment.seen.start)
      result.opacity = result.opacity.reaching(back: segment.seen.start, default: 1)
    }
    reportMissingPicture(in: segment)
    return result
  }

  /// Interlaced media on a canvas that is fast enough for their fields show each field.
  private func shown(_ media: MediaReference) -> MediaReference {
    guard let video = catalog.facts(for: media)?.video, video.fields != .progressive, let rate = video.timing.rate,
      canvas.rate.perSecond >= rate.perSecond * Rational(2)
    else { return media }
    return media.read(as: media.reading.showingBothFields(true))
  }

  private mutating func reportMissingPicture(in segment: LaidSegment) {
    guard case .media(let media) = segment.asset, let source = segment.mapping?.source,
      let facts = catalog.facts(for: media),
      let video = facts.video, let end = facts.videoEnd
    else { return }
    let frame = video.timing.rate?.frameDuration ?? canvas.rate.frameDuration
    let before = facts.videoStart - source.start.seconds
    let after = source.end.seconds - end
    for (missing, place) in [(before, "begins"), (after, "ends")] where missing >= frame {
      log.report(
        .pictureMissing,
        "the picture of this source \(place) \(missing.inWords) \(place == "begins" ? "after" : "before") the segment does",
        at: segment.origin[.source])
    }
  }
}

extension Lowering {
  /// Names for the two lanes of a track with transitions, which no track of the document has.
  mutating func laneNames(of id: TrackID) -> [TrackID] {
    ["a", "b"].map { lane in
      var name = "\(id)-\(lane)"
      var number = 2
      while names.writtenTracks.contains(name) {
        name = "\(id)-\(lane)-\(number)"
        number += 1
      }
      return TrackID(name)
    }
  }
}

extension Lowering {
  mutating func placement(_ item: PlacementItem, displaySize: PixelSize?, owner: CurveOwner) -> Placement {
    var placement = Placement()
    placement.fit = item.fit?.value ?? .contain
    if let anchor = item.anchor?.value { placement.anchor = Point(x: anchor[0], y: anchor[1]) }
    if let crop = item.crop { placement.crop = rectCurve(crop, in: displaySize, asFractions: true, owner: owner) }
    if let view = item.view {
      placement.fit = .cover
      placement.crop = rectCurve(view, in: displaySize, asFractions: true, owner: owner)
    }
    placement.scale = curve(item.scale, base: Point(x: 1, y: 1), owner: owner)
    placement.rotation = curve(item.rotate, base: 0, owner: owner)
    if item.position != nil { placement.position = positionCurve(item.position, base: middle, owner: owner) }
    if item.matrix != nil {
      placement.matrix = curve(item.matrix, base: .identity, owner: owner) { value, _ in value.value }
    }
    return placement
  }

  /// The middle of the canvas.
  var middle: Point { Point(x: Double(canvas.size.width) / 2, y: Double(canvas.size.height) / 2) }
}
