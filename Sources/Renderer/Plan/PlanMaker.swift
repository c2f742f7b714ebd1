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
  /// - Throws: where files that the plan depends on cannot be read: another time the plan would be another one.
  package func picture(through last: String? = nil) throws(RenderFailure) -> PicturePlan? {
    try picture(through: last, join)
  }

  /// A check of the composition's copied sources; `nil` if the output has no picture.
  private var join: JoinCheck? { composition.output.video.map { JoinCheck(folder: folder, settings: $0) } }

  private func picture(through last: String?, _ join: JoinCheck?) throws(RenderFailure) -> PicturePlan? {
    let frames = RenderPlan.extent(of: composition, range: range).frames
    guard let settings = composition.output.video, let join, !frames.isEmpty else { return nil }
    let target = RenderTarget(composition.canvas, settings: settings, scale: scale)
    let copies = level == .full && (last == nil || last == Pass.copyGroups.name)
    let plan = PicturePlan(
      composition, catalog: folder.catalog, target: target, frames: frames, level: level,
      through: copies ? Pass.findUntouched.name : last)
    guard copies else { return plan }
    let packets = try PacketScout(folder: folder).packets(of: plan.untouchedFrames)
    let copying = plan.copying(packets)
    let strangers = try join.strangers(in: copying)
    return strangers.isEmpty ? copying : plan.copying(packets, except: strangers)
  }

  /// The plan that a render goes by.
  /// - Throws: as `picture(through:)` does.
  package func plan() throws(RenderFailure) -> (plan: RenderPlan, picture: PicturePlan?) {
    let picture = try picture()
    return (wholePlan(picture), picture)
  }

  private func wholePlan(_ picture: PicturePlan?) -> RenderPlan {
    RenderPlan(composition, catalog: folder.catalog, range: range, picture: picture, level: level)
  }

  /// What the plan comes to. To tell how far decoding has to catch up, it looks at the packets of all that is shown.
  /// - Throws: as `picture(through:)` does.
  package func report() throws(RenderFailure) -> PlanReport {
    let join = join
    let picture = try picture(through: nil, join)
    let packets = try picture.map { picture throws(RenderFailure) in
      try PacketScout(folder: folder).packets(of: picture.shownFrames)
    }
    var report = PlanReport(picture, wholePlan(picture), packets: packets ?? [:])
    if let picture { report.sampleEntry = try join?.sampleEntry(of: picture) }
    return report
  }
}
