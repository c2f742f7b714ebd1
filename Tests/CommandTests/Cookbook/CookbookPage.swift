import Foundation

/// The text of docs/cookbook.md.
enum CookbookPage {
  struct Chapter {
    /// What the names of its examples begin with.
    let prefix: String
    let title: String
    let words: String

    var examples: [Example] { Example.all.filter { $0.stem.hasPrefix(prefix) } }
  }

  static let chapters = [
    Chapter(prefix: "cut-", title: "Cuts and times", words: "What plays when."),
    Chapter(prefix: "speed-", title: "Speed", words: "Slower, faster, backward, again and again, and not at all."),
    Chapter(prefix: "source-", title: "Sources", words: "What can be cut, and how it is understood."),
    Chapter(
      prefix: "place-", title: "Placing pictures", words: "Where a picture lies on the canvas, and how it moves."),
    Chapter(prefix: "composite-", title: "Compositing", words: "How pictures that lie over one another come together."),
    Chapter(prefix: "transition-", title: "Transitions", words: "How one clip follows another."),
    Chapter(prefix: "effect-", title: "Effects", words: "What is done to a picture."),
    Chapter(prefix: "title-", title: "Titles", words: "Letters, shapes and graphics, still and moving."),
    Chapter(
      prefix: "sound-", title: "Sound", words: "The pictures here are drawn from the sound that the documents make."),
    Chapter(
      prefix: "program-", title: "Programmes",
      words: "Documents that are used more than once, and what belongs to all of one."),
    Chapter(prefix: "export-", title: "Export", words: "How the movie is written."),
    Chapter(prefix: "edit-", title: "Whole edits", words: "Several things at once, as in practice."),
    Chapter(prefix: "demo", title: "The demo", words: "What `make demo` makes."),
  ]

  static var text: String {
    var page = """
      # Cookbook

      One small document for everything an editor asks for, each with a frame of what it makes. The documents lie in
      [Examples](../Examples); `make footage` computes the clips that they cut, so that each of them renders as it stands:

      ```
      make footage
      cutlist render Examples/\(chapters[0].examples.first?.name ?? "") -o cut.mp4
      ```

      The [language reference](language.md) explains every key. This page is made from the documents by `make cookbook`.


      """
    for chapter in chapters {
      let links = chapter.examples.map { "[\($0.title)](#\(anchor($0.title)))" }
      page += "- **[\(chapter.title)](#\(anchor(chapter.title)))**: \(links.joined(separator: " · "))\n"
    }
    for chapter in chapters {
      page += "\n## \(chapter.title)\n\n\(chapter.words)\n"
      for example in chapter.examples { page += section(example) }
    }
    return page
  }

  private static func section(_ example: Example) -> String {
    """

    ### \(example.title)

    \(example.words)

    ![\(example.title)](cookbook/\(example.stem).png)

    ```\(example.isJSON ? "json" : "yaml")
    \(example.body)
    ```

    [\(example.name)](../Examples/\(example.name)), \(example.still.caption)

    """
  }

  /// What a heading is called in links to it.
  static func anchor(_ heading: String) -> String {
    String(
      heading.lowercased().compactMap { letter in
        letter.isLetter || letter.isNumber || letter == "-" ? letter : letter == " " ? "-" : nil
      })
  }
}
