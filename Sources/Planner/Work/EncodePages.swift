package import Diagnostics

/// Why a stretch of picture is encoded.
extension DiagnosticPage {
  package static let background = reason(
    "background", "frames that show nothing but the background",
    "There is no source whose frames they are, so they are made.")
  package static let title = reason(
    "title", "frames with a title", "A title is drawn into the picture, which then is no source's any more.")
  package static let transition = reason(
    "transition", "frames in which one picture passes into another", "They are mixed of two pictures.")
  package static let layers = reason(
    "layers", "frames with several pictures at once", "They are composed of all that can be seen.")
  package static let opacity = reason(
    "opacity", "frames of a picture that is not opaque", "What lies behind shows through, be it the background.")
  package static let placement = reason(
    "placement", "frames of a picture that is cropped, scaled, turned or moved",
    "Its pixels are not the source's any more.")
  package static let effect = reason(
    "effect", "frames of a picture that is taken through effects", "Its pixels are not the source's any more.")
  package static let blend = reason(
    "blend", "frames of a picture that is blended with what lies below", "Its pixels are not the source's any more.")
  package static let still = reason(
    "still", "frames of a picture that stands still", "A still has no coded movie to copy from.")
  package static let nested = reason(
    "nested", "frames of a timeline within the timeline", "Its frames are coded nowhere; they are made.")
  package static let color = reason("color", "frames of one colour", "There is no source whose frames they are.")
  package static let speed = reason(
    "speed", "frames of a source that plays faster or slower", "Frames are left out or shown twice.")
  package static let rateDiffers = reason(
    "rate-differs", "frames of a source whose frame rate is not the canvas's",
    "Copied frames keep the source's rate. Where most sources have another rate than the canvas, the canvas may be what to change."
  )
  package static let sizeDiffers = reason(
    "size-differs", "frames of a source whose size is not the movie's", "Its frames are scaled, or have borders added.")
  package static let aspectDiffers = reason(
    "aspect-differs", "frames of a source whose pixels are not square", "Its frames are scaled to square pixels.")
  package static let orientationDiffers = reason(
    "orientation-differs", "frames of a source that has to be turned to stand upright",
    "Players turn a whole file or nothing of it, so turned frames are made anew.")
  package static let interlaced = reason(
    "interlaced", "frames of a source whose lines show two moments",
    "Its fields are made into one picture. Where the file only claims to be interlaced, write `fields: progressive` on its asset."
  )
  package static let pixelFormatDiffers = reason(
    "pixel-format-differs", "frames of a source whose pixel format is not the export's",
    "A movie has one pixel format from beginning to end.")
  package static let colorDiffers = reason(
    "color-differs", "frames of a source whose colours are coded in another way than the canvas's",
    "A movie has one meaning of its numbers from beginning to end: BT.709 in limited range.")
  package static let codecDiffers = reason(
    "codec-differs", "frames of a source in another codec than the export's",
    "A movie has one codec from beginning to end.")
  package static let headersDiffer = reason(
    "headers-differ", "frames of a source whose codec headers do not go with the rest of the movie",
    "Some codecs, such as FFV1, keep in the file's header how every frame is coded, and a movie has one header.")
  package static let profileDiffers = reason(
    "profile-differs", "frames of a source in another profile than the export's options ask for",
    "Who writes a profile or a level has a player in mind that may take no other.")
  package static let sizeLimited = reason(
    "size-limited", "frames of an export that has to come to a certain size",
    "What is copied is as large as it is, so where `bitrate` or `file-length-limit` is given, everything is encoded.")
  package static let heldFrame = reason(
    "held-frame", "frames that stand in for ones that the source lacks",
    "A frame beside them is shown once more than the source has it.")
  package static let cutInsideGroup = reason(
    "cut-inside-gop", "frames from a cut to the next picture that decoding can begin with",
    "Pictures refer to earlier ones. After a cut, what refers to something cut off is encoded; from the next picture on that refers to nothing before it, packets are copied."
  )
  package static let endInsideGroup = reason(
    "end-inside-gop", "the last few frames before a cut",
    "Packets are stored in the order of decoding. Where that would take a picture from beyond the cut, the frames that are left over are encoded."
  )
  package static let noAccessPoint = reason(
    "no-access-point", "frames of a stretch in which decoding can begin nowhere for certain",
    "Copying begins with a picture that nothing later reaches back across: an IDR picture, a key frame. Long or open groups of pictures have few of them."
  )
  package static let unreadablePackets = reason(
    "unreadable-packets", "frames whose packets could not be looked at",
    "What cannot be proven to be copied safely is encoded.")
  package static let copyingOff = reason(
    "copying-off", "frames that could be copied, if the command line had not asked for none to be",
    "`-O0`, `-O1` and `--no-copy` encode every frame.")

  private static func reason(_ id: String, _ summary: String, _ rationale: String) -> DiagnosticPage {
    DiagnosticPage(DiagnosticID(id), .remark, summary: "\(summary) are encoded", rationale: rationale)
  }
}

package let plannerPages: [DiagnosticPage] = [
  .background, .title, .transition, .layers, .opacity, .placement, .effect, .blend, .still, .nested, .color, .speed,
  .rateDiffers, .sizeDiffers, .aspectDiffers, .orientationDiffers, .interlaced, .pixelFormatDiffers, .colorDiffers,
  .codecDiffers, .headersDiffer,
  .profileDiffers, .sizeLimited,
  .heldFrame, .cutInsideGroup, .endInsideGroup, .noAccessPoint, .unreadablePackets, .copyingOff,
]
