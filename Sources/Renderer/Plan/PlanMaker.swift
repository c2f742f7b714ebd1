import Media
package import Planner
package import TimelineModel

/// Plans a render: the only questions that this asks of the world are about the packets of files that might be copied.
package struct PlanMaker: Sendable {
  package var composition: Composition
  package var folder: MediaFolder
  /// The stretch of the programme; nil is all of it.
  package var range: TimelineRange?
  /// Of the picture's size.
  package var scale: Rational
  package var level: OptimisationLevel

  package init(
    _ composition: Composition, folder: MediaFolder, range: TimelineRange? = nil, scale: Rational = .one,
    level: OptimisationLevel = .full
  ) {
    self.composition = composition
    self.folder = folder
    self.range = range
    self.scale = scale
    self.level = level
  }

  /// The picture's shots after all passes up to the one called `last`; nil where there is no picture.
  package func picture(through last: String? = nil) -> PicturePlan? { picture(through: last) { _, _ in } }

  /// What the system refuses to read on the way goes to `refuse`; the plan then encodes what else would be copied.
  private func picture(
    through last: String? = nil, refuse: (MediaReference, LibAVError) -> Void
  ) -> PicturePlan? {
    let frames = RenderPlan.extent(of: composition, range: range).frames
    guard let settings = composition.output.video, !frames.isEmpty else { return nil }
    let target = RenderTarget(composition.canvas, settings: settings, scale: scale)
    let copies = level == .full && (last == nil || last == Pass.copyGroups.name)
    let plan = PicturePlan(
      composition, catalog: folder.catalog, target: target, frames: frames, level: level,
      through: copies ? Pass.findUntouched.name : last)
    guard copies else { return plan }
    let packets = PacketScout(folder: folder).packets(of: plan.untouchedFrames, refuse: refuse)
    let copying = plan.copying(packets)
    let strangers = withoutActuallyEscaping(refuse) { refuse in
      JoinCheck(folder: folder, settings: settings, refuse: refuse).strangers(in: copying)
    }
    return strangers.isEmpty ? copying : plan.copying(packets, except: strangers)
  }

  /// The plan that a render goes by.
  /// - Throws: where the system refuses to read what the plan depends on. The movie would be another one.
  package func plan() throws(RenderFailure) -> (plan: RenderPlan, picture: PicturePlan?) {
    var refused: [MediaReference: LibAVError] = [:]
    let picture = picture { refused[$0] = $1 }
    if let (media, error) = refused.min(by: { $0.key < $1.key }) {
      throw RenderFailure(.media, "cannot look at the packets of \(media)", detail: "\(error)")
    }
    return (wholePlan(picture), picture)
  }

  private func wholePlan(_ picture: PicturePlan?) -> RenderPlan {
    RenderPlan(composition, catalog: folder.catalog, range: range, picture: picture, level: level)
  }

  /// What the plan comes to. To tell how far decoding has to catch up, it looks at the packets of all that is shown.
  package func report() -> PlanReport {
    let picture = picture()
    let packets = picture.map { PacketScout(folder: folder).packets(of: $0.shownFrames) { _, _ in } } ?? [:]
    return PlanReport(picture, wholePlan(picture), packets: packets)
  }
}
