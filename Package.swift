// swift-tools-version: 6.2
import PackageDescription

// The table of contents, from the lowest level to the highest. A target imports only from the levels above its
// own heading; a test reads every `import` in Sources/ and holds them to this order.

let package = Package(
  name: "cutlist",
  products: [
    .executable(name: "cutlist", targets: ["cutlist"]),
    .library(name: "CutlistKit", targets: ["CutlistKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    // Level 1: words for what is wrong; system libraries.

    /// Source text, spans, diagnostics, fix-its and their printers.
    .target(name: "Diagnostics"),
    /// Calls of Linux that Swift cannot make by itself.
    .target(name: "CLinux"),
    /// libyaml's event parser.
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    /// libavformat, libavcodec, libavfilter, libswscale, libswresample.
    .systemLibrary(
      name: "CFFmpeg", pkgConfig: "libavfilter",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavfilter-dev"])]),
    /// fontconfig, FreeType, HarfBuzz, FriBidi and libunibreak: which font, which glyphs in which order, which pixels.
    .systemLibrary(
      name: "CText", pkgConfig: "harfbuzz",
      providers: [
        .apt(["libharfbuzz-dev", "libfreetype-dev", "libfontconfig-dev", "libfribidi-dev", "libunibreak-dev"])
      ]),

    /// libjpeg, which gdk-pixbuf decodes the JPEG in drawings with.
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    /// Ways out of libav's functions where an assertion of theirs fails.
    .target(name: "CAssertion"),
    /// libxml2 and zlib: what is written in a drawing.
    .systemLibrary(name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev", "zlib1g-dev"])]),

    // Level 2: text as a tree; an edit as exact values; files.

    /// Paths that are opened below a folder and nowhere else, files that appear whole or not at all, threads: what the
    /// system gives, and what it refuses.
    .target(name: "Platform", dependencies: ["CLinux"]),
    /// YAML and JSON text to a tree in which every node knows its place.
    .target(name: "Syntax", dependencies: ["Diagnostics", "CYAML"]),
    /// Exact time, what is known about media, and the resolved composition. Swift values only.
    .target(name: "TimelineModel", dependencies: ["Diagnostics"]),

    // Level 3: what can be wrong, what has to be done, what the media are.

    /// The rules that a composition is held to, one file each.
    .target(name: "Checker", dependencies: ["Diagnostics", "TimelineModel"]),
    /// A composition to render jobs and filter graphs, as plain values.
    .target(name: "Planner", dependencies: ["Diagnostics", "TimelineModel"]),
    /// Safe owners over libav and the libraries of fonts and drawings; the only importer of any.
    .target(
      name: "Media", dependencies: ["Diagnostics", "Platform", "TimelineModel", "CFFmpeg", "CAssertion", "CJPEG", "CText", "CXML"]),
    /// Finished work, kept under the hash of all that decides it.
    .target(name: "Store", dependencies: ["Platform", .product(name: "Crypto", package: "swift-crypto")]),

    // Level 4: the two halves of the compiler.

    /// Text in; document, composition and every diagnostic out. Does no I/O.
    .target(name: "Compiler", dependencies: ["Diagnostics", "Platform", "Syntax", "TimelineModel", "Checker"]),
    /// A composition in; a movie or a picture out.
    .target(
      name: "Renderer", dependencies: ["Diagnostics", "Platform", "TimelineModel", "Planner", "Media", "Store"]),

    /// Media that tests make themselves: numbered frames, clicks and tones.
    .target(name: "TestSupport", dependencies: ["Platform", "TimelineModel", "Media"]),

    // Level 5: the library.

    /// What a program imports: compile an edit, look at it, export it. The only target with a public surface.
    .target(
      name: "CutlistKit",
      dependencies: [
        "Diagnostics", "Platform", "Syntax", "TimelineModel", "Planner", "Media", "Store", "Compiler", "Renderer",
      ]),

    // Level 6: for editors.

    /// The Language Server Protocol: what an editor asks while a document is being written, answered from its text.
    .target(
      name: "LanguageServer",
      dependencies: [
        "Diagnostics", "Platform", "Syntax", "TimelineModel", "Planner", "Media", "Compiler", "Renderer", "CutlistKit",
      ]),

    // Level 7: the command line.

    .executableTarget(
      name: "cutlist",
      dependencies: [
        "Diagnostics", "Platform", "TimelineModel", "Planner", "Media", "Store", "Compiler", "Renderer", "CutlistKit",
        "LanguageServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),

    // Tests, in the same order.

    .testTarget(name: "HouseTests"),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
    .testTarget(name: "TimelineModelTests", dependencies: ["TimelineModel"]),
    .testTarget(name: "SyntaxTests", dependencies: ["Diagnostics", "Syntax"]),
    .testTarget(
      name: "CompilerTests",
      dependencies: ["Compiler", "Diagnostics", "Syntax", "TimelineModel", "Planner", "CutlistKit", "TestSupport"],
      exclude: ["Cases"]),
    .testTarget(name: "PlannerTests", dependencies: ["Planner", "TimelineModel", "TestSupport"]),
    .testTarget(name: "StoreTests", dependencies: ["Platform", "Store", "TestSupport"]),
    .testTarget(name: "MediaTests", dependencies: ["Platform", "TimelineModel", "Media", "TestSupport"]),
    .testTarget(
      name: "RendererTests",
      dependencies: [
        "Diagnostics", "Platform", "TimelineModel", "Planner", "Media", "Store", "Renderer", "TestSupport",
      ]),
    .testTarget(
      name: "CutlistKitTests",
      dependencies: [
        "Diagnostics", "Platform", "Syntax", "TimelineModel", "Planner", "Media", "Compiler", "Renderer", "CutlistKit",
        "TestSupport",
      ]),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: [
        "Diagnostics", "Syntax", "TimelineModel", "Compiler", "CutlistKit", "LanguageServer", "TestSupport",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Diagnostics", "Platform", "TimelineModel", "Media", "Renderer", "CutlistKit", "LanguageServer", "TestSupport",
        "cutlist",
      ],
      exclude: ["Differences/Pairs.md", "Editors"]),
    .testTarget(
      name: "ReferenceTests",
      dependencies: ["Diagnostics", "TimelineModel", "Planner", "Media", "Compiler", "Renderer", "TestSupport"]),
  ]
)

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system {
  target.swiftSettings = house
}
// A renderer that works in floating point on every pixel takes minutes without the optimiser.
for target in package.targets where target.name == "ReferenceTests" {
  target.swiftSettings = house + [.unsafeFlags(["-O"], .when(configuration: .debug))]
}
