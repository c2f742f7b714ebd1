import Compiler
import Diagnostics
import Planner
import TimelineModel

/// What is said of an example of a page: by the compiler, and of pages about the plan by the plan as well.
func findings(in compiled: Compilation, for page: DiagnosticPage) throws -> [Diagnostic] {
  guard page.id.isReason, let composition = compiled.composition else {
    return compiled.diagnostics
  }
  return try compiled.diagnostics + PagePlan(composition, for: page).report.remarks
}

extension DiagnosticID {
  /// Whether it is a reason of a plan's, rather than something that is wrong with a document.
  var isReason: Bool { plannerPages.contains { $0.id == self } }
}

/// The plan of an example, whose media are what the page's lines say. Each of their packets can be copied unless it
/// says `key frames 2 s apart`, perhaps with `2 B-frames in a row`, `unreadable packets` or `other headers`.
struct PagePlan {
  let report: PlanReport

  init(_ composition: Composition, for page: DiagnosticPage) throws {
    let catalog = PageTests.catalog(for: page)
    let lines = page.media.split(separator: "\n").map(MediaLine.init)
    var packets: [MediaReference: PacketIndex] = [:]
    var picture: PicturePlan?
    if let settings = composition.output.video, composition.hasPicture {
      let target = RenderTarget(composition.canvas, settings: settings)
      let untouched = PicturePlan(
        composition, catalog: catalog, target: target, level: .full, through: Pass.findUntouched.name)
      for media in untouched.untouchedFrames.keys {
        packets[media] = lines.first { $0.media == media.file }?.packets(catalog)
      }
      picture = untouched.copying(
        packets, except: Set(lines.filter { $0.words.contains("other headers") }.map(\.media)))
    }
    let plan = RenderPlan(composition, catalog: catalog, picture: picture)
    report = PlanReport(picture, plan, packets: packets)
  }
}

private struct MediaLine {
  let media: MediaReference
  let words: [String]

  init(_ line: Substring) {
    words = line.split(separator: "  ").map { $0.trimmingPrefix(" ").description }
    media = MediaReference(words[0])
  }

  func packets(_ catalog: MediaCatalog) -> PacketIndex? {
    guard case .regular(let rate, let count) = catalog.facts(for: media)?.video?.timing,
      !words.contains("unreadable packets")
    else { return nil }
    let seconds = words.compactMap { $0.wholeMatch(of: /key frames (\d+) s apart/)?.1 }.first.flatMap { Int64($0) }
    let between = words.compactMap { $0.wholeMatch(of: /(\d+) B-frames in a row/)?.1 }.first.flatMap { Int64($0) }
    let interval = seconds.flatMap { (Rational($0) * rate.perSecond).rounded } ?? 1
    return PacketIndex(frames: count, keyInterval: interval, bFrames: between ?? 0)
  }
}

extension PacketIndex {
  /// The packets of groups of pictures that know nothing of each other, with B-frames that are stored after the picture
  /// which is shown after them.
  fileprivate init(frames: Int64, keyInterval: Int64, bFrames: Int64) {
    var packets: [PacketFacts] = []
    var shown: Int64 = 0
    for frame in 0..<frames {
      let place = frame % keyInterval
      let isLast = place == keyInterval - 1 || frame == frames - 1
      guard place % (bFrames + 1) == 0 || isLast else { continue }
      packets.append(PacketFacts(frame: frame, access: place == 0 ? .clean : .none, size: 1000))
      packets += (shown..<frame).map { PacketFacts(frame: $0, access: .none, size: 100) }
      shown = frame + 1
    }
    self.init(runs: [PacketRun(packets: packets, reachesEnd: true)])
  }
}
