import Diagnostics
import Syntax

/// `# cutlist: allow RULE, RULE -- why`
struct AllowComment {
  /// Each name with its place.
  var names: [Located<String>]
  var comment: Comment

  private static let mark = "cutlist:"

  static func mayOccur(in source: SourceFile) -> Bool {
    let (bytes, mark) = (source.bytes, Array(mark.utf8))
    return bytes.indices.contains { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }

  /// Nil for a comment that does not speak to the program; what speaks to it and cannot be read is reported.
  init?(_ comment: Comment, in source: SourceFile, _ log: inout DiagnosticLog) {
    let text = source.text(of: comment.span)
    let inner = text.dropFirst().drop { $0 == " " || $0 == "\t" }
    guard inner.hasPrefix(Self.mark) else { return nil }
    var words = AllowComment.words(of: text, behind: text.utf8.count - inner.utf8.count + Self.mark.utf8.count)
    if let reason = words.firstIndex(where: { $0.text.hasPrefix("--") }) { words.removeSubrange(reason...) }
    let named = words.map { Located($0.text, at: comment.span.part($0.range)) }
    guard let verb = named.first, verb.value == "allow", named.count > 1 else {
      let near = nearestName(to: named.first?.value ?? "", in: ["allow"])
      let isMisspelt = named.first.map { $0.value != "allow" } ?? false
      log.report(
        .unreadableComment,
        named.first?.value == "allow"
          ? "`allow` needs the names of rules behind it" : "a comment for cutlist says `allow` and the names of rules",
        at: named.first?.span ?? comment.span,
        fixIts: isMisspelt && near != nil
          ? [FixIt("write `allow`", edits: [TextEdit(span: named[0].span, replacement: "allow")])] : [])
      return nil
    }
    names = Array(named.dropFirst())
    self.comment = comment
  }

  /// What stands between spaces and commas.
  private static func words(of text: String, behind start: Int) -> [(text: String, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    return bytes[start...].split { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }.map { word in
      (String(decoding: word, as: UTF8.self), word.startIndex..<word.endIndex)
    }
  }
}
