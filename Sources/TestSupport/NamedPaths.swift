import Platform
package import Media
package import TimelineModel

// What tests name themselves may lie anywhere.

extension MediaProbe {
  package static func probe(path: String, depth: Depth) -> MediaFinding {
    probe(path: ConfinedPath(anywhere: path), depth: depth)
  }
}

extension FrameReader {
  package convenience init(
    path: String, facts: VideoFacts, threads: Int = 1, report: DamageReport? = nil
  ) throws(LibAVError) {
    try self.init(path: ConfinedPath(anywhere: path), facts: facts, threads: threads, report: report)
  }
}

extension SoundReader {
  package convenience init(
    path: String, facts: AudioFacts, sampleRate: Int = 48000, channels: Int = 2, report: DamageReport? = nil
  ) throws(LibAVError) {
    try self.init(
      path: ConfinedPath(anywhere: path), facts: facts, sampleRate: sampleRate, channels: channels, report: report)
  }
}

extension PacketIndexer {
  package convenience init(path: String, facts: VideoFacts) throws(LibAVError) {
    try self.init(path: ConfinedPath(anywhere: path), facts: facts)
  }
}

extension PacketCopier {
  package convenience init(path: String, facts: VideoFacts) throws(LibAVError) {
    try self.init(path: ConfinedPath(anywhere: path), facts: facts)
  }
}

extension SoundCopier {
  package convenience init(path: String, facts: AudioFacts, samples: Range<Int64>) throws(LibAVError) {
    try self.init(path: ConfinedPath(anywhere: path), facts: facts, samples: samples)
  }
}
