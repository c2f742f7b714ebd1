import Diagnostics
import Store

/// What a command says of a store: text for people; its keys are a promise to scripts.
protocol StoreReport {
  var text: String { get }
}

struct StatReport: Encodable, StoreReport {
  var folder: String
  var limit: Int64
  var objects: Int
  var bytes: Int64
  var temporaries: Int
  var users: Int

  init(_ store: ArtifactStore, _ contents: StoreContents) {
    folder = store.folder
    limit = store.limit.bytes
    objects = contents.objects
    bytes = contents.bytes
    temporaries = contents.temporaries
    users = contents.users
  }

  var text: String {
    var lines = ["\(folder.shown): \(objects.results), \(ByteCount(bytes)) of \(ByteCount(limit))"]
    if users > 0 { lines.append("  in use by \(users) \(users == 1 ? "render" : "renders")") }
    if temporaries > 0 {
      lines.append("  \(temporaries) \(temporaries == 1 ? "file" : "files") being written, or left behind")
    }
    return lines.joined(separator: "\n")
  }
}

struct SweepReport: Encodable, StoreReport {
  var removedObjects: Int
  var removedBytes: Int64
  var removedLeftovers: Int
  var objects: Int
  var bytes: Int64

  init(_ sweep: StoreSweep) {
    removedObjects = sweep.removedObjects
    removedBytes = sweep.removedBytes
    removedLeftovers = sweep.removedLeftovers
    objects = sweep.contents.objects
    bytes = sweep.contents.bytes
  }

  var text: String {
    let leftovers =
      removedLeftovers == 0 ? "" : " and \(removedLeftovers) \(removedLeftovers == 1 ? "leftover" : "leftovers")"
    return "removed \(removedObjects.results), \(ByteCount(removedBytes))\(leftovers); "
      + "left are \(objects.results), \(ByteCount(bytes))"
  }
}

struct VerifyReport: Encodable, StoreReport {
  var objects: Int
  var bytes: Int64
  var damaged: [String]
  var unreadable: [String]

  init(_ verification: StoreVerification) {
    objects = verification.objects
    bytes = verification.bytes
    damaged = verification.damaged
    unreadable = verification.unreadable
  }

  var text: String {
    let lines =
      damaged.map { "\($0.shown) was damaged and is removed" } + unreadable.map { "cannot read \($0.shown)" }
      + ["\(objects.results), \(ByteCount(bytes)), intact"]
    return lines.joined(separator: "\n")
  }
}

extension Int {
  fileprivate var results: String { self == 1 ? "1 result" : "\(self) results" }
}
