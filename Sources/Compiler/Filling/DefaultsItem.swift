import Diagnostics
import Syntax

/// Keys that things have unless they say otherwise. They are filled in before the document is read (`Defaults`); here
/// they are only looked at, so that what nothing uses is checked as well.
package struct DefaultsItem: Sendable {}

extension DefaultsItem {
  static let grammar = Grammar<DefaultsItem>.object(
    "defaults", "the defaults", doc: "Keys that segments, transitions and titles have unless they say otherwise."
  ) { fields in
    _ = fields.optional("segment", segment, "Keys of every segment.")
    _ = fields.optional("transition", transition, "Keys of every transition.")
    _ = fields.optional("title", title, "Keys of every title.")
    return DefaultsItem()
  }

  static let segment = Grammar<DefaultsItem>.object(
    "segment-defaults", "defaults of segments", doc: "What every segment has that can have it."
  ) { fields in
    _ = SegmentManner(&fields)
    return DefaultsItem()
  }

  static let transition = Grammar<DefaultsItem>.object(
    "transition-defaults", "defaults of transitions", doc: "What every transition has that is written as a mapping."
  ) { fields in
    _ = TransitionManner(&fields)
    return DefaultsItem()
  }

  static let title = Grammar<DefaultsItem>.object(
    "title-defaults", "defaults of titles", doc: "What every title has."
  ) { fields in
    _ = TitleManner(&fields)
    return DefaultsItem()
  }
}
