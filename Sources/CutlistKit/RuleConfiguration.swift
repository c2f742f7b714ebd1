import Compiler

/// Where it is written how documents are checked.
public enum RuleConfiguration: Sendable, Hashable {
  /// In files named `.cutlist.yaml`, from the document's folder upwards.
  case folders
  /// In this file alone.
  case file(String)
  /// Every rule is as loud as it is by itself.
  case none

  var source: ConfigurationSource {
    switch self {
    case .folders: .folders
    case .file(let path): .file(path)
    case .none: .nowhere
    }
  }
}

/// How loud a rule is.
public enum RuleLevel: String, Sendable, Hashable {
  case off, remark, warning, error

  var level: RuleLevels.Level {
    switch self {
    case .off: .off
    case .remark: .remark
    case .warning: .warning
    case .error: .error
    }
  }
}
