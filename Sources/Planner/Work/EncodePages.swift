package import Diagnostics

/// Why a stretch of picture is encoded.
package let plannerPages: [DiagnosticPage] = [
  .background, .title, .transition, .layers, .opacity, .placement, .effect, .blend, .still, .nested, .color, .speed,
  .rateDiffers, .sizeDiffers, .aspectDiffers, .orientationDiffers, .interlaced, .pixelFormatDiffers, .colorDiffers,
  .codecDiffers, .headersDiffer, .profileDiffers, .sizeLimited, .heldFrame, .cutInsideGroup, .endInsideGroup,
  .noAccessPoint, .unreadablePackets, .copyingOff,
]

extension DiagnosticPage {
  /// - Parameters:
  ///   - encoded: documents whose frames are encoded for this reason, its place between « and ».
  ///   - copied: documents that mean much the same, and of which frames are copied.
  static func reason(
    _ id: String, _ summary: String, _ rationale: String, media: String = "", encoded: [String] = [],
    copied: [String] = [], session: ShellSession? = nil
  ) -> DiagnosticPage {
    DiagnosticPage(
      DiagnosticID(id), .remark, summary: "\(summary) are encoded", rationale: rationale, bad: encoded, good: copied,
      headings: ExampleHeadings(bad: "For example:", good: "Copied instead:"), media: media, session: session)
  }
}
