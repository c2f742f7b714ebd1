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
    case .notLocked: "the lock does not hold it"
    case .changedSinceLock: "it is not what it was when it was locked"
    case .unreadable(let why), .refused(let why): why
    case .reported: "it cannot be used"
    }
  }
}
