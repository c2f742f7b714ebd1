import CFFmpeg
import Foundation

/// One encoder's part in two passes: what it is told, and the files that it writes or reads, which go with this object.
final class PassLog {
  private let pass: EncoderPass
  private let method: PassMethod
  private let folder: String

  init(_ pass: EncoderPass, encoder: String) throws(LibAVError) {
    guard let method = PassMethod(encoder) else {
      throw LibAVError(
        call: encoder, code: cff_error_invalid_argument, text: "\(encoder) is not known to work in two passes")
    }
    self.pass = pass
    self.method = method
    let root = FileManager.default.temporaryDirectory.path
    var template = Array("\(root)/cutlist-pass.XXXXXX".utf8CString)
    guard let folder = mkdtemp(&template) else {
      throw LibAVError(call: "mkdtemp", code: -errno, text: "cannot write into \(root)")
    }
    self.folder = String(cString: folder)
    guard case .second(let statistics) = pass else { return }
    for (name, content) in statistics.files {
      guard FileManager.default.createFile(atPath: path + name, contents: content) else {
        throw LibAVError(call: "createFile", code: -errno, text: "cannot write into \(root)")
      }
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var path: String { folder + "/statistics" }
  private var isFirst: Bool { pass == .first }

  /// Sets the context up; the options come with what the pass adds.
  func prepare(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ options: [String: String]
  ) -> [String: String] {
    var options = options
    if isFirst { context.pointee.bit_rate = 0 }
    options["crf"] = nil
    switch method {
    case .files:
      context.pointee.flags |= isFirst ? AV_CODEC_FLAG_PASS1 : AV_CODEC_FLAG_PASS2
      options["stats"] = path
      if isFirst {
        options["crf"] = "23"
      } else {
        // Pieces are so short that the encoder's own tolerance, two seconds' bits, would be a good part of them.
        options = options.appending("ratetol=0.1", to: "x264-params")
      }
    case .parameters:
      var parameters = "pass=\(isFirst ? 1 : 2):stats=\(path.escapedInParameters)"
      if isFirst {
        parameters += ":slow-firstpass=0"
        options["crf"] = "25"
      }
      options = options.appending(parameters, to: "x265-params")
    }
    return options
  }

  /// What was taken down. Files are complete only once the encoder is closed.
  func statistics() throws(LibAVError) -> PassStatistics {
    let name = (path as NSString).lastPathComponent
    var files: [String: Data] = [:]
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where file.hasPrefix(name) {
      files[String(file.dropFirst(name.count))] = FileManager.default.contents(atPath: "\(folder)/\(file)")
    }
    guard files[""] != nil else {
      throw LibAVError(call: "statistics", code: cff_error_not_found, text: "the first pass left no statistics")
    }
    return PassStatistics(files: files)
  }
}

extension String {
  /// As libav wants a value in a list that is parted by colons.
  fileprivate var escapedInParameters: String {
    reduce(into: "") { result, character in
      if #"\':"#.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
