import Compiler
import Diagnostics
import Foundation
import Testing
import TimelineModel

/// What `expand` writes means the same as what it was given.
@Suite struct ExpansionTests {
  static let documents = CaseFile.all.flatMap { url -> [(String, String, String)] in
    guard let file = try? CaseFile(url) else { return [] }
    var media = ""
    return file.blocks.compactMap { block in
      if block.kind == "media" { media = file.text(of: block) }
      return block.kind == "yaml" ? ("\(url.lastPathComponent): \(block.heading)", media, file.text(of: block)) : nil
    }
  }

  /// Shows AST-21.
  @Test(arguments: documents) func meansTheSame(name: String, media: String, text: String) throws {
    let catalog = MediaCatalog(lines: media)
    let written = compile(text, catalog: catalog)
    guard !written.hasErrors, let composition = written.composition else { return }
    let expanded = compile(composition.expanded, catalog: catalog)
    #expect(!expanded.hasErrors, "\(expanded.diagnostics)")
    let again = try #require(expanded.composition)
    #expect(again.withoutOrigins.text { _ in nil } == composition.withoutOrigins.text { _ in nil })
    // Written out once, it stays as it is.
    #expect(again.expanded == composition.expanded)
  }

  /// A hundred times 0.29 is 28.999999999999996.
  @Test(arguments: ["29%", "7%", "28.5%", "0.07%", "33.3%", "36.11111111111111%", "0.0000000001%"]) func percentsStayAsTheyAre(percent: String) throws {
    let written = compile(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      tracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: 1s, crop: [0%, 0%, 50%, \(percent)] } ] } ]
      """, catalog: MediaCatalog())
    let composition = try #require(written.composition)
    #expect(composition.expanded.contains("crop: [0%, 0%, 50%, \(percent)]"), "\(composition.expanded)")
    let again = try #require(compile(composition.expanded, catalog: MediaCatalog()).composition)
    #expect(again.text { _ in nil } == composition.text { _ in nil })
  }

  /// Whatever characters a text has.
  @Test(arguments: [
    "a \\u2028 b", "a\\u2029b", "a\\u0085b", "\\x7f", "\\x80 \\x9f", "\\ufffe\\uffff", "\\ufeff", "$${a} $$${b}", "\\t\\n \\\"",
  ])
  func oddCharactersAreKept(text: String) throws {
    let written = compile(
      """
      timeline: 1
      canvas: { size: 64x48, rate: 10 }
      tracks: [ { kind: video, segments: [ { clip: { color: navy }, duration: 1s } ] } ]
      titles: [ { text: "\(text)" } ]
      metadata: { title: "\(text)", "\(text)": text }
      """, catalog: MediaCatalog())
    let composition = try #require(written.composition)
    let again = try #require(compile(composition.expanded, catalog: MediaCatalog()).composition)
    #expect(again.text { _ in nil } == composition.text { _ in nil })
    #expect(again.metadata == composition.metadata)
  }
}

extension Composition {
  /// What `expand` cannot keep: the name of a sound that was cut together with a picture, and of the container.
  fileprivate var withoutOrigins: Composition {
    var copy = self
    for index in copy.audioTracks.indices {
      let name = copy.audioTracks[index].id.name
      copy.audioTracks[index].id = TrackID(name.replacing("-sound", with: ""))
      for duck in copy.audioTracks[index].ducks.indices {
        let under = copy.audioTracks[index].ducks[duck].under.name
        copy.audioTracks[index].ducks[duck].under = TrackID(under.replacing("-sound", with: ""))
      }
    }
    return copy
  }
}
