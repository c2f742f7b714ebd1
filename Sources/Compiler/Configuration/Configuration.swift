package import Checker
package import Diagnostics
import Syntax
import TimelineModel

/// How documents are checked: how loud each rule is and where it draws its line.
package struct Configuration: Hashable, Sendable {
  package var levels = RuleLevels()
  package var settings = RuleSettings()

  package init() {}
}

/// Files of settings that have been read, the furthest first.
package struct ConfigurationChain: Sendable {
  private var items: [ConfigurationItem] = []
  /// What is wrong with them.
  package private(set) var diagnostics: [Diagnostic] = []
  /// True once a file has said that those further up have no say.
  package private(set) var hasRoot = false

  package init() {}

  /// Reads the next file up the folder tree.
  package mutating func add(_ source: SourceFile) {
    let parsed = parse(source)
    var log = DiagnosticLog()
    log.diagnostics = parsed.diagnostics
    // An empty file says nothing, which is allowed.
    if let root = parsed.value, !root.isNull {
      if let item = ConfigurationItem.grammar.read(root, &log) {
        items.insert(item, at: 0)
        hasRoot = hasRoot || item.isRoot?.value == true
        item.limits?.value.check(&log)
      }
      diagnostics += log.diagnostics.withEdits(in: root, of: source)
    } else {
      diagnostics += log.diagnostics
    }
  }

  /// What they come to: of what several say, the nearest counts.
  package var configuration: Configuration {
    var configuration = Configuration()
    for item in items {
      for rule in item.rules { configuration.levels.levels[rule.name.value] = rule.item.value }
      if let programme = item.limits?.value.programme?.value.plainSeconds {
        configuration.settings.longestProgramme = programme
      }
      if let distortion = item.limits?.value.distortion?.value { configuration.settings.distortion = distortion }
      if let safe = item.limits?.value.titleSafe?.value { configuration.settings.titleSafe = safe }
      if let safe = item.limits?.value.actionSafe?.value { configuration.settings.actionSafe = safe }
    }
    return configuration
  }
}

extension LimitsItem {
  fileprivate func check(_ log: inout DiagnosticLog) {
    guard let programme, programme.value.plainSeconds == nil else { return }
    log.report(
      .badTime, "a limit is a length in seconds, minutes or hours; there are no frames to count here",
      at: programme.span)
  }
}

extension TimeExpression {
  /// Its length where that depends on no rate and on nothing else.
  fileprivate var plainSeconds: Rational? {
    var sum = Rational.zero
    for term in terms {
      switch term.value {
      case .seconds(let seconds), .clock(let seconds, _): sum = term.isNegative ? sum - seconds : sum + seconds
      case .frames, .timecode, .start, .end, .reference: return nil
      }
    }
    return sum > .zero ? sum : nil
  }
}
