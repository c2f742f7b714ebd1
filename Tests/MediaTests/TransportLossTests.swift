import Testing

@testable import Media

@Suite struct TransportLossTests {
  /// A packet of a transport stream: of the picture's stream 256 unless another is said.
  private func packet(
    _ counter: UInt8, begins: Bool = false, isRandomAccess: Bool = false, of identifier: Int = 256, error: Bool = false
  ) -> [UInt8] {
    let head: [UInt8] = [
      0x47, (error ? 0x80 : 0) | (begins ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xFF),
      (isRandomAccess ? 0x30 : 0x10) | counter & 0xF,
    ]
    let adaptation: [UInt8] = isRandomAccess ? [1, 0x40] : []
    return head + adaptation + [UInt8](repeating: 0xAA, count: 188 - head.count - adaptation.count)
  }

  private func isWhole(_ packets: [[UInt8]], padding: Int = 0) throws -> Bool {
    let bytes = packets.flatMap { $0 + [UInt8](repeating: 0, count: padding) }
    let loss = TransportLoss(identifier: 256) { position, count in
      let start = min(Int(position), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
    return try loss.leavesWhole(picturesAt: 0)
  }

  private var picture: [[UInt8]] { [packet(14, begins: true), packet(15), packet(3, of: 300), packet(0), packet(1)] }

  @Test(arguments: [0, 4, 16]) func aPictureWhoseCountersGoOnIsWhole(padding: Int) throws {
    #expect(try isWhole(picture + [packet(2, begins: true)], padding: padding))
    #expect(try isWhole(picture, padding: padding))
  }

  private var next: [[UInt8]] { [packet(2, begins: true), packet(3)] }

  @Test func theNextPictureMayBeMeant() throws {
    #expect(try isWhole(picture + next + [packet(4, begins: true), packet(9)]))
    #expect(try isWhole(picture + next + [packet(9, begins: true, isRandomAccess: true)]))
    #expect(try !isWhole(picture + next + [packet(9, begins: true)]))
    #expect(try !isWhole(picture + [packet(2, begins: true), packet(4), packet(5, begins: true)]))
  }

  @Test func atAJoinTheNextOneIsAKeyFrame() throws {
    #expect(try isWhole(picture + [packet(9, begins: true, isRandomAccess: true)]))
    #expect(try !isWhole(picture + [packet(9, begins: true)]))
  }

  @Test(arguments: [1, 3]) func aPacketThatIsMissingInsideIsALoss(lost: Int) throws {
    var packets = picture + [packet(2, begins: true)]
    packets.remove(at: lost)
    #expect(try !isWhole(packets))
  }

  @Test func whatWasReceivedWithAnErrorIsALoss() throws {
    var packets = picture + [packet(2, begins: true)]
    packets[3] = packet(0, error: true)
    #expect(try !isWhole(packets))
    packets[3] = [UInt8](repeating: 0, count: 188)
    #expect(try !isWhole(packets))
  }

  @Test func aLongPictureIsReadToItsEnd() throws {
    let long = [packet(0, begins: true)] + (1..<2000).map { packet(UInt8($0 & 0xF)) }
    #expect(try isWhole(long + [packet(0, begins: true), packet(1, begins: true)]))
    #expect(try !isWhole(long + [packet(3), packet(4, begins: true)]))
  }
}
