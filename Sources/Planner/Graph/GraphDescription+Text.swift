package import TimelineModel

extension GraphDescription {
  /// The graph in ffmpeg's own syntax, one filter a line, as `-filter_complex` takes it.
  package var text: String {
    filters.map { filter in
      let inputs = filter.inputs.map { "[\($0)]" }.joined()
      let outputs = filter.outputs.map { "[\($0)]" }.joined()
      let options = filter.options.map { "\($0.key)=\($0.value.escapedForFiltergraph)" }.joined(separator: ":")
      return inputs + filter.name + (options.isEmpty ? "" : "=\(options)") + outputs
    }.joined(separator: ";\n")
  }
}

extension String {
  /// Once for the list of options and once more for the graph, as ffmpeg-filters(1) asks under "Notes on filtergraph
  /// escaping".
  fileprivate var escapedForFiltergraph: String { escaping("\\':").escaping("\\'[],;") }

  private func escaping(_ special: String) -> String {
    reduce(into: "") { result, character in
      if special.contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
