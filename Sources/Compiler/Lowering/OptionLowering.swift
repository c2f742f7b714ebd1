import Diagnostics
import TimelineModel

extension Lowering {
  /// Reports an option that is held back, or what is held back of its value. `owner` is the filter or the encoder.
  mutating func report(
    _ objection: GateObjection, to option: String, of owner: String, _ facts: OptionFacts,
    _ others: [String: OptionFacts], name: SourceSpan?, value: SourceSpan?
  ) {
    let advice = Note("`--trust option:\(owner).\(option)` allows it, if you know where the document comes from")
    guard !facts.gate.isRefused else {
      let near = nearestName(to: option, in: others.allowedNames)
      let isTable = option == "file" && owner.hasPrefix("lut")
      log.report(
        .optionNotAllowed, "`\(option)` of `\(owner)` is not allowed: \(objection.reason)", at: name,
        notes: [advice],
        fixIts: isTable
          ? [FixIt("write `{ lut: FILE }`")] : near.map { [FixIt("did you mean `\($0)`?")] } ?? [])
      return
    }
    let near = objection.subject.flatMap { nearestName(to: $0, in: objection.candidates) }
    let what = objection.subject.map { "`\($0)` in `\(option)`" } ?? "`\(option)`"
    log.report(
      .optionNotAllowed, "\(what) of `\(owner)` is not allowed so: \(objection.reason)", at: value,
      notes: [advice], fixIts: near.map { [FixIt("did you mean `\($0)`?")] } ?? [])
  }
}

extension [String: OptionFacts] {
  /// The options that documents may use, in order.
  var allowedNames: [String] { filter { !$0.value.gate.isRefused }.keys.sorted() }
}
