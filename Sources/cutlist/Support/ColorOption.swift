import ArgumentParser

/// When what people read is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

/// A command whose words may be coloured.
protocol ColoredCommand { var coloring: ColorOption { get } }

struct ColorOption: ParsableArguments {
  @Option(help: "When to color text: auto (on a terminal), always or never. FORCE_COLOR, and then NO_COLOR, decide for auto.")
  var color = ColorChoice.auto
}
