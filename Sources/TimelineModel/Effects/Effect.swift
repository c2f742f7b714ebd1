/// One change of a picture's pixels.
package struct Effect: Hashable, Sendable {
  package var kind: EffectKind
  /// Of each of the kind's parameters, by its name.
  package var numbers: [String: Curve<Double>]
  package var subject: EffectSubject
  package var origin: Origin

  package init(
    _ kind: EffectKind, _ numbers: [String: Curve<Double>] = [:], subject: EffectSubject = .none,
    origin: Origin = .none
  ) {
    self.kind = kind
    self.subject = subject
    self.origin = origin
    self.numbers = numbers
    for parameter in kind.parameters where numbers[parameter.name] == nil {
      self.numbers[parameter.name] = Curve(parameter.standard)
    }
  }

  /// What it is at one moment.
  package func setting(at time: TimelineTime) -> EffectSetting {
    EffectSetting(kind: kind, numbers: numbers.mapValues { $0.value(at: time) }, subject: subject)
  }

  /// True where a frame depends on more than that frame of the picture.
  package var hasMemory: Bool {
    switch (kind, subject) {
    case (.denoise, _), (.deinterlace, _), (.stabilise, _): true
    case (_, .filter(let call, _)): !call.isMemoryless
    default: false
    }
  }
}

/// What an effect is about besides numbers.
package enum EffectSubject: Hashable, Sendable {
  case none
  /// The key.
  case color(Color)
  /// A table of colours, `.cube`.
  case file(MediaReference)
  case fields(FieldParity)
  case filter(FilterCall, alpha: FilterAlpha)
}

/// What a filter knows of how opaque pictures are.
package enum FilterAlpha: String, Hashable, Sendable, Codable {
  case nothing
  /// It takes pictures that have alpha.
  case takes
  /// Opaque pictures get alpha of it.
  case gives
}

/// Which of a frame's two fields was taken first.
package enum FieldParity: String, Hashable, Sendable, CaseIterable {
  /// As the frame says.
  case auto
  case top, bottom
}

/// An effect at one moment.
package struct EffectSetting: Hashable, Sendable {
  package var kind: EffectKind
  package var numbers: [String: Double]
  package var subject: EffectSubject

  package init(kind: EffectKind, numbers: [String: Double], subject: EffectSubject) {
    self.kind = kind
    self.numbers = numbers
    self.subject = subject
  }

  package subscript(parameter: String) -> Double { numbers[parameter] ?? 0 }
  /// True where a picture is not opaque any more afterwards.
  package var givesAlpha: Bool {
    switch subject {
    case .color: true
    case .filter(_, let alpha): alpha == .gives
    default: false
    }
  }

  /// The number that the effect is named for.
  package var amount: Double { self[kind.rawValue] }
}
