import CutlistKit
import TestSupport
import Testing
import TimelineModel

@Suite struct FirstDocumentTests {
  private func names(_ files: [String]) -> [String] {
    let text = FirstDocument(files.map { ($0, MediaFacts(container: "mov")) }, besides: nil).text
    return text.matches(of: #/(?m)^  "(.*)": /#).map { String($0.1) }
  }

  @Test func filesOfOneNameAreNumbered() {
    #expect(names(["a/clip.mp4", "b/Clip.mov", "c/clip.mkv"]) == ["clip", "clip-2", "clip-3"])
    #expect(
      names(["a/clip.mp4", "clip-2.mp4", "b/clip.mp4", "b/clip-2.mp4"]) == ["clip", "clip-2", "clip-3", "clip-2-2"])
  }

  @Test func manyFilesOfOneNameHaveShortNames() {
    let names = names((1...20_000).map { "\($0)/clip.mp4" })
    #expect(Set(names).count == 20_000 && names.last == "clip-20000")
  }
}
