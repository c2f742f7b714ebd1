import Foundation
import TestSupport
import Testing

/// What strangers send reaches nothing outside its folder, runs nothing and comes to an end.
@Suite struct StrangersDocumentTests {
  private let folder: TemporaryFolder
  private var root: String { folder.path("in") }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["in", "outside"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try "machine example.org password hunter2\n".write(
      toFile: folder.path("outside/secret"), atomically: true, encoding: .utf8)
  }

  private func edit(_ clip: String, kind: String = "video") throws -> String {
    try folder.document(
      """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: \(kind), segments: [ { clip: \(clip), duration: 1s } ] } ]

      """, "in/edit.yaml")
  }

  private func filtered(_ filter: String) throws -> String {
    try edit("{ color: red }, effects: [ { filter: \"\(filter)\" } ]")
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
  }

  @Test(arguments: ["check", "plan", "expand", "render"]) func linkedDocumentsAreNotShown(command: String) throws {
    try link("in/doc.yaml", to: "../outside/secret")
    let output = command == "render" ? ["-o", folder.path("a.mp4")] : []
    let result = try Program.run([command, "\(root)/doc.yaml"] + output)
    #expect(result.status == 2 && result.errors.contains("leads out of its folder"), "\(result.errors)")
    #expect(!(result.errors + result.output).contains("hunter2"))
  }

