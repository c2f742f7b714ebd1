import CFFmpeg
import TimelineModel

extension String {
  /// Text up to the first zero byte.
  init(nullTerminated bytes: [CChar]) {
    self = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension AVRational {
  init(_ value: Rational) throws(LibAVError) {
    guard let numerator = Int32(exactly: value.numerator), let denominator = Int32(exactly: value.denominator) else {
      throw LibAVError(
        call: "AVRational", code: cff_error_invalid_argument, text: "\(value) has more digits than libav counts")
    }
    self.init(num: numerator, den: denominator)
  }
}

extension Rational {
  init(_ value: AVRational) { self.init(Int64(value.num), Int64(value.den)) }
}

/// A dictionary of options that a libav call takes from, leaving those it does not know.
final class OptionDictionary {
  var pointer: OpaquePointer?

  init() {}

  init(_ options: [String: String]) throws(LibAVError) {
    for (key, value) in options.sorted(by: { $0.key < $1.key }) {
      do throws(LibAVError) { try libav("av_dict_set", av_dict_set(&pointer, key, value, 0)) } catch {
        av_dict_free(&pointer)
        throw error
      }
    }
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
