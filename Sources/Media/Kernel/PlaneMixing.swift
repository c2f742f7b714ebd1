extension UInt8 {
  /// The weight has fourteen bits, and its two halves are multiplied one after the other, so that everything fits in
  /// sixteen, the widest that SSE2 multiplies eight of at once.
  static func mix(
    _ first: UnsafePointer<UInt8>, _ second: UnsafePointer<UInt8>, amount: Double,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let weight = Int16((amount * 16384).rounded())
    let (high, low) = (weight >> 7, weight & 127)
    for index in 0..<count {
      let base = Int16(truncatingIfNeeded: first[index])
      let difference = Int16(truncatingIfNeeded: second[index]) &- base
      let sum = (base &<< 7) &+ (difference &* high) &+ ((difference &* low) &>> 7) &+ 64
      target[index] = UInt8(truncatingIfNeeded: sum &>> 7)
    }
  }
}

extension UInt16 {
  static func mix(
    _ first: UnsafePointer<UInt16>, _ second: UnsafePointer<UInt16>, amount: Double,
    into target: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    let weight = Float(amount)
    for index in 0..<count {
      let base = first[index].float
      target[index] = UInt16(nearest: base + (second[index].float - base) * weight)
    }
  }
}
