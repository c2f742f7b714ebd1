// What is on the timeline, the same at another time.

extension TimeRange {
  package func moved(by length: Rational) -> Self { Self(start + length, end + length) }
}

extension Curve {
  package func moved(by length: Rational) -> Curve {
    var result = self
    for index in result.pieces.indices { result.pieces[index].range = pieces[index].range.moved(by: length) }
    return result
  }
}

extension TimeMapping {
  package func moved(by length: Rational) -> TimeMapping {
    var result = self
    result.target = target.moved(by: length)
    return result
  }
}

extension Effect {
  package func moved(by length: Rational) -> Effect {
    var result = self
    result.numbers = numbers.mapValues { $0.moved(by: length) }
    return result
  }
}

extension Placement {
  package func moved(by length: Rational) -> Placement {
    var result = self
    result.crop = crop.moved(by: length)
    result.scale = scale.moved(by: length)
    result.rotation = rotation.moved(by: length)
    result.position = position?.moved(by: length)
    result.matrix = matrix?.moved(by: length)
    return result
  }
}

extension VideoSegment {
  package func moved(by length: Rational) -> VideoSegment {
    var result = self
    if case .movie(let media, let mapping) = content { result.content = .movie(media, mapping.moved(by: length)) }
    result.range = range.moved(by: length)
    result.effects = effects.map { $0.moved(by: length) }
    result.placement = placement.moved(by: length)
    result.opacity = opacity.moved(by: length)
    return result
  }
}

extension AudioSegment {
  package func moved(by length: Rational) -> AudioSegment {
    var result = self
    if case .sound(let media, let mapping) = content { result.content = .sound(media, mapping.moved(by: length)) }
    result.range = range.moved(by: length)
    result.volume = volume.moved(by: length)
    return result
  }
}

extension Layer {
  package func moved(by length: Rational) -> Layer {
    var result = self
    if case .mix(let first, let second, let amount, let mixture) = content {
      result.content = .mix(
        first.moved(by: length), second.moved(by: length), amount: amount.moved(by: length), by: mixture)
    }
    result.opacity = opacity.moved(by: length)
    result.crop = crop?.moved(by: length)
    result.transform.scale = transform.scale.moved(by: length)
    result.transform.rotation = transform.rotation.moved(by: length)
    result.transform.position = transform.position?.moved(by: length)
    result.transform.matrix = transform.matrix?.moved(by: length)
    return result
  }
}

extension Title {
  package func moved(by length: Rational) -> Title {
    var result = self
    result.range = range.moved(by: length)
    result.layer = layer.moved(by: length)
    return result
  }
}

extension TitleLayer {
  fileprivate func moved(by length: Rational) -> TitleLayer {
    var result = self
    result.content = content.moved(by: length)
    result.position = position.moved(by: length)
    result.scale = scale.moved(by: length)
    result.rotation = rotation.moved(by: length)
    result.opacity = opacity.moved(by: length)
    result.layers = layers.map { $0.moved(by: length) }
    return result
  }
}

extension TitleLayer.Content {
  fileprivate func moved(by length: Rational) -> TitleLayer.Content {
    switch self {
    case .group(let size): return .group(size: size.moved(by: length))
    case .picture(let size): return .picture(size: size.moved(by: length))
    case .image(let media, let size): return .image(media, size: size?.moved(by: length))
    case .text(var text):
      text.color = text.color?.moved(by: length)
      return .text(text)
    case .shape(var shape):
      shape.size = shape.size.moved(by: length)
      shape.color = shape.color.moved(by: length)
      return .shape(shape)
    }
  }
}
