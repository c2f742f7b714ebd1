import Foundation

/// The text of docs/cookbook.md.
enum CookbookPage {
  struct Chapter {
    let title: String
    let words: String
    /// The names of its examples, without their endings.
    let stems: [String]

    /// - Parameter names: what stands behind the prefix in the names of its examples, in their order.
    init(_ title: String, _ words: String, prefix: String, _ names: String) {
      (self.title, self.words) = (title, words)
      stems = names.split(separator: " ").map { prefix + $0 }
    }

    var examples: [Example] { stems.compactMap { stem in Example.all.first { $0.stem == stem } } }
  }

  static let chapters = [
    Chapter(
      "Cuts and times", "What plays when.", prefix: "cut-",
      "join times gap at references split sound-stays timecode source-timecode"),
    Chapter(
      "Speed", "Slower, faster, backward, again and again, and not at all.", prefix: "speed-",
      "slow fit ramp reverse freeze loop pitch"),
    Chapter(
      "Sources", "What can be cut, and how it is understood.", prefix: "source-",
      "still sequence alpha phone pixels fields hdr hdr-canvas broken"),
    Chapter(
      "Placing pictures", "Where a picture lies on the canvas, and how it moves.", prefix: "place-",
      "inset fly fit crop split rotate matrix view opacity fade"),
    Chapter(
      "Compositing", "How pictures that lie over one another come together.", prefix: "composite-",
      "blend double-exposure matte-image matte-track matte-invert key"),
    Chapter(
      "Transitions", "How one clip follows another.", prefix: "transition-",
      "dissolve push slide reveal wipe clock iris fade zoom xfade handles"),
    Chapter(
      "Effects", "What is done to a picture.", prefix: "effect-",
      "exposure saturation temperature lut vignette blur sharpen denoise stabilise filter track"),
    Chapter(
      "Titles", "Letters, shapes and graphics, still and moving.", prefix: "title-",
      "text lower-third runs wrap shadow scripts emoji move shapes layers repeat frame behind"),
    Chapter(
      "Sound", "The pictures here are drawn from the sound that the documents make.", prefix: "sound-",
      "mix crossfade duck duck-level passes equalizer compressor gate denoise pan filter loudness surround"),
    Chapter(
      "Programmes", "Documents that are used more than once, and what belongs to all of one.", prefix: "program-",
      "parameters variants defaults nested strap transparent instructions chapters chapter-languages length"),
    Chapter(
      "Export", "How the movie is written.", prefix: "export-",
      "web size mezzanine sound"),
    Chapter(
      "Whole edits", "Several things at once, as in practice.", prefix: "edit-",
      "three-lines talk clear-voice slideshow everything"),
    Chapter("The demo", "What `make demo` makes.", prefix: "", "demo"),
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

    [\(example.name)](../Examples/\(example.name)), \(example.caption)

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
