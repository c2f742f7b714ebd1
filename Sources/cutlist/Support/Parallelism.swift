import ArgumentParser
import CutlistKit
import Renderer

extension NameSpecification {
  /// The names of the option for parallel jobs, which Make and Ninja also take as `-j2`.
  static var jobs: NameSpecification { [.customShort("j", allowingJoined: true), .long] }
}

/// How many pieces are worked on at once: as many as were asked for, else as Make allows, else the cores.
struct Parallelism {
  let jobs: Int
  let tokens: (any JobTokens)?

  init(wanted: Int?) {
    let cores = Processors.available
    if let wanted {
      (jobs, tokens) = (wanted, nil)
      return
    }
    switch Jobserver.permission() {
    case .free: (jobs, tokens) = (cores, nil)
    case .single: (jobs, tokens) = (1, nil)
    case .shared(let server): (jobs, tokens) = (cores, server)
    }
  }
}
