/// Why something that FFmpeg has is not in a table of what is allowed.
package enum Refusal: String, CaseIterable, Sendable {
  case opensFiles, writesFiles, loadsCode, runsPrograms, usesNetwork, usesDevice
  /// It takes orders while it runs, from elsewhere or from a list of its own.
  case takesOrders
  /// It waits for the clock, or goes by it.
  case waits
  /// Its result differs from run to run.
  case isRandom
  /// It changes when pictures show or sound is heard, how many there are, or in which order they come.
  case changesTiming
  /// It takes or gives something else than one picture or one sound.
  case isNoEffect
  /// It leaves what it gets as it is, or only measures it.
  case changesNothing
  /// It says what the program or other keys of a document say: sizes, rates, threads, passes.
  case isSetElsewhere
  /// Its cost has no bound.
  case isUnbounded
  /// It holds neither pictures nor sound.
  case holdsNoMedia
  /// It cannot be read without being told what it is.
  case needsOptions
  /// Documents have no words for it.
  case isUnreachable
  /// It can be told to end the program, or to read memory that is not its own.
  case isUnsafe
  /// It makes movies that cannot be decoded, because of a fault in the encoder or in libavcodec.
  case isBroken
  /// No table knows it.
  case isUnknown

  /// In a message, after the name of what is refused and a colon.
  package var words: String {
    switch self {
    case .opensFiles: "it opens files"
    case .writesFiles: "it writes files"
    case .loadsCode: "it loads programs of its own"
    case .runsPrograms: "it runs what it is given as a program"
    case .usesNetwork: "it uses the network"
    case .usesDevice: "it needs a device"
    case .takesOrders: "it takes orders from elsewhere"
    case .waits: "it looks at the clock"
    case .isRandom: "it gives another result every time"
    case .changesTiming: "it changes when pictures show or sound is heard"
    case .isNoEffect: "it does not make one picture or sound of one"
    case .changesNothing: "it does nothing to what it gets"
    case .isSetElsewhere: "it is set by other means"
    case .isUnbounded: "nothing bounds what it takes of time or memory"
    case .holdsNoMedia: "it holds neither pictures nor sound"
    case .needsOptions: "nothing tells what it holds"
    case .isUnreachable: "documents have no words for it"
    case .isUnsafe: "it can end the program or read beyond its memory"
    case .isBroken: "what comes of it cannot be decoded"
    case .isUnknown: "it has not been reviewed"
    }
  }
}
