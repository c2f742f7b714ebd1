import Glibc
import Compiler
import Platform
import Media
import Renderer
import Store
import TimelineModel

extension MediaLock {
  /// Writes down what is known of the media of a document and its variants, and of those of the timelines within them.
  /// - Throws: why a file could not be read to its end.
  package init(of document: LoadedDocument, variants: [LoadedDocument] = [], path: String) throws(LockFailure) {
    self.init(path: path, files: [:])
    for document in [document] + variants {
      let sources = document.sourceWatch
      try add(document.catalog, in: document.mediaFolder)
      if let change = sources.changes().first { throw LockFailure(description: change.message) }
    }
  }

  private mutating func add(_ catalog: MediaCatalog, in folder: MediaFolder) throws(LockFailure) {
    // A sequence of images stands for all of them.
    let images = Set(catalog.media.values.flatMap { $0.facts?.images ?? [] })
    for (reference, finding) in catalog.media {
      guard let facts = finding.facts, !reference.isTimeline, !images.contains(reference) else { continue }
      try add(reference, facts, in: folder, catalog)
    }
    for timeline in catalog.timelines.values { try add(timeline.catalog, in: folder.folder(of: timeline)) }
  }

  private mutating func add(
    _ reference: MediaReference, _ facts: MediaFacts, in folder: MediaFolder, _ catalog: MediaCatalog
  ) throws(LockFailure) {
    let path = folder.path(of: reference)
    let name = name(of: reference, at: path.path)
    guard files[name] == nil else { return }
    if reference.imageRate != nil {
      // Assets may play one sequence at several rates.
      let finding = MediaFinding.found(facts).playing(at: MediaLock.rateOfSequences)
      files[name] = LockedFile(size: 0, content: "", facts: finding.facts ?? facts)
      return
    }
    do {
      let content = try Fingerprints(in: nil).fingerprint(of: path)
      files[name] = LockedFile(
        size: Int64(try path.open().status().st_size), content: content.description, facts: facts,
        accessPoints: try AccessPointSummary(of: facts, at: path))
    } catch {
      throw LockFailure(description: "cannot read \(reference): \(error)")
    }
  }
}

extension MediaFinding {
  fileprivate var facts: MediaFacts? { if case .found(let facts) = self { facts } else { nil } }
}

extension MediaLock.AccessPointSummary {
  /// Nil where there is no moving picture.
  fileprivate init?(of facts: MediaFacts, at path: ConfinedPath) throws(LibAVError) {
    guard let video = facts.video, case .regular(_, let count) = video.timing, count > 0 else { return nil }
    let index = try PacketIndexer(path: path, facts: video).index(of: [0..<count])
    let points = index.runs.flatMap { run in run.accessPoints.compactMap { run.packets[$0].frame } }.sorted()
    self.init(
      count: points.count,
      longestGroup: zip(points, points.dropFirst() + [count]).map { $1 - $0 }.max() ?? count)
  }
}

/// Why no lock could be taken.
package struct LockFailure: Error, CustomStringConvertible {
  package let description: String
}
