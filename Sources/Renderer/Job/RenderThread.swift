import Foundation

/// Runs straight-line blocking work on threads of its own, never on the pool that Swift's tasks share.
enum RenderThread {
  static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }
}
