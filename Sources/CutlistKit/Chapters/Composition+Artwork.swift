package import TimelineModel
import Platform

extension Composition {
  /// Returns the programme with the pictures of chapters named from a folder, where imported ones are named from the root.
  package func namingArtwork(from folder: String) -> Composition {
    var composition = self
    let folder = AbsolutePath.written(folder)
    for index in composition.chapters.indices {
      composition.chapters[index].artwork = composition.chapters[index].artwork.map { picture in
        guard picture.isAbsolute else { return picture }
        return MediaReference(AbsolutePath.relative(AbsolutePath.written(picture.path), from: folder))
      }
    }
    return composition
  }
}
