import Media
import TestSupport
import Testing
import TimelineModel

@Suite struct JoinTests {
  private typealias Cut = Splice.Cut

  /// Heads, tails, pieces of one frame, whole groups, and jumps in both directions.
  private static let cuts = [5..<41, 60..<61, 0..<12, 13..<14, 24..<72, 30..<37, 12..<13, 20..<24, 36..<60].map {
    Cut($0)
  }

  static let sources = CopySource.h264 + CopySource.hevc + [CopySource.vp9, CopySource.av1] + CopySource.intra

  @Test(arguments: sources + (CopySource.h264 + CopySource.hevc).map { $0.kept(in: "ts") })
  func showsEveryFrame(of source: CopySource) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let container: OutputSettings.Container =
      source.container == "ts" ? .mp4 : try #require(OutputSettings.Container(rawValue: source.container))
    let output = folder.path("joined.\(container)")
    var splice = try Splice([(source, path)])
    try splice.write(JoinTests.cuts, to: output, container: container)
    #expect(splice.shown.count(where: \.isCopied) >= 100)
    try splice.expect(output, from: [path])
  }

  @Test(arguments: [OutputSettings.Container.mp4, .mov, .mkv], [CopySource.h264[2], CopySource.hevc[1]])
  func joinsInEveryContainer(container: OutputSettings.Container, source: CopySource) throws {
    let folder = try TemporaryFolder()
    let source = source.kept(in: "mkv")
    let path = folder.path(source.testDescription)
    try source.write(to: path)
    let output = folder.path("joined.\(container)")
    var splice = try Splice([(source, path)])
    try splice.write(JoinTests.cuts, to: output, container: container)
    try splice.expect(output, from: [path])
  }
}
