import Diagnostics
package import TimelineModel

/// The picture as shots, after the optimiser's passes, and for each frame the recipe that makes it.
package struct PicturePlan: Sendable {
  package let composition: Composition
  package let target: RenderTarget
  package let level: OptimisationLevel
  /// The output frames that are planned, by their numbers on the timeline.
  package let frames: Range<Int64>
  /// They tile the frames.
  package private(set) var shots: [Shot]
  let scene: Scene

  /// `frames` nil is the whole programme. The level's passes run up to and including the one called `last`, or all;
  /// `packets` tells the last of them what may be copied.
  package init(
    _ composition: Composition, catalog: MediaCatalog, target: RenderTarget, frames: Range<Int64>? = nil,
    level: OptimisationLevel = .encodeAll, packets: [MediaReference: PacketIndex] = [:], through last: String? = nil
  ) {
    self.composition = composition
    self.target = target
    self.level = level
    scene = Scene(composition: composition, catalog: catalog, target: target)
    let all = 0..<composition.frameCount
    self.frames = frames?.clamped(to: all) ?? all
    shots = ShotFinder(scene).shots().compactMap { [frames = self.frames] in $0.clamped(to: frames) }
    guard last != Pass.start else { return }
    let context = PassContext(scene: scene, packets: packets)
    for pass in Pass.passes(at: level) {
      run(pass, in: context)
      if pass.name == last { break }
    }
  }

  private mutating func run(_ pass: Pass, in context: PassContext) {
    let before = shots
    shots = pass.run(context, shots)
    assert(verify(before, shots, pass.name))
  }

  private func verify(_ before: [Shot], _ after: [Shot], _ pass: String) -> Bool {
    if let complaint = PlanVerifier(scene: scene, frames: frames).complaint(before, after) {
      fatalError("after the pass \(pass): \(complaint)")
    }
    return true
  }

  /// The frames of each file whose packets the plan would look at to copy what it can.
  package var untouchedFrames: [MediaReference: [Range<Int64>]] {
    shots.reduce(into: [:]) { result, shot in
      if case .untouched(let frames) = shot.work { result[frames.media, default: []].append(frames.frames) }
    }
  }

  /// The same plan with all copied that these packets allow, except from sources that do not go with the others.
  package func copying(
    _ packets: [MediaReference: PacketIndex], except strangers: Set<MediaReference> = []
  ) -> PicturePlan {
    var plan = self
    plan.run(.copyGroups, in: PassContext(scene: scene, packets: packets, strangers: strangers))
    return plan
  }

  package var rate: FrameRate { composition.canvas.rate }

  /// The shot that holds an output frame; the last one beyond the end.
  package func shot(at frame: Int64) -> Shot? {
    shots.isEmpty ? nil : shots[max(shots.leadingCount { $0.frames.lowerBound <= frame } - 1, 0)]
  }
}