  @Test func linkedSettingsLocksAndTimelinesAreNotShown() throws {
    _ = try edit("{ timeline: inner.yaml }")
    try link("in/inner.yaml", to: "../outside/secret")
    let nested = try Program.run("check", "\(root)/edit.yaml")
    #expect(nested.status == 1 && nested.errors.contains("[path-outside-root]"), "\(nested.errors)")
    try link("in/edit.yaml.lock", to: "../outside/secret")
    let locked = try Program.run("check", "--locked", "\(root)/edit.yaml")
    #expect(locked.status == 2 && locked.errors.contains("leads out of its folder"), "\(locked.errors)")
    try link("in/.cutlist.yaml", to: "../outside/secret")
    let configured = try Program.run("check", "\(root)/edit.yaml")
    #expect(configured.status == 2 && configured.errors.contains("leads out of its folder"), "\(configured.errors)")
    let named = try Program.run("check", "--config", "\(root)/.cutlist.yaml", "\(root)/edit.yaml")
    #expect(named.status == 2 && named.errors.contains("leads out of its folder"), "\(named.errors)")
    for result in [nested, locked, configured, named] { #expect(!(result.errors + result.output).contains("hunter2")) }
  }

  /// With `--root` around both, a linked document is read.
  @Test func aRootAroundBothLetsALinkBe() throws {
    _ = try edit("{ color: red }")
    try link("outside/linked.yaml", to: "../in/edit.yaml")
    #expect(try Program.run("check", folder.path("outside/linked.yaml")).status == 2)
    #expect(try Program.run("check", folder.path("outside/linked.yaml"), "--root", folder.url.path).status == 0)
  }

  @Test(arguments: ["\\0", "\\n", "\\e[31m", "\\t"]) func pathsHaveNoControlCharacters(character: String) throws {
    for options in [[], ["--offline"]] {
      let result = try Program.run(["check", try edit("\"a\(character)b.mp4\"")] + options)
      #expect(result.status == 1 && result.errors.contains("edit.yaml:3:46: error: a path has no control characters"))
    }
  }

  @Test func pipesAreNotWaitedFor() throws {
    #expect(mkfifo("\(root)/pipe.mp4", 0o600) == 0)
    let result = try Program.run("check", try edit("pipe.mp4"))
    #expect(result.status == 1 && result.errors.contains("it is not a regular file"), "\(result.errors)")
  }

  /// The system has the same words for a socket as for a disk that fails; a socket never becomes a file.
  @Test(arguments: [
    "socket.mp4", "{ timeline: socket.yaml }", "{ images: socket%d.png, rate: 25 }", "{ image: socket1.png }",
    "{ color: red }, effects: [ { lut: socket.cube } ]", "{ color: red }, matte: { image: socket1.png }",
  ]) func socketsAreNotMedia(clip: String) throws {
    for name in ["socket.mp4", "socket.yaml", "socket1.png", "socket2.png", "socket.cube"] { try socket(name) }
    let result = try Program.run("check", try edit(clip))
    #expect(result.status == 1 && result.errors.contains("it is not a regular file"), "\(result.errors)")
  }

  @Test func socketsAreNoDocumentsNorSettingsNorLocks() throws {
    _ = try edit("{ color: red }")
    for name in ["socket.yaml", "edit.yaml.lock"] { try socket(name) }
    let document = try Program.run("check", "\(root)/socket.yaml")
    #expect(document.status == 2 && document.errors.contains("it is not a regular file"), "\(document.errors)")
    let locked = try Program.run("check", "--locked", "\(root)/edit.yaml")
    #expect(locked.status == 2 && locked.errors.contains("it is not a regular file"), "\(locked.errors)")
    try socket(".cutlist.yaml")
    let configured = try Program.run("check", "\(root)/edit.yaml")
    #expect(configured.status == 2 && configured.errors.contains("it is not a regular file"), "\(configured.errors)")
  }

  private func socket(_ name: String) throws { try #require(mknod("\(root)/\(name)", S_IFSOCK | 0o600, 0) == 0) }

  @Test(arguments: [
    ("list.mp4", "ffconcat version 1.0\nfile a.mp4\n", "concat"),
    ("list.mov", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\na.ts\n", "hls"),
    ("tone.wav", "t: 440+10/50\nNOW t\n+99:00:00 t\n", "sbg"),
  ]) func filesThatNameOthersAreNotRead(name: String, text: String, format: String) throws {
    try BarcodeMovie().write(to: "\(root)/a.mp4")
    try text.write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8)
    let result = try Program.run("check", try edit(name))
    #expect(result.status == 1 && result.errors.contains("[unreadable-media]"), "\(result.errors)")
    #expect(result.errors.contains("`\(format)` is not read") || result.errors.contains("not a media file"))
  }

  /// What lies in a document's place and cannot be decoded is wrong itself; a name that leads nowhere is the command's.
  @Test func aClipInADocumentsPlace() throws {
    try Data((0..<3000).map { UInt8(truncatingIfNeeded: $0 * $0) }).write(to: URL(filePath: "\(root)/noise.mp4"))
    for command in [["check"], ["render", "-o", "\(root)/out.mp4"]] {
      #expect(try Program.run(command + ["\(root)/noise.mp4"]).status == 1, "\(command)")
      #expect(try Program.run(command + ["\(root)/nothing.mp4"]).status == 2, "\(command)")
    }
  }

  /// A filter that goes on for ever is an error at its place.
  @Test func aTrialThatHangsIsCutOff() throws {
    let result = try Program.run("check", try filtered("geq=lum='while(1,1)'"), "--max-time", "4")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("edit.yaml:3:") && result.errors.contains("not done with a trial after 2 s"))
  }

  /// A few words of SVG are work for hours, and an editor is not left waiting for that either.
  @Test func aDrawingThatHangsIsCutOff() throws {
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f" x="0" y="0" width="1" height="1">
      <feTurbulence baseFrequency="0.05" numOctaves="9999"/></filter>
      <rect width="4000" height="4000" filter="url(#f)"/></svg>
      """
    try drawing.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
    let result = try Program.run("check", try edit("{ image: a.svg }"), "--max-time", "4")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("edit.yaml:3:") && result.errors.contains("not done with a trial after 2 s"))
    let plain = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\"><circle r=\"9\"/></svg>"
    try plain.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
    #expect(try Program.run("check", try edit("{ image: a.svg }")).status == 0)
  }

  @Test func aPictureThatIsTooLargeIsRefused() throws {
    let result = try Program.run("check", try filtered("pad=w=16000:h=16000"))
    #expect(result.status == 1 && result.errors.contains("--max-pixels"), "\(result.errors)")
    let image = try Program.run("check", try edit("a.png"), "--max-pixels", "100")
    #expect(image.status == 1)
  }

  /// Pictures of other kinds are errors: gdk-pixbuf reads them with modules, which may not be installed, and some of which
  /// write files.
  @Test(arguments: [
    ("image/png", "png", true), ("IMAGE/PNG;charset=utf-8", "png", true), ("", "png", true),
    ("image/jpeg", "jpg", true),
    ("image/gif", "gif", false), ("image/png", "gif", false), ("", "gif", false), ("image/x-xpixmap", "xpm", false),
    ("image/svg+xml", "svg", false),
  ])
  func picturesInDrawings(kind: String, ending: String, isDrawn: Bool) throws {
    let path = folder.path("in/picture.\(ending)")
    let texts = [
      "xpm": "/* XPM */\nstatic char * p[] = {\n\"1 1 1 1\",\n\"a c red\",\n\"a\"};\n",
      "svg": "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>",
    ]
    if let text = texts[ending] {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "color=red:s=64x64", "-frames:v", "1", path)
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    func check(_ content: String, before declarations: String = "") throws -> Program.Result {
      let drawing = """
        \(declarations)<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">\(content)</svg>
        """
      try drawing.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
      return try Program.run("check", try edit("{ image: a.svg }"))
    }
    let link = "\(kind);base64,\(bytes.base64EncodedString(options: .lineLength76Characters))"
    let image = "<image width=\"64\" height=\"64\" href="
    for (content, declarations) in [
      ("\(image)'data:\(link)'/>", ""), ("\(image)'da&#10;t&#x61;:\(link)'/>", ""),
      ("\(image)'&p;'/>", "<!DOCTYPE svg [<!ENTITY p \"data:\(link)\">]>"),
      ("<![CDATA[<!-- ]]>\(image)'data:\(link)'/>", ""),
    ] {
      let result = try check(content, before: declarations)
      #expect(result.status == (isDrawn ? 0 : 1), "\(result.errors)")
      let isTold = result.errors.contains("edit.yaml:3:") && result.errors.contains("a picture in it (data:")
      #expect(isTold != isDrawn, "\(result.errors)")
    }
    // What is hidden is not missed.
    #expect(try check("<g display=\"none\">\(image)'data:\(link)'/></g>").status == 0)
    for link in ["picture.\(ending)", "&quot;: data:"] {
      let linked = try check("\(image)'\(link)'/>")
      #expect(linked.status == 1 && linked.errors.contains("links in a drawing are not followed"), "\(linked.errors)")
    }
  }

  /// A picture that is written into a drawing and is damaged or too large is an error, wherever and however it stands there:
  /// gdk-pixbuf draws what it can read of it without a word.
  @Test(arguments: Writing.allCases) func damagedPicturesInDrawings(writing: Writing) throws {
    let whole = try picture("png")
    #expect(try check(drawing: writing.drawing(of: whole)).status == 0)
    for count in [whole.count / 2, whole.count - 12] {
      let result = try check(drawing: writing.drawing(of: whole.prefix(count)))
      #expect(result.status == 1 && result.errors.contains("it is damaged"), "\(result.errors)")
    }
    let large = try check(drawing: writing.drawing(of: picture("png", size: "100x64")), "--max-pixels", "6399")
    #expect(large.status == 1 && large.errors.contains("100x64 are more pixels"), "\(large.errors)")
  }

  @Test(arguments: [0.3, 0.6, 0.9]) func damagedJPEGInDrawings(share: Double) throws {
    let whole = try picture("jpg")
    #expect(try check(drawing: Writing.plain.drawing(of: whole)).status == 0)
    let result = try check(drawing: Writing.plain.drawing(of: whole.prefix(Int(Double(whole.count) * share))))
    #expect(result.status == 1 && result.errors.contains("it is damaged"), "\(result.errors)")
  }

  /// A way to write a picture into a drawing.
  enum Writing: CaseIterable {
    case plain, escaped, wide, entity, assumed, included, filter, pattern, doubled, used, painted, styled

    func drawing(of picture: Data) -> Data {
      let link = "data:;base64,\(picture.base64EncodedString())"
      let image = "<image id='a' width='64' height='64' xlink:href='\(link)'/>"
      func svg(_ content: String, _ declarations: String = "") -> String {
        "\(declarations)<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
          + "width='64' height='64'>\(content)</svg>"
      }
      func part(_ content: String) -> String { Data(svg(content).utf8).base64EncodedString() }
      let pattern = "<pattern id='p' width='64' height='64' patternUnits='userSpaceOnUse'>\(image)</pattern>"
      switch self {
      case .plain: return Data(svg(image).utf8)
      case .escaped: return Data(svg(image.replacing("A", with: "%41").replacing("data:", with: " DATA&#58;")).utf8)
      case .wide: return svg(image, "<?xml version='1.0' encoding='UTF-16'?>").data(using: .utf16)!
      case .entity: return Data(svg("&picture;", "<!DOCTYPE svg [<!ENTITY picture \"\(image)\">]>").utf8)
      case .assumed:
        let declaration = "<!DOCTYPE svg [<!ATTLIST image href CDATA '\(link)'>]>"
        return Data(svg("<image width='64' height='64'/>", declaration).utf8)
      case .included:
        let drawing = "data:text/xml;base64,\(part(image))"
        return Data(svg("<include xmlns='http://www.w3.org/2001/XInclude' href='\(drawing)'/>").utf8)
      case .filter:
        let filter = "<filter id='f'>\(image.replacing("<image", with: "<feImage"))</filter>"
        return Data(svg("\(filter)<rect width='64' height='64' filter='url(#f)'/>").utf8)
      case .doubled:
        return Data(
          svg(
            image.replacing("<image", with: "<image href='\(link)'").replacing(
              "xlink:href", with: "xlink:href='' xlink:role")
          ).utf8)
      case .used: return Data(svg("<use href='data:image/svg+xml;base64,\(part(image))#a'/>").utf8)
      case .painted:
        return Data(
          svg("<rect width='64' height='64' fill='url(\"data:image/svg+xml;base64,\(part(pattern))#p\")'/>").utf8)
      case .styled:
        let style = "rect { mask: url(\\64 a\\ta:image/svg+xml;base64,\(part("<mask id='m'>\(image)</mask>"))#m) }"
        return Data(svg("<style>\(style)</style><rect width='64' height='64'/>").utf8)
      case .pattern:
        return Data(svg("\(pattern)<rect width='64' height='64' fill='url(#p)'/>").utf8)
      }
    }
  }

  /// A JPEG in a drawing is damaged if libjpeg or libavcodec says so, and may be followed by other bytes.
  @Test func oddJPEGInDrawings() throws {
    let whole = try picture("jpg")
    let scan = try #require(whole.range(of: Data([0xFF, 0xDA]))).upperBound
    var spoilt = whole
    for place in scan + 200..<scan + 205 { spoilt[place] ^= 0x5A }
    for (bytes, isWhole) in [
      (whole[..<2] + [0] + whole[2...], false), (spoilt, false), (whole + Data("more".utf8), true),
    ] {
      let result = try check(drawing: Writing.plain.drawing(of: Data(bytes)))
      #expect(
        result.status == (isWhole ? 0 : 1) && result.errors.contains("it is damaged") != isWhole, "\(result.errors)")
    }
  }

  /// Links that librsvg reads differently from other programs are errors. Text that only looks like a link is none, and
  /// neither are links that librsvg does not follow.
  @Test func linksThatAreReadOtherwise() throws {
    let (whole, half) = (try picture("jpg"), try picture("jpg").prefix(500))
    func link(_ bytes: Data) -> String { "data:image/jpeg;base64,\(bytes.base64EncodedString())" }
    func escaped(_ bytes: Data) -> String { bytes.map { "%" + String(Int($0) | 0x100, radix: 16).dropFirst() }.joined() }
    func svg(_ link: String, _ declarations: String = "") -> Data {
      Data(
        "\(declarations)<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'><image width='64' height='64' href='\(link)'/></svg>"
          .utf8)
    }
    let twice = "<!DOCTYPE svg [<!ENTITY p \"\(link(whole))\"><!ENTITY p \"\(link(half))\">]>"
    for drawing in [
      svg("&p;", twice), svg("data:\u{301};base64,\(half.base64EncodedString())"),
      svg("data:image/jpeg;\u{A0}base64,\(escaped(half))"),
    ] {
      let result = try check(drawing: drawing)
      #expect(result.status == 1, "\(result.errors)")
    }
    let fonts = (0..<40).map { ".a\($0) { cursor: url(data:,x\($0)) }" }.joined()
    for content in [
      "<style>\(fonts)</style>", "<g aria-label='\((0..<40).map { "data: \($0)," }.joined())'/>",
      "<metadata thumb='\(link(half))'/>", "<image href='\(String(repeating: "data:,", count: 200))' display='none'/>",
    ] {
      let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>\(content)<circle r='9'/></svg>"
      let result = try check(drawing: Data(drawing.utf8))
      #expect(result.status == 0, "\(result.errors)")
    }
  }

  @Test func damagedPicturesInCompressedDrawings() throws {
    for (picture, status) in [(try picture("png"), Int32(0)), (try picture("png").dropLast(12), 1)] {
      try Writing.plain.drawing(of: picture).write(to: URL(filePath: folder.path("in/plain.svg")))
      try CommandLineTool.run("sh", ["-c", "gzip < '\(root)/plain.svg' > '\(root)/b.svg'"])
      let result = try Program.run("check", try edit("{ image: b.svg }"))
      #expect(result.status == status && result.errors.contains("it is damaged") == (status == 1), "\(result.errors)")
    }
  }

  private func picture(_ ending: String, size: String = "64x64") throws -> Data {
    let path = folder.path("picture.\(ending)")
    try CommandLineTool.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=\(size)", "-frames:v", "1", path)
    return try Data(contentsOf: URL(filePath: path))
  }

  private func check(drawing: Data, _ arguments: String...) throws -> Program.Result {
    try drawing.write(to: URL(filePath: folder.path("in/a.svg")))
    return try Program.run(["check", try edit("{ image: a.svg }")] + arguments)
  }

  /// Letters that no font has are errors, if they are shown for sure.
  @Test(arguments: [
    ("<text x='3' y='30'>a\u{1F732}</text>", true),
    ("<text x='3' y='30'>é e\u{301} \u{200D}\u{FE0F}\u{AD}½</text>", false),
    ("<switch><text systemLanguage='zz'>\u{1F732}</text><text y='9'>a</text></switch>", false),
    ("<text y='30' style='display:inline;fill-opacity:1' opacity='.9'>\u{1F732}</text>", true),
    ("<style>.s { stop-opacity: 0 }</style><text y='30' stroke-opacity='0'>\u{1F732}</text>", true),
    ("<g visibility='hidden'><text y='30' style='visibility: visible'>\u{1F732}</text></g>", true),
    ("<g visibility='hidden'><text y='30'>\u{1F732}</text></g>", false),
    ("<style>.a { visibility: hidden }</style><text y='30' class='a'>\u{1F732}</text>", false),
    ("<g style='display: none'><text>\u{1F732}</text></g>", false), ("<desc>\u{1F732}</desc>", false),
  ])
  func lettersInDrawings(content: String, isError: Bool) throws {
    let result = try check(
      drawing: Data("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>\(content)</svg>".utf8))
    #expect(result.status == (isError ? 1 : 0), "\(result.errors)")
    #expect(result.errors.contains("no font of this machine has “\u{1F732}”") == isError, "\(result.errors)")
  }

  /// Librsvg leaves out without a word what it does not know.
  @Test(arguments: [
    ("<filter id='f'><feDropShadow dx='5'/></filter><rect width='9' height='9' filter='url(#f)'/>", "feDropShadow"),
    ("<defs><filter id='f'><feFoo/></filter></defs><rect width='9' height='9' filter='url(#f)'/>", "feFoo"),
    ("<path id='p' d='M0,9H60'/><text><textPath href='#p'>a</textPath></text>", "textPath"),
    ("<foreignObject width='9' height='9'><p xmlns='http://www.w3.org/1999/xhtml'>a</p></foreignObject>", "foreignObject"),
    ("<flowRoot><flowPara>a</flowPara></flowRoot>", "flowRoot"), ("<flowRoot><flowPara> </flowPara></flowRoot>", nil),
    ("<switch><foreignObject width='9' height='9'/><rect width='9' height='9'/></switch>", nil),
    ("<title>a</title><metadata><a xmlns='urn:b'/></metadata><x xmlns='urn:b'/>", nil),
    ("<g><animate attributeName='x' dur='1s'/><set attributeName='y' to='1'/></g>", nil),
    ("<filter id='f'><feMerge><feMergeNode/></feMerge><feFlood/></filter>", nil),
    ("<meshgradient id='m'/><rect width='9' height='9' fill='url(#m)'/>", "meshgradient"),
    ("<hatch id='m'/><rect width='9' height='9' style='stroke: url(#m)'/>", "hatch"),
    ("<solidColor id='m'/><style>rect { fill: url(#m) }</style><rect width='9' height='9'/>", "solidColor"),
    ("<meshgradient id='m'/><rect id='r' width='9' height='9' fill='url(#r)'/>", nil),
  ] as [(String, String?)])
  func elementsThatAreNotDrawn(content: String, name: String?) throws {
    let result = try check(
      drawing: Data("<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>\(content)</svg>".utf8))
    #expect(result.status == (name == nil ? 0 : 1), "\(result.errors)")
    if let name {
      #expect(
        result.errors.contains("does not draw its `\(name)`") || result.errors.contains("does not paint with its `\(name)`"),
        "\(result.errors)")
    }
  }

  /// A link to something in the drawing that is not there leaves out what it is for, as everywhere.
  @Test(arguments: [
    ("<use href='other.svg#a'/>", true), ("<use href='#a'/>", false), ("<use href='https://localhost/a.svg#b'/>", true),
    ("<rect width='9' height='9' fill='url(other.svg#f)'/>", true),
    ("<rect width='9' height='9' fill='url(#f)'/>", false),
    ("<rect width='9' height='9' style='stroke:url(other.svg#f)'/>", true),
    ("<rect width='9' height='9' mask='url(other.svg#f)'/>", true),
    ("<rect width='9' height='9' filter='url(other.svg#f)'/>", true),
    ("<rect width='9' height='9' filter='url(#feImage returned an error)'/>", false),
    ("<path d='M0,0L9,9L9,0' stroke='red' marker-mid='url(other.svg#f)'/>", true),
    ("<include xmlns='http://www.w3.org/2001/XInclude' href='other.svg'/>", true),
    ("<image width='9' height='9' href=''/>", false),
    ("<rect width='9' height='9' clip-path='url(other.svg#f)'/>", true),
    ("<rect width='9' height='9' style='fill:red; CLIP-PATH : url( \"other.svg#f\" )'/>", true),
    ("<style>/* a */ .c { fill: red; clip-path: url('other.svg#f') }</style><rect class='c' width='9' height='9'/>", true),
    ("<clipPath id='f'><circle r='9'/></clipPath><rect width='9' height='9' clip-path=\"url('#f')\"/>", false),
    ("<linearGradient id='p' href='other.svg#f'/><rect width='9' height='9' fill='url(#p)'/>", true),
    ("<linearGradient id='p' href='#f'/><rect width='9' height='9' fill='url(#p)'/>", false),
    ("<style>@import url(a.css);</style>", true), ("<style>@IMPORT 'a.css' print;</style>", true),
    ("<style>/* @import url(a.css); */ a { fill: red }</style>", false),
    ("<style>@import url(https://fonts.googleapis.com/css?family=Roboto);</style>", false),
    ("<?xml-stylesheet type='text/css' href='a.css'?>", true),
    ("<?xml-stylesheet href=\"data:text/css,rect{fill:red}\"?>", false),
  ])
  func linksInDrawings(content: String, leadsOut: Bool) throws {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\">\(content)</svg>"
    try drawing.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
    let result = try Program.run("check", try edit("{ image: a.svg }"))
    #expect(result.status == (leadsOut ? 1 : 0), "\(result.errors)")
    #expect(result.errors.contains("links in a drawing are not followed") == leadsOut, "\(result.errors)")
  }

  /// A drawing of which librsvg would draw only a part is an error that says why.
  @Test(arguments: [
    (
      "<pattern id='p' width='1000' height='1' patternUnits='userSpaceOnUse'><rect width='2' height='2'/></pattern>"
        + "<rect width='9' height='9' fill='url(#p)' transform='scale(40)'/>", "it is not drawn to its end"
    ),
    (
      "<defs><g id='u0'/>"
        + (1...6).map { "<g id='u\($0)'>" + String(repeating: "<use href='#u\($0 - 1)'/>", count: 10) + "</g>" }
        .joined()
        + "</defs><use href='#u6'/>", "it refers to more elements"
    ),
    ("<filter id='f'><feOffset in='typo' dx='1'/></filter><rect width='9' height='9' filter='url(#f)'/>", "feOffset"),
    ("<polygon points='1,2 3,x'/>", "its element polygon has an attribute"),
    (
      "<filter id='f'><feMorphology id='m' radius='-1'/></filter><rect width='9' height='9' filter='url(#f)'/>",
      "its element feMorphology (m) has"
    ),
    ("<text x='-16000' y='30000' font-size='100000'>I</text>", "its letters cannot be drawn"),
  ])
  func drawingsThatAreNotDrawnToTheirEnd(content: String, reason: String) throws {
    let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>\(content)<circle r='9'/></svg>"
    try drawing.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
    let result = try Program.run("check", try edit("{ image: a.svg }"))
    #expect(result.status == 1 && result.errors.contains(reason), "\(result.errors)")
    #expect(!result.errors.contains("Pango") && !result.output.contains("Pango"), "\(result.errors)")
  }

  /// A number that an encoder takes as text is not computed as an expression.
  @Test(arguments: [("libx264", "level"), ("libx264", "profile"), ("libx265", "profile")])
  func expressionsInTextOptionsAreNotComputed(codec: String, option: String) throws {
    let text = """
      timeline: 1
      canvas: { size: 64x64, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]
      export: { video: { codec: \(codec), options: { \(option): "while(1,1)" } } }
      """
    try text.write(toFile: folder.path("in/w.yaml"), atomically: true, encoding: .utf8)
    let result = try Program.run("check", "--max-time", "20", folder.path("in/w.yaml"))
    #expect(result.status == 1 && result.errors.contains("w.yaml:4:"), "\(result.errors)")
  }

  /// A drawing that takes as much of the stack as there is has no room where it is drawn later.
  @Test(arguments: [100, 640, 700, 864, 868, 3000]) func aDrawingThatIsNestedDeeplyIsAnErrorOrDrawn(depth: Int) throws {
    let uses = (1...depth).map { "<g id=\"a\($0)\" opacity=\".9\"><use xlink:href=\"#a\($0 - 1)\"/></g>" }
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">
      <defs><g id="a0"><rect width="1" height="1"/></g>\(uses.joined())</defs><use xlink:href="#a\(depth)"/></svg>
      """
    try drawing.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
    let result = try Program.run("check", try edit("{ image: a.svg }"))
    #expect([0, 1].contains(result.status), "\(result.errors)")
  }

  /// Where no process can be had for the trial, a drawing is drawn without one.
  @Test(arguments: 6...9) func aDrawingIsDrawnWithoutATrial(files: Int) throws {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"64\" height=\"64\"><circle r=\"9\"/></svg>"
    try drawing.write(toFile: folder.path("in/a.svg"), atomically: true, encoding: .utf8)
    let result = try Program.run(["check", try edit("{ image: a.svg }")], limits: "ulimit -n \(files)")
    #expect([0, 3].contains(result.status), "\(result.errors)")
  }

  /// Sides of 16384 are allowed, and together the pixels that `--max-pixels` names.
  @Test func aCanvasHasNoMorePixelsThanPictures() throws {
    func check(_ size: String, _ arguments: String...) throws -> Program.Result {
      let text = """
        timeline: 1
        canvas: { size: \(size), rate: 25 }
        tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 1s } ] } ]

        """
      return try Program.run(["check", try folder.document(text, "in/canvas.yaml"), "--offline"] + arguments)
    }
    for size in ["16384x4096", "10000x9000"] { #expect(try check(size).status == 0) }
    let result = try check("16384x16384")
    #expect(
      result.status == 1 && result.errors.contains("canvas.yaml:2:17: error: a canvas has at most"), "\(result.errors)")
    #expect(try check("1920x1080", "--max-pixels", "2000000").status == 1)
    #expect(try check("16384x16384", "--max-pixels", "300000000").status == 0)
  }

  /// What takes long as a whole ends as well, and says what it was looking at.
  @Test func theWholeIsCutOff() throws {
    let long = try folder.document(
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 60 }
      tracks: [ { kind: video, segments: [ { clip: { color: red }, duration: 36000s } ] } ]
      titles: [ { text: a, over: 0s..36000s, opacity: { from: 0, to: 1 } } ]

      """, "in/long.yaml")
    let result = try Program.run("check", "--picture", long, "--max-time", "1")
    #expect(
      result.status == 1 && result.errors.contains("long.yaml: error: it was not done after 1 s"), "\(result.errors)")
  }

  @Test func aLockWithImpossibleNumbersIsNone() throws {
    try BarcodeMovie().write(to: "\(root)/a.mp4")
    let document = try edit("a.mp4")
    #expect(try Program.run("lock", document).status == 0)
    try FileManager.default.removeItem(atPath: "\(root)/a.mp4")
    let lock = try String(contentsOfFile: document + ".lock", encoding: .utf8)
    #expect(try Program.run("check", "--locked", document).status == 0)
    for number in ["9223372036854775807", "-9223372036854775808", "0"] {
      let changed = lock.replacing(/"width" ?: ?\d+/, with: "\"width\": \(number)")
      #expect(changed != lock)
      try changed.write(toFile: document + ".lock", atomically: true, encoding: .utf8)
      let result = try Program.run("check", "--locked", document)
      #expect(result.status == 2 && result.errors.contains("no lock that this program has written"), "\(result.errors)")
    }
  }

  /// What is too small or too short for numbers to say is not drawn, or an error; the program goes on.
  @Test(
    arguments: [
      "crop: [0, 0, 0.0000001, 0.00001]", "crop: [0, 0, 1e-300, 1e-300]", "scale: 1e-300", "scale: [1e-160, 1e-160]",
      "rotate: 10, scale: 1e-200", "fade: 1/9223372036854775807s", "fade: 1/4611686018427387904s",
      "fade: { in: 1/3000000000000000001s, out: 1/3s }", "fade: { in: 1/3s, out: 1/3000000000000000001s }",
    ])
  func numbersAtTheirEnds(words: String) throws {
    let document = try folder.document(
      "timeline: 1\ncanvas: { size: 64x64, rate: 25 }\ntracks: [ { kind: video, segments: "
        + "[ { clip: { color: red }, duration: 1s, \(words) } ] } ]\n")
    let checked = try Program.run("check", document)
    let rendered = try Program.run("render", document, "-o", folder.path("a.mp4"), "--overwrite", "--no-store")
    #expect(rendered.status == checked.status && [0, 1].contains(checked.status), "\(rendered.errors)")
  }
}
