package import TimelineModel

extension MediaFinding {
  /// What is wrong with a file, in words.
  package var complaint: String {
    switch self {
    case .found: ""
    case .missing: "there is no such file"
    case .permissionDenied: "the file may not be opened by this user"
    case .outsideRoot(let root): "the path leads out of \(root)"
    case .networkNotAllowed: "the network may not be reached"
    case .unreadable(let why): why
    }
  }
}
