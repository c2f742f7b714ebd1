import Glibc

/// Memory that nobody can have, asked for as libraries do: by the name of a function of the C library. Called by its
/// name in Swift, a call whose result is not used might be left out.
package enum RefusedAllocation {
  package static let functions = ["malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign"]

  /// True where it was refused.
  package static func ask(_ function: String = "malloc") -> Bool {
    typealias One = @convention(c) (Int) -> UnsafeMutableRawPointer?
    typealias Two = @convention(c) (Int, Int) -> UnsafeMutableRawPointer?
    typealias Three = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int, Int) -> Int32
    guard let address = dlsym(nil, function) else { return false }
    let much = 1 << 60
    switch function {
    case "malloc": return unsafeBitCast(address, to: One.self)(much) == nil
    case "realloc": return unsafeBitCast(address, to: Two.self)(0, much) == nil
    case "posix_memalign":
      var memory: UnsafeMutableRawPointer?
      return unsafeBitCast(address, to: Three.self)(&memory, 64, much) == ENOMEM
    default: return unsafeBitCast(address, to: Two.self)(64, much) == nil
    }
  }
}
