import CFFmpeg
import TimelineModel

/// Options that are lists of parameters of the library behind an encoder, which libav only passes on.
enum EncoderParameters {
  private static let lists = ["x264-params", "x264opts", "x265-params", "svtav1-params", "rav1e-params"]

  /// The one of the options that such words of libav are about: it only warns where a library does not know a name or a
  /// value.
  static func list(in options: [String: String], ignoredBy words: String) -> String? {
    let complaints = ["Error parsing option", "Unknown option", "Invalid value for"]
    guard complaints.contains(where: words.contains) else { return nil }
    let written = lists.filter { options[$0] != nil }
    return written.first { parameters(options[$0]!).keys.contains(where: words.contains) } ?? written.first
  }

  /// What such lists say otherwise than the frames are, as `name=value`, by the options they stand in.
  static func misplaced(
    in options: [String: String], _ picture: StreamParameters.Video, _ color: ColorFacts
  ) -> [(option: String, words: String)] {
    lists.flatMap { list in
      parameters(options[list] ?? "").sorted { $0.key < $1.key }
        .filter { contradicts($0.key, $0.value, picture) || contradicts($0.key, $0.value, color) }
        .map { (list, "\($0.key)=\($0.value)") }
    }
  }

  private static func parameters(_ list: String) -> [String: String] {
    let dictionary = OptionDictionary()
    av_dict_parse_string(&dictionary.pointer, list, "=", ":", 0)
    return dictionary.contents
  }

  private static func contradicts(_ name: String, _ value: String, _ picture: StreamParameters.Video) -> Bool {
    let chroma = ChromaSubsampling(pixelFormat: picture.pixelFormat)
    switch name {
    case "input-res": return value != "\(picture.size.width)x\(picture.size.height)"
    case "width": return value != "\(picture.size.width)"
    case "height": return value != "\(picture.size.height)"
    case "input-csp": return !picture.pixelFormat.hasPrefix("gray") && !value.hasSuffix(chroma.family)
    case "fps": return number(value) != picture.rate.perSecond
    case "sar": return !["1", "1:1", "1/1"].contains(value)
    case "crop-rect": return value.contains { $0.isNumber && $0 != "0" }
    case "annexb": return ["0", "false", "no"].contains(value)
    default: return false
    }
  }

  /// A whole number, a decimal or a fraction.
  private static func number(_ text: String) -> Rational? {
    let parts = text.split(separator: "/").map { Rational(decimal: $0) }
    guard let above = parts.first ?? nil else { return nil }
    guard parts.count == 2 else { return above }
    return parts[1].flatMap { $0 > .zero ? above / $0 : nil }
  }

  private static func contradicts(_ name: String, _ value: String, _ color: ColorFacts) -> Bool {
    /// The libraries' names are libav's, but for capitals; their numbers are those of H.273, as libav's.
    func differs(_ own: String?, _ number: UInt32) -> Bool { value.lowercased() != own && UInt32(value) != number }
    switch name {
    case "fullrange", "range", "color-range":
      return ["1", "on", "true", "yes", "full"].contains(value) != (color.isFullRange == true)
    case "colormatrix", "matrix-coefficients": return differs(color.matrix, color.libavMatrix.rawValue)
    case "colorprim", "color-primaries": return differs(color.primaries, color.libavPrimaries.rawValue)
    case "transfer", "transfer-characteristics": return differs(color.transfer, color.libavTransfer.rawValue)
    default: return false
    }
  }
}
