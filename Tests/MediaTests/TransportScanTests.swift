import Testing
import TimelineModel

@testable import Media

@Suite struct TransportScanTests {
  /// A packet of a transport stream: of the picture's stream 256 unless another is said. `length` is what the unit that it
  /// begins says of itself.
  private func packet(
    _ counter: UInt8, begins: Bool = false, length: Int = 0, isRandomAccess: Bool = false, isDiscontinuous: Bool = false,
    of identifier: Int = 256, error: Bool = false,
    padding: Int = 0
  ) -> [UInt8] {
    let hasField = isRandomAccess || isDiscontinuous || padding > 0
    let head: [UInt8] = [
      0x47, (error ? 0x80 : 0) | (begins ? 0x40 : 0) | UInt8(identifier >> 8), UInt8(identifier & 0xFF),
      (hasField ? 0x30 : 0x10) | counter & 0xF,
    ]
    let flags: UInt8 = (isRandomAccess ? 0x40 : 0) | (isDiscontinuous ? 0x80 : 0)
    let fill = max(padding - 1, flags == 0 ? 0 : 1)
    let filled = [UInt8(fill)] + (fill > 0 ? [flags] : []) + [UInt8](repeating: 0xFF, count: max(fill - 1, 0))
    let field = hasField ? filled : []
    let unit: [UInt8] = begins ? [0, 0, 1, 0xC0, UInt8(length >> 8), UInt8(length & 0xFF)] : []
    return head + field + unit + [UInt8](repeating: 0xAA, count: 188 - head.count - field.count - unit.count)
  }

  private func losses(
    _ packets: [[UInt8]], isPicture: Bool = true, tellsMissingEnds: Bool = false, padding: Int = 0
  ) throws -> PacketLosses {
    let stream = TransportScan.Stream(identifier: 256, isPicture: isPicture, tellsMissingEnds: tellsMissingEnds)
    return try #require(try scan(packets, [stream], padding: padding)[256])
  }

  private func scan(
    _ packets: [[UInt8]], _ streams: [TransportScan.Stream], padding: Int = 0
  ) throws -> [Int: PacketLosses] {
    let bytes = packets.flatMap { [UInt8](repeating: 0, count: padding) + $0 }
    return try TransportScan(of: streams) { position, count in
      let start = min(Int(position), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }.losses
  }

  private var picture: [[UInt8]] { [packet(14, begins: true), packet(15), packet(3, of: 300), packet(0), packet(1)] }
  private var next: [[UInt8]] { [packet(2, begins: true), packet(3)] }

  @Test(arguments: [0, 4, 16]) func whereTheCountersGoOnNothingIsMissing(padding: Int) throws {
    #expect(try losses(picture + next, padding: padding).isEmpty)
  }

  @Test(arguments: [0, 4]) func whatLacksAPartIsIncompleteFromItsBeginningToTheNext(padding: Int) throws {
    let stride = Int64(188 + padding)
    for lost in [1, 3] {
      var packets = picture + next + [packet(4, begins: true)]
      packets.remove(at: lost)
      #expect(try losses(packets, padding: padding) == PacketLosses(incomplete: [0..<4 * stride], holes: []))
    }
    var packets = picture + next + [packet(4, begins: true)]
    packets.remove(at: 6)
    #expect(
      try losses(packets, padding: padding) == PacketLosses(incomplete: [5 * stride..<6 * stride], holes: [6 * stride]))
  }

  @Test func whatMayLackItsEndIsIncompleteUnlessItsLengthOrItsDecoderTells() throws {
    let join = [packet(9, begins: true, isRandomAccess: true), packet(10)]
    #expect(try losses(picture + join) == PacketLosses(incomplete: [0..<940], holes: []))
    #expect(try losses(picture + join, tellsMissingEnds: true).isEmpty)
    let known = [packet(14, begins: true, length: 178 + 184), packet(15)]
    #expect(try losses(known + join).isEmpty)
    let short = [packet(14, begins: true, length: 178 + 185), packet(15)]
    #expect(try losses(short + join) == PacketLosses(incomplete: [0..<376], holes: []))
    #expect(try losses(picture.dropLast() + [packet(1, padding: 9)] + join).isEmpty)
    #expect(try losses(picture.dropLast() + [packet(1, padding: 1)] + join).isEmpty)
  }

  @Test func whatFollowsAHoleIsToldUnlessDecodingMayBeginThere() throws {
    let later = [packet(9, begins: true), packet(10)]
    #expect(try losses(picture + later, tellsMissingEnds: true).holes == [940])
    #expect(try losses(sound(9), isPicture: false) == PacketLosses(incomplete: [], holes: [188]))
  }

  private func sound(_ counter: UInt8, of identifier: Int = 256) -> [[UInt8]] {
    [
      packet(14, begins: true, length: 178, of: identifier),
      packet(counter, begins: true, length: 178, isRandomAccess: true, of: identifier),
    ]
  }

  @Test func whatStandsWholeBeforeALostBeginningIsWhole() throws {
    let packets = [packet(14, begins: true, length: 178), packet(0), packet(1, begins: true, length: 178)]
    #expect(try losses(packets, isPicture: false) == PacketLosses(incomplete: [], holes: [376]))
  }

  @Test(arguments: [true, false]) func whereThePictureBeginsAnewTheSoundDoes(isSoundFirst: Bool) throws {
    let anew = [packet(9, begins: true, isRandomAccess: true), sound(9, of: 257)[1]]
    let packets = picture + [sound(9, of: 257)[0]] + (isSoundFirst ? anew.reversed() : anew) + [packet(10)]
    let streams = [
      TransportScan.Stream(identifier: 256, isPicture: true, tellsMissingEnds: true),
      TransportScan.Stream(identifier: 257, isPicture: false, tellsMissingEnds: false),
    ]
    #expect(try scan(packets, streams).values.allSatisfy(\.isEmpty))
    #expect(try scan(packets, [streams[1]])[257]?.holes.count == 1)
  }

  @Test func aCounterMayBeginAnewWhereThePacketSaysSo() throws {
    #expect(try losses(picture + [packet(9, begins: true, isDiscontinuous: true), packet(10)]).isEmpty)
  }

  @Test func whatWasReceivedWithAnErrorIsALoss() throws {
    var packets = picture + next
    packets[3] = packet(0, error: true)
    #expect(try losses(packets).incomplete == [0..<940])
    packets[3] = [UInt8](repeating: 0, count: 188)
    #expect(try losses(packets).incomplete == [0..<940])
  }

  @Test func bytesBetweenPacketsAreSteppedOver() throws {
    let garbage = [UInt8](repeating: 0x47, count: 5) + [UInt8](repeating: 1, count: 300)
    #expect(try losses([garbage] + picture + [garbage] + next + [packet(4)]).isEmpty)
    #expect(try losses([garbage]).isEmpty)
    #expect(try losses([]).isEmpty)
  }

  @Test func aLongStreamIsReadToItsEnd() throws {
    let long = [packet(0, begins: true)] + (1..<20_000).map { packet(UInt8($0 & 0xF)) }
    #expect(try losses(long + [packet(0, begins: true), packet(1)]).isEmpty)
    let broken = long + [packet(3), packet(4, begins: true), packet(5)]
    #expect(try losses(broken).incomplete == [0..<20_001 * 188])
  }
}
