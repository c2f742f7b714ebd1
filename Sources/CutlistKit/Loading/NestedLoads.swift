import Compiler
import Platform
import TimelineModel

/// The timelines that are loaded for one document and its variants: each that says the same is compiled once, and there
/// are no more than a bounded number, since two that play the next one twice each double the work with every level.
final class NestedLoads {
  /// What decides how a timeline compiles.
  struct Key: Hashable {
    /// With links followed.
    var path: ConfinedPath
    /// The folder that its paths start from, which is that of the link to it.
    var folder: String
    var values: [String: String]
  }

  /// The number of timelines that one document may load, those within others counted each time another loads them.
  static let limit = NestedTimeline.mostPlays
  /// How many may lie within one another.
  static let depth = 32

  private var known: [Key: (document: LoadedDocument, weight: Int, height: Int)] = [:]
  /// The number of timelines that the document, or the variant that is being loaded, has played so far.
  private var count = 0
  /// The size of all that has been loaded.
  private(set) var size: LoadedSize
  /// How often one could not be loaded because of where it is played.
  private var refusals = 0
  /// The number of timelines within one another, up to the innermost that has been met.
  private var deepest = 0

  init(after size: LoadedSize) { self.size = size }

  /// Counts what another variant plays anew.
  func beginVariant() { count = 0 }

  func add(_ document: ParsedDocument) { size.add(values: document.valueCount) }

  /// Why one more timeline cannot be loaded within so many others; nil where it can.
  func objection(depth: Int) -> String? {
    if depth > NestedLoads.depth {
      refusals += 1
      return "more than \(NestedLoads.depth) timelines would lie within one another"
    }
    let objection =
      count < NestedLoads.limit
      ? size.objection
      : "the document would play more than \(NestedLoads.limit) timelines, counting each that others play"
    if objection != nil { refusals += 1 }
    return objection
  }

  /// Says that one is refused for what it is played by, as one that plays itself is.
  func refuse() { refusals += 1 }

  /// The timeline as it was loaded before, or as `load` makes it.
  /// - Parameter depth: How many it lies within.
  func document(_ key: Key, depth: Int, _ load: () -> LoadedDocument) -> LoadedDocument {
    if let (document, weight, height) = known[key], count + weight <= NestedLoads.limit,
      depth + height <= NestedLoads.depth + 1
    {
      count += weight
      deepest = max(deepest, depth + height)
      return document
    }
    let (countBefore, refusalsBefore, deepestBefore) = (count, refusals, deepest)
    count += 1
    deepest = depth + 1
    size.addTimeline()
    var document = load()
    document.compilation.forgetDocument()
    // What was said of the values that it is given stands where they are written.
    if document.given.isEmpty, refusals == refusalsBefore {
      known[key] = (document, count - countBefore, deepest - depth)
    }
    deepest = max(deepest, deepestBefore)
    return document
  }
}
