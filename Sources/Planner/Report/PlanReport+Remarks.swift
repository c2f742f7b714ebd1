package import Diagnostics

extension PlanReport {
  /// Each reason once for each place, in the order of the timeline, with how many frames it costs.
  package var remarks: [Diagnostic] {
    var order: [EncodeReason] = []
    var frames: [EncodeReason: Int64] = [:]
    for shot in shots {
      guard let reason = shot.reason else { continue }
      if frames[reason] == nil { order.append(reason) }
      frames[reason, default: 0] += Int64(shot.frames.count)
    }
    return order.map { reason in
      let count = frames[reason]!
      var remark = reason.diagnostic
      remark.message += count == 1 ? ": 1 frame is encoded" : ": \(count) frames are encoded"
      return remark
    }
  }
}
