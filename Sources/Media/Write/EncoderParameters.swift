import CFFmpeg
import TimelineModel

/// Options that are lists of parameters of the library behind an encoder, which libav only passes on.
enum EncoderParameters {
  private static let lists = ["x264-params", "x264opts", "x265-params", "svtav1-params"]

  /// The one of the options that such words of libav are about: it only warns where a library does not know a name or a
  /// value.
  static func list(in options: [String: String], ignoredBy words: String) -> String? {
    let complaints = ["Error parsing option", "Unknown option", "Invalid value for"]
    guard complaints.contains(where: words.contains) else { return nil }
    return lists.first { options[$0] != nil }
  }

  /// What such lists say otherwise than the frames are, as `name=value`, by the options they stand in.
  static func misplaced(in options: [String: String], _ color: ColorFacts) -> [(option: String, words: String)] {
    lists.flatMap { list in
      parameters(options[list] ?? "").sorted { $0.key < $1.key }.filter { contradicts($0.key, $0.value, color) }
        .map { (list, "\($0.key)=\($0.value)") }
    }
  }

  private static func parameters(_ list: String) -> [String: String] {
    let dictionary = OptionDictionary()
    av_dict_parse_string(&dictionary.pointer, list, "=", ":", 0)
    return dictionary.contents
  }

  private static func contradicts(_ name: String, _ value: String, _ color: ColorFacts) -> Bool {
    /// The libraries' names are libav's, but for capitals; their numbers are those of H.273, as libav's.
    func differs(_ own: String?, _ number: UInt32) -> Bool { value.lowercased() != own && UInt32(value) != number }
    switch name {
    case "fullrange", "range":
      return ["1", "on", "true", "yes", "full"].contains(value) != (color.isFullRange == true)
    case "colormatrix": return differs(color.matrix, color.libavMatrix.rawValue)
    case "colorprim": return differs(color.primaries, color.libavPrimaries.rawValue)
    case "transfer": return differs(color.transfer, color.libavTransfer.rawValue)
    case "sar": return !["1", "1:1", "1/1"].contains(value)
    case "annexb": return ["0", "false", "no"].contains(value)
    default: return false
    }
  }
}
