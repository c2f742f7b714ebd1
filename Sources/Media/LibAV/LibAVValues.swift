import CFFmpeg
import TimelineModel

extension String {
  /// Text up to the first zero byte.
  init(nullTerminated bytes: [CChar]) {
    self = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension AVRational {
  init(_ value: Rational) {
    self.init(num: Int32(clamping: value.numerator), den: Int32(clamping: value.denominator))
  }
}

extension Rational {
  init(_ value: AVRational) { self.init(Int64(value.num), Int64(value.den)) }
}

/// A dictionary of options that a libav call takes from, leaving those it does not know.
final class OptionDictionary {
  var pointer: OpaquePointer?

  init(_ options: [String: String] = [:]) {
    for (key, value) in options.sorted(by: { $0.key < $1.key }) { av_dict_set(&pointer, key, value, 0) }
  }

  deinit { av_dict_free(&pointer) }

  var contents: [String: String] { Dictionary(libav: pointer) }
}

extension [String: String] {
  /// A copy of an AVDictionary; of several values for one key the last.
  init(libav dictionary: OpaquePointer?) {
    self.init()
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      self[String(cString: next.pointee.key)] = String(cString: next.pointee.value)
      entry = next
    }
  }
}

func greatestCommonDivisor(_ a: Int64, _ b: Int64) -> Int64 { b == 0 ? a : greatestCommonDivisor(b, a % b) }
