import CFFmpeg
package import TimelineModel

/// Finds out what is in a media file.
package enum MediaProbe {
  package enum Depth: Hashable, Sendable {
    /// What the container's header says, and no more than libavformat has to read for it.
    case header
    /// Every frame's time and the sound's length to the sample, counted where the header cannot be trusted.
    case precise
  }

  package static func probe(path: String, depth: Depth) -> MediaFinding {
    do {
      var facts = try HeaderProbe(path: path).facts()
      if facts.video == nil && facts.audio == nil {
        return .unreadable("there is neither picture nor sound that can be decoded")
      }
      if facts.container == "tty" { return .unreadable("not a media file") }
      if depth == .precise { facts = try PreciseProbe(path: path, header: facts).facts() }
      return .found(facts)
    } catch {
      switch error.code {
      case cff_error_not_found: return .missing
      case cff_error_permission: return .permissionDenied
      default: return error.isRefusal ? .refused(error.text.lowercasedFirst) : .unreadable(error.text)
      }
    }
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
