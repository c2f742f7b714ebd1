import TimelineModel

extension GraphDescription {
  struct Command {
    var filter: Int
    var option: Filter.Option
  }

  /// The commands that turn a running graph of this description into `next`; nil where the shapes differ.
  func commands(toBecome next: GraphDescription) -> [Command]? {
    // `xfade` counts from the first frame that it sees, so every frame has one of its own.
    guard !filters.contains(where: { $0.name == "xfade" }) else { return nil }
    guard inputs == next.inputs, output == next.output, filters.count == next.filters.count else { return nil }
    var commands: [Command] = []
    for (index, (mine, its)) in zip(filters, next.filters).enumerated() {
      guard mine.name == its.name, mine.inputs == its.inputs, mine.outputs == its.outputs,
        mine.options.count == its.options.count
      else { return nil }
      for (old, new) in zip(mine.options, its.options) where old != new {
        guard old.key == new.key, old.isCommand, new.isCommand else { return nil }
        commands.append(Command(filter: index, option: new))
      }
    }
    return commands
  }
}
