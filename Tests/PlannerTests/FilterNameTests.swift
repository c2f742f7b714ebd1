import Foundation
import Planner
import Testing

@Suite struct FilterNameTests {
  /// The list of filters is what the planner's sources name.
  @Test func everyFilterOfTheSourcesIsListed() throws {
    let planner = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Planner")
    let files = FileManager.default.enumerator(at: planner, includingPropertiesForKeys: nil)!
    var named: Set<String> = []
    for case let url as URL in files where url.pathExtension == "swift" && !url.path.hasSuffix("FilterNames.swift") {
      let text = try String(contentsOf: url, encoding: .utf8)
      for match in text.matches(of: /[fF]ilter\(\s*"([a-z]+)"/) { named.insert(String(match.1)) }
    }
    #expect(named.count > 8 && named.isSubset(of: Set(PicturePlan.filterNames)), "\(named)")
  }
}
