package import Diagnostics

/// What is seen is more than frames of one source, one after another.
extension DiagnosticPage {
  package static let background = reason(
    "background", "frames that show nothing but the background",
    """
    There is no source whose frames they are, so they are made. Where nothing was meant to be empty, close the gap \
    or lay something under it.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 0s..4s }
            - { gap: 1s }
            - «{ clip: harbour.mov, source: 6s..9s }»
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 0s..4s }
            - { clip: harbour.mov, source: 6s..9s }
      """
    ])

  package static let title = reason(
    "title", "frames with a title",
    """
    A title is drawn into the picture, which then is no source's any more. Only the frames that it stands on are \
    encoded, and those after it up to the next picture that decoding can begin with.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ harbour.mov ] } ]
      titles: [ «{ text: Harbour, over: 1s..3s }» ]
      """
    ])

  package static let transition = reason(
    "transition", "frames in which one picture passes into another",
    """
    They are mixed of two pictures. A shorter transition costs fewer frames, and a plain cut none of its own.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 0s..4s }
            - { clip: harbour.mov, source: 5s..9s, transition: «{ dissolve: 1s }» }
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 0s..4s }
            - { clip: harbour.mov, source: 5s..9s }
      """
    ])

  package static let layers = reason(
    "layers", "frames with several pictures at once",
    """
    They are composed of all that can be seen. An opaque picture that fills the canvas is alone, whatever lies \
    below it.
    """,
    media: """
      harbour.mov  10 s  1920x1080  25 fps
      boat.mov  10 s  1920x1080  25 fps
      """,
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments: [ «{ clip: boat.mov, source: 0s..2s, at: 3s, scale: 0.25, position: [80%, 20%] }» ]
        - { kind: video, segments: [ harbour.mov ] }
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - { kind: video, segments: [ { clip: boat.mov, source: 0s..2s, at: 3s } ] }
        - { kind: video, segments: [ harbour.mov ] }
      """
    ])

  package static let opacity = reason(
    "opacity", "frames of a picture that is not opaque",
    """
    What lies behind shows through, be it the background. Of a segment that fades, only those frames are encoded \
    during which it does; one with an opacity of its own is encoded all the while.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: harbour.mov, fade: { in: 1s } }» ] } ]
      """
    ])

  package static let placement = reason(
    "placement", "frames of a picture that is cropped, scaled, turned or moved",
    """
    Its pixels are not the source's any more. That goes for the whole of a segment, also where a movement has come \
    to rest: cut it there, and the rest can be copied, as the second segment of the example is.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - «{ clip: harbour.mov, source: 0s..2s, scale: { from: 1.2, to: 1 } }»
            - { clip: harbour.mov, source: 2s..10s }
      """
    ])

  package static let effect = reason(
    "effect", "frames of a picture that is taken through effects",
    """
    Its pixels are not the source's any more. An effect of a segment costs that segment, one of a track all that \
    is on it, and one of the whole picture everything.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - «{ clip: harbour.mov, source: 0s..2s, effects: [ { blur: 5 } ] }»
            - { clip: harbour.mov, source: 2s..10s }
      """
    ])

  package static let blend = reason(
    "blend", "frames of a picture that is blended with what lies below",
    "Its pixels are not the source's any more, even where only the background lies below.",
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: harbour.mov, blend: multiply }» ] } ]
      """
    ])

  package static let still = reason(
    "still", "frames of a picture that stands still",
    """
    A still or a sequence of pictures has no coded movie to copy from, and a frame of a movie that is held is one \
    frame many times over.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks:
        - kind: video
          segments:
            - { clip: harbour.mov, source: 0s..2s }
            - «{ clip: harbour.mov, freeze: 2s, duration: 3s }»
      """
    ])

  package static let nested = reason(
    "nested", "frames of a timeline within the timeline",
    """
    Its frames are coded nowhere; they are made. Where such a timeline only cuts, its cuts can be written as segments \
    here, and are copied like any others. What many edits begin with can be rendered to a movie once, which is then a \
    source like any other.
    """,
    media: """
      intro.yaml  4 s  1920x1080  25 fps
      harbour.mov  10 s  1920x1080  25 fps
      """,
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: intro.yaml }» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      # What intro.yaml cuts, and nothing else.
      tracks: [ { kind: video, segments: [ { clip: harbour.mov, source: 3s..7s } ] } ]
      """
    ])

  package static let color = reason(
    "color", "frames of one colour",
    "There is no source whose frames they are.",
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: { color: teal }, duration: 2s }», harbour.mov ] } ]
      """
    ])

  package static let speed = reason(
    "speed", "frames of a source that plays faster or slower",
    """
    Frames are left out or shown twice. One that plays backward is encoded as well: its packets can only be \
    decoded forward.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: harbour.mov, speed: 2 }» ] } ]
      """
    ])

  package static let heldFrame = reason(
    "held-frame", "frames that stand in for ones that the source lacks",
    """
    A frame beside them is shown once more than the source has it. End the segment with the picture, or begin it \
    there.
    """,
    media: "talk.mov  2 s  1920x1080  25 fps  48000 Hz  sound 2.04 s",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: av, segments: [ «{ clip: talk.mov, source: 0s..2.04s }» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: av, segments: [ { clip: talk.mov, source: 0s..2s } ] } ]
      """
    ])
}
