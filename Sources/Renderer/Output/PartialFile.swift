import Glibc
import Platform

/// The movie while it is written. It takes its name only once it is complete, together with what stands beside it.
final class PartialFile {
  private let pending: PendingFile
  private let finalPath: String

  /// A file that has the final name and may not be replaced stays as it is, whenever it appeared.
  /// - Parameter root: The folder that the path may not lead out of; nil if it may lead anywhere.
  init(for finalPath: String, within root: String?, replacing: Replacing) throws(RenderFailure) {
    self.finalPath = finalPath
    do throws(SystemFailure) { pending = try PendingFile(for: finalPath, within: root, replacing: replacing) } catch {
      throw PartialFile.failure("cannot write \(finalPath)", error, at: finalPath)
    }
  }

  /// The open file, to be written.
  var descriptor: Descriptor { pending.descriptor }

  /// What a killed process would leave of it; nil is nothing.
  var leftover: String? { pending.leftover }

  /// Bytes.
  var length: Int64 {
    get throws(RenderFailure) {
      do throws(SystemFailure) { return try pending.length } catch {
        throw PartialFile.failure("cannot read what was written of \(finalPath)", error, at: finalPath)
      }
    }
  }

  /// Makes it safe from a loss of power, so that it only has to take its name.
  func save() throws(RenderFailure) {
    do throws(SystemFailure) { try pending.synchronize() } catch {
      throw PartialFile.failure("cannot save \(finalPath)", error, at: finalPath)
    }
  }

  /// Gives the movie its name, and before it its `companions` theirs: until the movie has its own, the old one is there,
  /// and what stands beside that is believed only as far as it agrees with it. Where one of them cannot have its name,
  /// all is as it was.
  ///
  /// Gives why the folder could not be made safe from a loss of power, which takes nothing back; nil where it is.
  func commit(after companions: [PendingFile]) throws(RenderFailure) -> String? {
    try PendingFile.takeNames(companions, failing: { failure in
      PartialFile.failure("cannot write what stands beside \(self.finalPath)", failure.failure, at: failure.file.target)
    }) { () throws(RenderFailure) in
      do throws(SystemFailure) { try pending.takeName() } catch {
        throw PartialFile.failure("cannot write \(finalPath)", error, at: finalPath)
      }
    }
    do throws(SystemFailure) { try pending.synchronizeFolder() } catch { return error.description }
    return nil
  }

  private static func failure(_ message: String, _ failure: SystemFailure, at path: String) -> RenderFailure {
    if failure.code == EEXIST { return RenderFailure(.output, "\(path) is already there") }
    return RenderFailure(.output, message, detail: failure.description)
  }
}
