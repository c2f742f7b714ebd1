import Compiler
import Store
import Synchronization
import TimelineModel

/// What several documents of one run ask of the world, each answer found once: what media files are, and what is
/// written in a folder about how documents are checked. It holds for a moment; who comes back later asks anew.
package final class LoadingMemory: Sendable {
  private struct MediaFile: Hashable, Sendable {
    var path: String
    /// Nil for what is not there.
    var identity: FileIdentity?
  }

  private struct Folder: Hashable, Sendable {
    var path: String
    var source: ConfigurationSource
  }

  private let media = Answers<MediaFile, MediaFinding>()
  private let configurations = Answers<Folder, Result<LoadedConfiguration, UnreadableDocument>>()
  private let fonts = Answers<String, FontFinding>()
  private let glyphs = Answers<FontText, GlyphFinding>()

  package init() {}

  func finding(at path: String, _ find: () -> MediaFinding) -> MediaFinding {
    media.answer(for: MediaFile(path: path, identity: FileIdentity(path: path)), find)
  }

  func finding(of family: String, _ find: () -> FontFinding) -> FontFinding { fonts.answer(for: family, find) }

  func glyphs(of text: FontText, _ find: () -> GlyphFinding) -> GlyphFinding { glyphs.answer(for: text, find) }

  func configuration(
    from source: ConfigurationSource, for folder: String
  ) throws(UnreadableDocument) -> LoadedConfiguration {
    try configurations.answer(for: Folder(path: folder, source: source)) {
      Result { () throws(UnreadableDocument) in try source.load(for: folder) }
    }.get()
  }
}

/// Answers to questions that several threads ask; who asks what is being found out waits for it.
private final class Answers<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private final class Place: Sendable {
    let answer = Mutex<Answer?>(nil)
  }

  private let places = Mutex<[Question: Place]>([:])

  func answer(for question: Question, _ find: () -> Answer) -> Answer {
    let place = places.withLock { places in
      let place = places[question] ?? Place()
      places[question] = place
      return place
    }
    return place.answer.withLock { answer in
      let found = answer ?? find()
      answer = found
      return found
    }
  }
}
