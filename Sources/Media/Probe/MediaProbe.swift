import CFFmpeg
package import Platform
package import TimelineModel

/// Finds out what is in a media file.
package enum MediaProbe {
  package enum Depth: Hashable, Sendable {
    /// What the container's header says, and no more than libavformat has to read for it.
    case header
    /// Every frame's time and the sound's length to the sample, counted where the header cannot be trusted.
    case precise
  }

  package static func probe(path: ConfinedPath, depth: Depth) -> MediaFinding {
    do {
      let header = try HeaderProbe(path: path)
      var facts = try header.facts()
      if let size = facts.video?.codedSize, let complaint = PictureLimit.complaint(about: size.width, size.height) {
        return .unreadable(complaint)
      }
      if facts.video == nil && facts.audio == nil {
        if header.holdsTooLarge {
          return .unreadable("its picture has more than the \(PictureLimit.pixels) pixels that are allowed (`--max-pixels`)")
        }
        if try header.isAnimatedWebP {
          return .unreadable("it is an animated WebP, which is not read: save it as APNG or as a movie")
        }
        return .unreadable("there is neither picture nor sound that can be decoded")
      }
      if depth == .precise { facts = try PreciseProbe(path: path, header: facts).facts() }
      if !facts.arePlausible { return .unreadable("what it says of its lengths and sizes is beyond what can be") }
      return .found(facts)
    } catch {
      switch error.code {
      case cff_error_outside: return .outsideRoot(path.root ?? "/")
      case cff_error_not_found, cff_error_no_folder: return .missing
      case cff_error_permission: return .permissionDenied
      default: return MediaFinding(error, saying: error.text)
      }
    }
  }
}

extension MediaFinding {
  /// What kept a file from being read: the file itself, of which `words` tell, or the system.
  package init(_ error: LibAVError, saying words: String) {
    self = error.isRefusal ? .refused(error.text.lowercasedFirst) : .unreadable(words)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
