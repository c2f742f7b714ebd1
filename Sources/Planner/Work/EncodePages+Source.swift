package import Diagnostics

/// The source is not what the movie is, or has to be.
extension DiagnosticPage {
  package static let rateDiffers = reason(
    "rate-differs", "frames of a source whose frame rate is not the canvas's",
    """
    Copied frames keep the source's rate. Where most sources have another rate than the canvas, the canvas may be \
    what to change. A source whose rate varies has none that could be the canvas's.
    """,
    media: "boat.mov  10 s  1920x1080  30 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «boat.mov» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 30 }
      tracks: [ { kind: video, segments: [ boat.mov ] } ]
      """
    ])

  package static let sizeDiffers = reason(
    "size-differs", "frames of a source whose size is not the movie's",
    """
    Its frames are scaled, or have borders added. The movie has the canvas's size, unless its `export` makes it \
    smaller.
    """,
    media: "boat.mov  10 s  1280x720  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «boat.mov» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1280x720, rate: 25 }
      tracks: [ { kind: video, segments: [ boat.mov ] } ]
      """
    ])

  package static let aspectDiffers = reason(
    "aspect-differs", "frames of a source whose pixels are not square",
    """
    Its frames are scaled to square pixels. Where such sources are cut again and again, convert them once, to square \
    pixels and the canvas's size: what is cut from the new files can be copied.
    """,
    media: "tape.mov  10 s  1440x1080  25 fps  pixels 4/3",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «tape.mov» ] } ]
      """
    ])

  package static let orientationDiffers = reason(
    "orientation-differs", "frames of a source that has to be turned to stand upright",
    """
    Players turn a whole file or nothing of it, so turned frames are made anew. Where such sources are cut again and \
    again, convert them once, so that they are stored upright: what is cut from the new files can be copied.
    """,
    media: "phone.mov  10 s  1080x1920  25 fps  rotated 90",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «phone.mov» ] } ]
      """
    ])

  package static let interlaced = reason(
    "interlaced", "frames of a source whose lines show two moments",
    """
    Its fields are made into one picture. Where the file only claims to be interlaced, write `fields: progressive` \
    on its asset.
    """,
    media: "tape.mov  10 s  1920x1080  25 fps  interlaced",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «tape.mov» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      assets: { tape: { file: tape.mov, fields: progressive } }
      tracks: [ { kind: video, segments: [ tape ] } ]
      """
    ])

  package static let pixelFormatDiffers = reason(
    "pixel-format-differs", "frames of a source whose pixel format is not the export's",
    """
    A movie has one pixel format from beginning to end. `export: { like: ASSET }` takes it from an asset, with its \
    codec.
    """,
    media: "camera.mov  10 s  1920x1080  25 fps  yuv422p",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «camera.mov» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ camera.mov ] } ]
      export: { video: { pixel-format: yuv422p } }
      """
    ])

  package static let colorDiffers = reason(
    "color-differs", "frames of a source whose colours are coded in another way than the canvas's",
    """
    A movie has one meaning of its numbers from beginning to end, in limited range: that of the canvas, which is \
    BT.709 unless its `color-space` says otherwise. Where a file says something wrong about itself, `color-space` \
    and `color-range` on its asset say what is right; since the frames would say the wrong thing in the movie as \
    well, they are encoded. To have them copied, mend the file once: `ffmpeg -i camera.mov -c copy \
    -bsf:v h264_metadata=colour_primaries=1:transfer_characteristics=1:matrix_coefficients=1 mended.mov`.
    """,
    media: """
      camera.mov  10 s  1920x1080  25 fps  bt601
      mended.mov  10 s  1920x1080  25 fps
      """,
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «camera.mov» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ mended.mov ] } ]
      """
    ])

  package static let codecDiffers = reason(
    "codec-differs", "frames of a source in another codec than the export's",
    """
    A movie has one codec from beginning to end. `export: { like: ASSET }` takes it from an asset, with its pixel \
    format.
    """,
    media: "phone.mov  10 s  1920x1080  25 fps  hevc",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «phone.mov» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ phone.mov ] } ]
      export: { video: { codec: hevc } }
      """
    ])

  package static let headersDiffer = reason(
    "headers-differ", "frames of a source whose codec headers do not go with the rest of the movie",
    """
    Some codecs, such as FFV1, keep in the file's header how every frame is coded, and a movie has one header: that of \
    the first source. Frames of others are copied where theirs is the same. In H.264, HEVC, VP9 and AV1 headers can come \
    along with the frames, so that it seldom comes to this.
    """,
    media: """
      scan.mkv  2 s  1920x1080  25 fps  ffv1
      more.mkv  2 s  1920x1080  25 fps  ffv1
      other.mkv  2 s  1920x1080  25 fps  ffv1  other headers
      """,
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ scan.mkv, «other.mkv» ] } ]
      export: lossless
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ scan.mkv, more.mkv ] } ]
      export: lossless
      """
    ])

  package static let profileDiffers = reason(
    "profile-differs", "frames of a source in another profile than the export's options ask for",
    """
    Who writes a profile or a level has a player in mind that may take no other. Without it, what is copied keeps \
    its own.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps  profile High",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «harbour.mov» ] } ]
      export: { video: { options: { profile: main } } }
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ harbour.mov ] } ]
      export: { video: { crf: 20 } }
      """
    ])

  package static let sizeLimited = reason(
    "size-limited", "frames of an export that has to come to a certain size",
    """
    What is copied is as large as it is, so where `bitrate` or `file-length-limit` is given, everything is \
    encoded. With `crf`, or neither of them, what is encoded has one quality and the rest is copied.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ harbour.mov ] } ]
      export: «{ video: { bitrate: 4M } }»
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ harbour.mov ] } ]
      export: { video: { crf: 20 } }
      """
    ])
}
