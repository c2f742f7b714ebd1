/// How much of the optimiser runs.
package enum OptimisationLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// Every frame is composed and encoded as the document lays it out.
  case none = 0
  /// Nothing that nobody sees is read, and what plays on is one run. Every frame is encoded.
  case encodeAll = 1
  /// Untouched frames are copied, and kernels draw what they draw faster than filters.
  case full = 2

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
