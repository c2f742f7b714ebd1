import ArgumentParser
import Diagnostics
import Foundation
import Renderer
import Synchronization

enum ProgressStyle: String, ExpressibleByArgument, CaseIterable { case auto, plain, json, none }

/// Shows how far a render has come, on standard error.
final class ProgressPrinter: Sendable {
  private let style: Style
  private let lineIsOpen = Mutex(false)
  private let lastPercent = Mutex(-10)

  private enum Style { case line, plain, none }

  init(style: ProgressStyle) {
    self.style =
      switch style {
      case .auto: Output.errorsAreSeen ? .line : .none
      case .plain: .plain
      // What it says is an event.
      case .json: .none
      case .none: .none
      }
  }

  /// What to call with each step; nil where nobody looks.
  var callback: (@Sendable (RenderProgress) -> Void)? {
    let shown = shown
    guard EventLog.isOpen else { return shown }
    return { progress in
      EventLog.write(progress.event)
      shown?(progress)
    }
  }

  private var shown: (@Sendable (RenderProgress) -> Void)? {
    switch style {
    case .none: nil
    case .line:
      { [self] progress in
        lineIsOpen.withLock { $0 = true }
        Output.replaceLine("\(progress.inWords)")
      }
    case .plain:
      { [self] progress in
        // Every tenth of the way, so that a log stays short.
        let percent = Int(progress.fraction * 100)
        let isDue = lastPercent.withLock { last in
          guard percent >= last + 10 || percent == 100 && last != 100 else { return false }
          last = percent
          return true
        }
        if isDue { Output.complain("\(progress.inWords)") }
      }
    }
  }

  /// Ends the line, so that what comes next begins on one of its own.
  func finish() {
    if lineIsOpen.withLock({ $0 }) { Output.complain("") }
  }
}

extension RenderProgress {
  /// ` 42%  12.3 s  1.8x  0:07 left`
  fileprivate var inWords: String {
    let percent = "\(Int(fraction * 100))%"
    var text = String(repeating: " ", count: 4 - percent.count) + percent
    text += "  \(timelineSeconds.tenths) s  \(speed.tenths)x"
    if fraction < 1, let remaining { text += "  \(remaining.clock) left" }
    return text
  }

  fileprivate var event: EventLog.Progress {
    EventLog.Progress(
      fraction: (fraction * 10000).rounded() / 10000, framesDone: framesDone, framesTotal: framesTotal,
      timelineSeconds: (timelineSeconds * 1000).rounded() / 1000, speed: (speed * 100).rounded() / 100,
      secondsLeft: remaining.map { ($0 * 10).rounded() / 10 })
  }
}

extension Double {
  fileprivate var tenths: String { String(format: "%.1f", self) }
  /// `1:07`
  fileprivate var clock: String {
    let seconds = Int(rounded(.up))
    return seconds >= 3600
      ? String(format: "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
      : String(format: "%d:%02d", seconds / 60, seconds % 60)
  }
}
