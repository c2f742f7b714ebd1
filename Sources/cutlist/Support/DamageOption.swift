import ArgumentParser

/// What becomes of what cannot be decoded.
enum DamagePolicy: String, ExpressibleByArgument, CaseIterable { case fail, conceal }

struct DamageOption: ParsableArguments {
  @Option(
    name: .customLong("on-damage"),
    help:
      "What to do where a source is damaged or breaks off: fail, or conceal it by its last good frame and silence, and say so."
  )
  var policy = DamagePolicy.fail
}
