import CYAML

/// libyaml's events, one at a time. It owns the parser and a copy of the text, which libyaml reads in place.
final class EventStream {
  struct Event {
    enum Kind {
      case streamStart, streamEnd, documentStart, documentEnd
      case alias(String)
      case scalar(String, isQuoted: Bool)
      case sequenceStart, sequenceEnd, mappingStart, mappingEnd
    }
    var kind: Kind
    var anchor: String?
    /// An explicit tag such as `!!int`, where one was written.
    var tag: String?
    /// True for lists and mappings in brackets.
    var isFlow = false
    /// Code points from the start of the text.
    var range: Range<Int>
  }

  struct Failure: Error {
    var problem: String
    var index: Int
    /// What libyaml was reading, and where that began.
    var context: String?
    var contextIndex: Int
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeMutableBufferPointer<UInt8>

  init(_ bytes: [UInt8]) {
    parser = .allocate(capacity: 1)
    text = .allocate(capacity: max(bytes.count, 1))
    _ = text.initialize(from: bytes)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    text.deallocate()
  }

  func next() throws(Failure) -> Event {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
    defer { yaml_event_delete(&event) }
    var result = Event(
      kind: .streamEnd, range: Int(event.start_mark.index)..<max(Int(event.start_mark.index), Int(event.end_mark.index))
    )
    switch event.type {
    case YAML_STREAM_START_EVENT: result.kind = .streamStart
    case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
    case YAML_ALIAS_EVENT: result.kind = .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let value = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      result.kind = .scalar(value, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
      result.anchor = string(scalar.anchor)
      result.tag = string(scalar.tag)
    case YAML_SEQUENCE_START_EVENT:
      result.kind = .sequenceStart
      result.anchor = string(event.data.sequence_start.anchor)
      result.tag = string(event.data.sequence_start.tag)
      result.isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      result.kind = .mappingStart
      result.anchor = string(event.data.mapping_start.anchor)
      result.tag = string(event.data.mapping_start.tag)
      result.isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
    default: result.kind = .streamEnd
    }
    return result
  }

  private func failure() -> Failure {
    let state = parser.pointee
    let problem = state.problem.map { String(cString: $0) } ?? "the text is not UTF-8"
    let index = state.problem == nil ? Int(state.problem_offset) : Int(state.problem_mark.index)
    return Failure(
      problem: problem, index: state.error == YAML_READER_ERROR ? Int(state.mark.index) : index,
      context: state.context.map { String(cString: $0) }, contextIndex: Int(state.context_mark.index))
  }

  private func string(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
  }
}
