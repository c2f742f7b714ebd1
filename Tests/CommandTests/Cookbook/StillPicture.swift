import Foundation
import TestSupport

/// The pixels of a picture, and how they are kept small.
struct StillPicture {
  let width: Int
  /// R, G and B of each pixel.
  let bytes: Data

  init(contentsOf path: String) throws {
    let scratch = try TemporaryFolder()
    try CommandLineTool.ffmpeg("-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", scratch.path("raw"))
    bytes = try Data(contentsOf: URL(filePath: scratch.path("raw")))
    // A PNG file's first chunk begins with its width, 16 bytes into the file.
    width = try Data(contentsOf: URL(filePath: path)).dropFirst(16).prefix(4).reduce(0) { $0 << 8 + Int($1) }
  }

  /// In dB; nothing where the sizes differ.
  func psnr(against other: StillPicture) -> Double? {
    guard width == other.width, bytes.count == other.bytes.count, !bytes.isEmpty else { return nil }
    let squares = bytes.withUnsafeBytes { one in
      other.bytes.withUnsafeBytes { two in
        var sum = 0
        var index = 0
        while index < one.count {
          let difference = Int(one[index]) - Int(two[index])
          sum += difference * difference
          index += 1
        }
        return sum
      }
    }
    return 10 * log10(255 * 255 / max(Double(squares) / Double(bytes.count), 1e-9))
  }

  /// Writes the picture at `path` with as few colours as do it justice.
  static func writeReduced(_ path: String, to output: String) throws {
    let original = try StillPicture(contentsOf: path)
    for colors in [64, 128, 256] {
      let graph =
        "split[a][b];[a]palettegen=max_colors=\(colors):reserve_transparent=0[p];[b][p]paletteuse=dither=none"
      try CommandLineTool.ffmpeg(
        "-i", path, "-filter_complex", graph, "-pred", "none", "-compression_level", "9", "-bitexact", output)
      if let psnr = try StillPicture(contentsOf: output).psnr(against: original), psnr >= 37 { return }
    }
  }
}
