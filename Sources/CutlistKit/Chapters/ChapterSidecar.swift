import Diagnostics
package import Platform
import Foundation
import Glibc
package import Renderer
import Store
package import TimelineModel

/// What a movie cannot hold of its chapters: titles in several languages and pictures. It stands as JSON in a file
/// beside the movie.
package struct ChapterSidecar: Codable, Hashable, Sendable {
  /// The movie's name.
  package var movie: String
  package var chapters: [Entry]

  package struct Entry: Codable, Hashable, Sendable {
    /// In seconds of the movie: a decimal, or a fraction.
    package var start: String
    package var end: String
    /// The first is the one that stands in the movie.
    package var titles: [Title]
    package var artwork: [Picture]
  }

  package struct Title: Codable, Hashable, Sendable {
    /// A tag of BCP 47; nil for a title that is for everybody.
    package var locale: String?
    package var text: String
  }

  package struct Picture: Codable, Hashable, Sendable {
    package var locale: String?
    /// Its path from where the sidecar is.
    package var file: String
    package var sha256: String
  }

  /// Where it is for a movie.
  package static func path(besides movie: String) -> String {
    PathName.withoutEnding(movie) + ".chapters.json"
  }

  /// Where those are that a movie of a composition needs: one, or none.
  package static func paths(for composition: Composition, besides movie: String) -> [String] {
    composition.chapters.contains(where: \.needsSidecar) ? [path(besides: movie)] : []
  }
}

// MARK: Writing

extension ChapterSidecar {
  /// The one that a movie's chapters need; nil where the movie itself says all of them.
  init?(_ chapters: [ChapterFacts], of movie: String, in folder: MediaFolder) throws(RenderFailure) {
    guard chapters.contains(where: \.needsSidecar) else { return nil }
    let place = AbsolutePath.written(PathName.folder(of: movie))
    let fingerprints = Fingerprints(in: nil)
    self.movie = PathName.name(of: movie)
    var entries: [Entry] = []
    for chapter in chapters {
      var pictures: [Picture] = []
      for version in chapter.artwork.versions {
        let path = folder.path(of: version.value)
        do {
          pictures.append(
            Picture(
              locale: version.locale?.description, file: AbsolutePath.relative(AbsolutePath.written(path.path), from: place),
              sha256: try fingerprints.fingerprint(of: path).description))
        } catch {
          throw RenderFailure(.media, "cannot read \(path.path)", detail: "\(error)")
        }
      }
      let titles = chapter.titles.versions.map { Title(locale: $0.locale?.description, text: $0.value) }
      entries.append(
        Entry(start: chapter.start.spelled, end: chapter.end.spelled, titles: titles, artwork: pictures))
    }
    self.chapters = entries
  }

  /// Writes what a movie cannot hold of its chapters, up to the point where it only has to take its name; nil where there
  /// is no need to. Where there is none, what an earlier movie of this name has left goes away with the naming.
  /// - Parameter root: The folder that the movie's path may not lead out of; nil if it may lead anywhere.
  package static func begin(
    _ chapters: [ChapterFacts], besides movie: String, within root: String? = nil, in folder: MediaFolder,
    replacing: Replacing
  ) throws(RenderFailure) -> PendingFile? {
    let path = path(besides: movie)
    let name = PathName.name(of: movie)
    let needed = try ChapterSidecar(chapters, of: movie, in: folder)
    do throws(SystemFailure) {
      let found = try read(besides: movie)
      guard let sidecar = needed ?? (found?.movie == name ? ChapterSidecar(nothingOf: name) : nil) else { return nil }
      if let other = found?.otherMovie(than: movie) { throw ChapterSidecar.taken(path, by: other) }
      let pending = try WrittenFile.begin(
        Array((sidecar.readableJSON + "\n").utf8), to: path, .beside, within: root,
        replacing: replacing.also { file throws(SystemFailure) in
          // Two movies that differ in their ending may be rendered at once.
          let owner = ChapterSidecar(try file.contents(upTo: ConfinedPath.longestText))?.movie
          if let owner, owner != name, owner != found?.movie { throw ChapterSidecar.taken(path, by: owner) }
        })
      if sidecar.chapters.isEmpty { pending?.vanishes() }
      return pending
    } catch {
      throw RenderFailure(.output, "cannot write \(path)", detail: "\(error)")
    }
  }

