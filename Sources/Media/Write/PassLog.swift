import CFFmpeg
import Foundation
import Platform

/// One encoder's part in two passes: what it is told, and the files that it writes or reads, which go with this object.
final class PassLog {
  private let pass: EncoderPass
  private let method: PassMethod
  private let folder: ScratchFolder
  /// What such folders are called, so that those are found that killed processes left.
  static let folderName = "cutlist-pass"

  init(_ pass: EncoderPass, encoder: String) throws(LibAVError) {
    guard let method = PassMethod(encoder) else {
      throw LibAVError(
        call: encoder, code: cff_error_invalid_argument, text: "\(encoder) is not known to work in two passes")
    }
    self.pass = pass
    self.method = method
    do throws(SystemFailure) {
      folder = try ScratchFolder(PassLog.folderName)
      guard case .second(let statistics) = pass else { return }
      for (name, content) in statistics.files { try WrittenFile.write(Array(content), to: path + name, .beside) }
    } catch {
      throw LibAVError(
        call: "statistics", code: -error.code, text: "cannot write into \(ScratchFolder.root): \(error)")
    }
  }

  private static let fileName = "statistics"
  private var path: String { PathName.path(of: PassLog.fileName, in: folder.path) }
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
        options = options.setting([("ratetol", "0.1")], in: "x264-params")
      }
    case .parameters:
      var parameters = [("pass", isFirst ? "1" : "2"), ("stats", path)]
      if isFirst {
        parameters.append(("slow-firstpass", "0"))
        options["crf"] = "25"
      }
      options = options.setting(parameters, in: "x265-params")
    }
    return options
  }

  /// What was taken down of so many frames. Files are complete only once the encoder is closed.
  /// - Throws: where it is not all, as the encoders themselves do not notice.
  func statistics(ofFrames count: Int) throws(LibAVError) -> PassStatistics {
    var files: [String: Data] = [:]
    do throws(SystemFailure) {
      for file in folder.names where file.hasPrefix(PassLog.fileName) {
        let bytes = try Descriptor(PathName.path(of: file, in: folder.path), O_RDONLY).contents()
        files[String(file.dropFirst(PassLog.fileName.count))] = Data(bytes)
      }
    } catch {
      throw LibAVError(call: "statistics", code: -error.code, text: "cannot read the first pass's: \(error)")
    }
    let statistics = PassStatistics(files: files)
    guard let objection = statistics.objection(forFrames: count) else { return statistics }
    throw LibAVError(
      call: "statistics",
      complaint: "the first pass could not write all of its own: \(objection); is there room in \(ScratchFolder.root)?")
  }
}
