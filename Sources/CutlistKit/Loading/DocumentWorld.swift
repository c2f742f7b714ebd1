import Diagnostics
import Media
import Store
import TimelineModel

/// What was found out for a document.
struct DocumentWorld {
  let gate: MediaGate
  let concealsDamage: Bool
  let allowsNetwork: Bool
  /// What stands for the media.
  let lock: MediaLock?
  var catalog = MediaCatalog()
  var identities: [MediaReference: FileIdentity] = [:]
  /// The texts of the timelines within it, and what is wrong with them.
  var nested: [SourceFile] = []
  var diagnostics: [Diagnostic] = []

  init(gate: MediaGate, concealsDamage: Bool, allowsNetwork: Bool, lock: MediaLock?) {
    self.gate = gate
    self.concealsDamage = concealsDamage
    self.allowsNetwork = allowsNetwork
    self.lock = lock
  }

  /// Looks at a media file, or at all those of a sequence.
  mutating func look(at reference: MediaReference) {
    guard let rate = reference.imageRate else { return look(atFile: reference) }
    if let lock { return catalog.media[reference] = lock.finding(of: reference, through: gate) }
    let sequence = gate.images(of: reference)
    sequence?.images.forEach { look(atFile: $0) }
    catalog.media[reference] = sequence?.finding(rate: rate, catalog.media) ?? .outsideRoot(gate.root)
  }

  /// Looks at a table of colours.
  mutating func look(atTable reference: MediaReference) {
    guard catalog.media[reference] == nil else { return }
    if let lock { return catalog.media[reference] = lock.finding(of: reference, through: gate) }
    identities[reference] = gate.identity(of: reference)
    catalog.media[reference] = gate.lutFinding(for: reference)
  }

  private mutating func look(atFile reference: MediaReference) {
    guard catalog.media[reference] == nil else { return }
    if let lock {
      let finding = lock.finding(of: reference, through: gate)
      return catalog.media[reference] = concealsDamage ? finding.asListed : finding
    }
    if reference.isAddress { return look(atAddress: reference) }
    // Before the file is looked into, so that what changes meanwhile counts as changed.
    identities[reference] = gate.identity(of: reference)
    let finding = gate.finding(for: reference)
    catalog.media[reference] = concealsDamage ? finding.asListed : finding
  }

  private mutating func look(atAddress reference: MediaReference) {
    guard allowsNetwork else {
      catalog.media[reference] = .networkNotAllowed
      return
    }
    do throws(LibAVError) {
      let copy = try NetworkCopies.shared.path(ofCopyFrom: reference.path)
      catalog.copies[reference] = copy
      identities[reference] = FileIdentity(path: copy)
      catalog.media[reference] = MediaProbe.probe(path: copy, depth: .precise)
    } catch {
      catalog.media[reference] = .unreadable(error.text)
    }
  }
}
