import Platform
import Glibc

extension ConfinedPath {
  /// How many bytes a document, a configuration or what is written beside a movie may have.
  package static let longestText = 64 << 20

  /// The bytes of a text that people or programs wrote.
  package func text(
    upTo limit: Int = longestText, in openTexts: OpenTexts = OpenTexts()
  ) throws(UnreadableDocument) -> [UInt8] {
    do throws(SystemFailure) { return try openTexts.contents(of: self, upTo: limit) } catch {
      throw UnreadableDocument(path: path, reason: error.reason, isRefusal: error.isRefusal)
    }
  }
}

extension SystemFailure {
  /// Why a text cannot be read.
  var reason: String {
    switch code {
    case EXDEV: "it is a link that leads out of its folder; name the file itself, or a folder around both with --root"
    case ENOENT: "there is no such file"
    default: description
    }
  }
}
