import Dispatch
import Foundation
import Glibc
package import Platform
import Synchronization

/// Where drawings are tried before this process draws them itself: a few words of SVG can keep a library busy for hours.
package enum DrawingTrial {
  /// What came of the trial of a drawing.
  package enum Outcome: Hashable, Sendable, Codable {
    /// The library came to an end with it, having looked for fonts if it has text.
    case ends(hasText: Bool)
    /// It cannot be drawn, for this reason.
    case fails(String)
    /// The system refused something, in its words, and another time it may be drawn.
    case refused(String)
  }

  package typealias Maker = @Sendable (ConfinedPath) -> Outcome

  private static let maker = Mutex<Maker?>(nil)
  private static let outcomes = Mutex<[FileIdentity: Outcome]>([:])

  /// From here on, drawings are tried by `maker`, each once.
  package static func use(_ maker: @escaping Maker) { self.maker.withLock { $0 = maker } }

  /// True if files of a format of libavformat are drawings.
  static func isNeeded(for format: String) -> Bool { format == "svg_pipe" }

  /// Throws if a drawing cannot be drawn. The identity is that of the file at the path.
  static func check(_ path: ConfinedPath, _ identity: FileIdentity) throws(LibAVError) {
    let outcome = outcomes.withLock { $0[identity] } ?? maker.withLock({ $0 })?(path) ?? content(of: path)
    if case .refused(let words) = outcome { throw LibAVError(call: "librsvg", code: -EAGAIN, text: words) }
    outcomes.withLock { $0[identity] = outcome }
    if case .fails(let reason) = outcome { throw LibAVError(call: "librsvg", complaint: reason) }
    // This process looks for fonts anew.
    if outcome == .ends(hasText: true), let failure = FontFolders.refusal() { throw LibAVError(failure, call: "librsvg") }
  }

  /// The outcome of looking through a drawing without drawing it.
  private static func content(of path: ConfinedPath) -> Outcome {
    do throws(LibAVError) {
      let bytes: [UInt8]
      do throws(SystemFailure) { bytes = try path.open().contents() } catch { throw LibAVError(error, call: "read") }
      let content = DrawingContent(bytes)
      // The boxes that Pango draws for letters without any font are in other places from run to run.
      if content.hasText {
        let families = FontCatalog.families
        if let failure = FontFolders.refusal() { return .refused(failure.description) }
        if families.isEmpty { return .fails("it has text, and this machine has no fonts") }
      }
      return try content.complaint().map(Outcome.fails) ?? .ends(hasText: content.hasText)
    } catch {
      return error.isRefusal ? .refused(error.text) : .ends(hasText: false)
    }
  }

  /// Makes the trial in this process. Whatever is written on standard output meanwhile is taken for librsvg's.
  static func make(_ path: ConfinedPath) -> Outcome {
    let known = content(of: path)
    guard case .ends = known else { return known }
    let refusal = Mutex<String?>(nil)
    let isDrawn = DispatchSemaphore(value: 0)
    let draw: @Sendable () -> Void = {
      do throws(LibAVError) { _ = try Demuxer(path: path, triesDrawings: false) } catch {
        if error.isRefusal { refusal.withLock { $0 = error.text } }
      }
      isDrawn.signal()
    }
    do throws(SystemFailure) {
      let complaint = try DrawingComplaint.first {
        do throws(SystemFailure) { try WorkThread.start(stackSize: stackSize, draw) } catch { draw() }
        isDrawn.wait()
      }
      // A font that this machine has and that cannot be read says nothing about the drawing.
      if complaint?.isAboutLetters == true, let failure = FontFolders.refusalOfFiles() {
        return .refused(failure.description)
      }
      if let complaint { return .fails(complaint.text) }
    } catch {
      return .refused(error.description)
    }
    return refusal.withLock { $0 }.map(Outcome.refused) ?? known
  }

  /// Makes librsvg and Pango tell, in this process, what they do not draw.
  package static func listen() {
    setenv(DrawingComplaint.variable, "1", 1)
    GLibMessages.write()
  }

  /// Keeps this process from writing messages of librsvg and Pango. What they say of a drawing was told by the trial.
  package static func keepQuiet() {
    unsetenv(DrawingComplaint.variable)
    GLibMessages.drop()
  }

  /// Runs work in which librsvg may draw. Its Pango begins threads to look for fonts, three for the first and two for
  /// each further one, and aborts where one does not start.
  ///
  /// - Throws: also if letters were not drawn. The trial has drawn them, so that it is the system that refuses their font.
  static func drawing<Value>(_ work: () throws(LibAVError) -> Value) throws(LibAVError) -> Value {
    let before = GLibMessages.droppedAboutLetters
    let value = try WorkThread.insisting(on: threads, failing: { LibAVError(call: "librsvg", withoutThreads: $0) }, work)
    guard GLibMessages.droppedAboutLetters == before else {
      throw LibAVError(call: "librsvg", code: -EAGAIN, text: "the font of its letters cannot be read")
    }
    return value
  }

  private static let threads = 3

  /// A small part of what whoever draws it later has: what is nested too deeply for that is not drawn at all.
  private static let stackSize = WorkThread.stackSize / 8
}
