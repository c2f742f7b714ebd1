/// Texts that stand for what files hold, whatever path leads to these.
package struct OpenTexts: Sendable {
  private var texts: [String: [UInt8]] = [:]

  package init() {}

  package subscript(path: String) -> [UInt8]? {
    get { texts.isEmpty ? nil : texts[Fence.realPath(path)] }
    set { texts[Fence.realPath(path)] = newValue }
  }
}