  private static func taken(_ path: String, by movie: String) -> SystemFailure {
    SystemFailure(code: EBUSY, description: "\(PathName.name(of: path)) is that of \(movie)")
  }

  /// Creates a sidecar without chapters. It replaces an outdated sidecar and is removed right after that.
  private init(nothingOf name: String) { (movie, chapters) = (name, []) }

  /// Returns the name of another movie that this belongs to, such as one with another file extension; `nil` if there is no
  /// such movie in the folder.
  private func otherMovie(than movie: String) -> String? {
    guard self.movie != PathName.name(of: movie), self.movie == PathName.name(of: self.movie),
      ConfinedPath(anywhere: PathName.path(of: self.movie, in: PathName.folder(of: movie))).exists
    else { return nil }
    return self.movie
  }

  /// Returns whether the sidecar at the place of that of `movie` belongs to `movie`, and the name of another movie in the
  /// folder if it belongs to that; `false` and `nil` if there is no sidecar.
  /// - Throws: a failure if the system does not let it be read.
  static func standing(besides movie: String) throws(SystemFailure) -> (isOwn: Bool, other: String?) {
    guard let found = try read(besides: movie) else { return (false, nil) }
    return (found.movie == PathName.name(of: movie), found.otherMovie(than: movie))
  }

  /// Whether a movie with these chapters has one.
  package static func isNeeded(for chapters: [ChapterFacts]) -> Bool { chapters.contains(where: \.needsSidecar) }
}

// MARK: Reading

extension ChapterSidecar {
  /// Nil where there is none, or it is something else.
  /// - Throws: a failure if the system does not let it be read.
  static func read(besides movie: String) throws(SystemFailure) -> ChapterSidecar? {
    let path = path(besides: movie)
    do throws(SystemFailure) {
      let place = ConfinedPath(path, within: PathName.folder(of: path))
      return ChapterSidecar(try place.open().contents(upTo: ConfinedPath.longestText))
    } catch {
      guard error.isRefusal || [EACCES, EPERM].contains(error.code) else { return nil }
      throw error
    }
  }

  /// Nil if the text is something else.
  private init?(_ text: [UInt8]) {
    guard let found = try? JSONDecoder().decode(ChapterSidecar.self, from: Data(text)) else { return nil }
    self = found
  }

  /// What it tells of a movie's chapters; nil where it is about others, as one is that an older movie left behind.
  func chapters(agreeingWith own: [ChapterFacts]) -> [ChapterFacts]? {
    guard chapters.count == own.count, let last = own.map(\.end).max() else { return nil }
    var result: [ChapterFacts] = []
    for (entry, chapter) in zip(chapters, own) {
      guard let start = Rational(spelled: entry.start), let end = Rational(spelled: entry.end),
        (start - chapter.start).magnitude < Rational(1, 500), start <= end, end < last + Rational(1, 500),
        entry.titles.first?.text == chapter.title
      else { return nil }
      let titles = entry.titles.map {
        Localized<String>.Version(locale: $0.locale.flatMap(LocaleTag.init), value: $0.text)
      }
      let artwork = entry.artwork.map {
        Localized<MediaReference>.Version(locale: $0.locale.flatMap(LocaleTag.init), value: MediaReference($0.file))
      }
      result.append(ChapterFacts(start: start, end: end, titles: Localized(titles), artwork: Localized(artwork)))
    }
    return result
  }
}

extension ChapterFacts {
  fileprivate var needsSidecar: Bool { !titles.locales.isEmpty || !artwork.isEmpty }
}

extension Chapter {
  /// Whether a movie says less of it than the document.
  var needsSidecar: Bool { !title.locales.isEmpty || !artwork.isEmpty }
}

extension Rational {
  fileprivate var spelled: String { decimal ?? description }

  fileprivate init?(spelled text: String) {
    let parts = text.split(separator: "/").map(String.init)
    if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]), denominator > 0 {
      self.init(numerator, denominator)
    } else {
      self.init(decimal: text)
    }
  }
}
