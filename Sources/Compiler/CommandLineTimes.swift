import Diagnostics
import Syntax
package import TimelineModel

/// Why a time of the command line cannot be read, in words.
package struct TimeProblem: Error, Sendable {
  package let message: String
}

/// A point on a programme's timeline, written as in documents.
package func timelineTime(_ text: String, in composition: Composition) -> Result<TimelineTime, TimeProblem> {
  read(text, Scalar.time, in: composition) { lowering, time, clock in
    lowering.seconds(time, on: clock).map { TimelineTime($0) }
  }.flatMap { time in
    composition.range.contains(time)
      ? .success(time)
      : .failure(
        TimeProblem(message: "\(time.inWords) is outside the programme, which ends at \(composition.end.inWords)"))
  }
}

/// A stretch of a programme's timeline, written as in documents. It may go on past the end, so that titles can.
package func timelineRange(_ text: String, in composition: Composition) -> Result<TimelineRange, TimeProblem> {
  read(text, Scalar.timeRange, in: composition) { lowering, range, clock in
    lowering.filledRange(range, on: clock).map {
      TimelineRange(TimelineTime($0.start), TimelineTime($0.end))
    }
  }.flatMap { range in
    range.start < composition.end && range.duration <= Rational(360_000)
      ? .success(range)
      : .failure(
        TimeProblem(message: "\(range.start.inWords) is past the end of the programme, at \(composition.end.inWords)"))
  }
}

private func read<Written, Value>(
  _ text: String, _ grammar: Grammar<Written>, in composition: Composition,
  _ resolve: (inout Lowering, Written, Clock) -> Value?
) -> Result<Value, TimeProblem> {
  let span = SourceSpan(file: FileID(0), 0..<text.utf8.count)
  var log = DiagnosticLog()
  let written = grammar.read(Node(.scalar(.init(text, isQuoted: true)), span: span), &log)
  var lowering = Lowering(TimelineDocument.empty, catalog: MediaCatalog(), options: CompilerOptions())
  let clock = Clock(
    rate: composition.canvas.rate, end: .at(composition.end.seconds), timecodeStart: composition.canvas.start)
  let value = written.flatMap { resolve(&lowering, $0, clock) }
  if let value { return .success(value) }
  return .failure(
    TimeProblem(message: (log.diagnostics + lowering.log.diagnostics).first?.message ?? "`\(text)` is no time"))
}
