import Diagnostics
import Platform
import Renderer
import Store
import TimelineModel

/// Writes an edit to a movie. It ends in one of three ways: it returns, it throws `EditError.cancelled`, or it throws
/// why it failed; in the last two no file is left behind.
public final class ExportSession: Sendable {
  public let edit: Edit
  public let outputPath: String
  /// Replaces a file that is there; otherwise that is a failure.
  public let overwrites: Bool
  /// How far it has come. One consumer; what it misses is left out.
  public let progress: AsyncStream<ExportProgress>

  private let steps: AsyncStream<ExportProgress>.Continuation
  private let cancellation = CancellationFlag()
  private let range: (start: Time, end: Time)?
  private let store: String?

  /// - Parameters:
  ///   - range: the stretch of the timeline to export; all of it unless said.
  ///   - store: the folder that finished work is kept in for the next export, as `cutlist render --store` has it; nil
  ///     keeps none.
  public init(
    _ edit: Edit, outputPath: String, range: (start: Time, end: Time)? = nil, overwrites: Bool = false,
    store: String? = nil
  ) {
    self.edit = edit
    self.outputPath = outputPath
    self.range = range
    self.overwrites = overwrites
    self.store = store
    (progress, steps) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Exports on a thread of its own; cancelling the task cancels the export.
  public func export() async throws(EditError) {
    defer { steps.finish() }
    var session = try session()
    let (movie, folder, replacing) = (outputPath, session.folder, session.replacing)
    session.companions = { report throws(RenderFailure) in
      [try ChapterSidecar.begin(report.chapters, besides: movie, in: folder, replacing: replacing)].compactMap(\.self)
    }
    let work = session
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, RenderFailure>, Never>) in
        // The work blocks, so it must not hold one of Swift's cooperative threads.
        do throws(SystemFailure) {
          try WorkThread.start {
            continuation.resume(returning: Result { () throws(RenderFailure) in _ = try work.run() })
          }
        } catch {
          continuation.resume(
            returning: .failure(RenderFailure(.output, "cannot start a thread", detail: "\(error)")))
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    if case .failure(let failure) = result { throw failure.kind == .cancelled ? .cancelled : .failed("\(failure)") }
  }

  /// Asks the export to stop, from any thread.
  public func cancel() { cancellation.cancel() }

  private func session() throws(EditError) -> RenderSession {
    var composition = try edit.composition()
    let output = OutputFile(path: outputPath, replacing: overwrites ? .all : .none)
    let problems: [Diagnostic]
    do throws(RenderFailure) { problems = try output.problems(for: &composition, of: edit.loaded) } catch {
      throw .failed("\(error)")
    }
    if let objection = problems.first(where: { $0.severity == .error }) { throw .failed(objection.message) }
    if let range { composition.extend(to: TimelineTime(range.end.seconds)) }
    let steps = steps
    return RenderSession(
      composition, folder: edit.loaded.mediaFolder, outputPath: outputPath, replacing: Replacing(overwrites),
      range: range.map { TimelineRange(TimelineTime($0.start.seconds), TimelineTime($0.end.seconds)) },
      jobs: Processors.available, store: try openStore(), sources: edit.loaded.sourceWatch,
      cancellation: cancellation,
      progress: { steps.yield(ExportProgress($0)) })
  }

  private func openStore() throws(EditError) -> ArtifactStore? {
    guard let store else { return nil }
    do throws(UnreadableByteCount) { return try ArtifactStore.opening(store) } catch { throw .failed("\(error)") }
  }
}

/// How far an export has come.
public struct ExportProgress: Sendable, Hashable {
  /// 0 to 1; 1 once the file is in its place.
  public let fraction: Double
  /// Seconds of programme for each second of work.
  public let speed: Double
  /// Nil while nothing is known.
  public let secondsLeft: Double?

  init(_ progress: RenderProgress) {
    fraction = progress.fraction
    speed = progress.speed
    secondsLeft = progress.remaining
  }
}
