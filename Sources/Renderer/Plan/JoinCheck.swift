import Media
import Planner
import TimelineModel

/// Finds out which sources cannot be copied from because their packets cannot stand beside the others' in one track.
final class JoinCheck {
  private let folder: MediaFolder
  private let settings: VideoSettings
  /// The parameters of the files that have been opened; `nil` for damaged files.
  private var known: [MediaReference: StreamParameters?] = [:]

  init(folder: MediaFolder, settings: VideoSettings) { (self.folder, self.settings) = (folder, settings) }

  /// Codecs whose parts may have headers of their own.
  private static let adaptable: Set<String> = ["h264", "hevc", "vp9", "av1"]

  /// Of the sources that a plan copies from, those that go with neither the ones before them nor what is encoded.
  /// - Throws: where a file cannot be read, which is no reason to encode.
  func strangers(in plan: PicturePlan) throws(RenderFailure) -> Set<MediaReference> {
    let pieces = PicturePieces(plan.shots, rate: plan.rate)
    var strangers: Set<MediaReference> = []
    var accepted: [StreamParameters] = []
    for media in pieces.copiedMedia {
      guard let parameters = try parameters(of: media) else {
        strangers.insert(media)
        continue
      }
      if accepted.contains(parameters) { continue }
      if (try? JoinPlan(sources: accepted + [parameters], encodes: !pieces.encoded.isEmpty)) == nil {
        strangers.insert(media)
      } else {
        accepted.append(parameters)
      }
    }
    // What cannot be copied is encoded as well.
    guard let first = accepted.first, !pieces.encoded.isEmpty || !strangers.isEmpty else { return strangers }
    let mayBeLossless = first.codec == "h264" && (first.isLosslessH264 || settings.mayBeLossless)
    guard mayBeLossless || !JoinCheck.adaptable.contains(first.codec) else { return strangers }
    // What such an encoder writes into its headers is known once it is open.
    do throws(LibAVError) {
      let own = try VideoEncoder(
        settings, size: plan.target.size, rate: plan.rate, color: plan.target.color.facts
      ).parameters
      _ = try JoinPlan(sources: accepted, encodes: true).formatter(for: own)
      return strangers
    } catch {
      guard !error.isRefusal else { throw RenderFailure(.encoder, "cannot open the encoder", detail: "\(error)") }
      return Set(pieces.copiedMedia)
    }
  }

  /// Returns the sample entry name of the planned picture if its packets contain parameter sets, or else `nil`.
  /// - Throws: as `strangers(in:)` does.
  func sampleEntry(of plan: PicturePlan) throws(RenderFailure) -> String? {
    let pieces = PicturePieces(plan.shots, rate: plan.rate)
    let sources = try pieces.copiedMedia.map { media throws(RenderFailure) in try parameters(of: media) }.compactMap(\.self)
    let join = try? JoinPlan(sources: sources, encodes: !pieces.encoded.isEmpty)
    return join?.sampleEntry(in: plan.composition.output.container)
  }

  private func parameters(of media: MediaReference) throws(RenderFailure) -> StreamParameters? {
    if let parameters = known[media] { return parameters }
    let parameters = try read(media)
    known[media] = .some(parameters)
    return parameters
  }

  private func read(_ media: MediaReference) throws(RenderFailure) -> StreamParameters? {
    guard let facts = folder.catalog.facts(for: media)?.video else { return nil }
    do throws(LibAVError) {
      return try PacketCopier(path: folder.path(of: media), facts: facts).sourceParameters
    } catch {
      guard error.isDamage else { throw RenderFailure(media, refused: error) }
      return nil
    }
  }
}

extension VideoSettings {
  /// False if the encoder's options are known to make lossy frames.
  fileprivate var mayBeLossless: Bool {
    options.contains { option in
      switch option.key {
      case "crf", "qp": Double(option.value).map { $0 <= 0 } ?? true
      case "x264-params", "x264opts": option.value.contains("qp") || option.value.contains("crf")
      default: false
      }
    }
  }
}
