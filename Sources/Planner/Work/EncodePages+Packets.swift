package import Diagnostics

/// Frames show a source as it is, and their packets cannot be copied for all that.
extension DiagnosticPage {
  package static let cutInsideGroup = reason(
    "cut-inside-gop", "frames from a cut to the next picture that decoding can begin with",
    """
    Pictures refer to earlier ones. After a cut, what refers to something cut off is encoded; from the next \
    picture on that refers to nothing before it, packets are copied. Where a few frames more or less do no harm, \
    cut at such a picture.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps  key frames 2 s apart",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: harbour.mov, source: 1.4s..6s }» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: harbour.mov, source: 2s..6s } ] } ]
      """
    ])

  package static let endInsideGroup = reason(
    "end-inside-gop", "the last few frames before a cut",
    """
    Packets are stored in the order of decoding. Where that would take a picture from beyond the cut, the frames \
    that are left over are encoded: at most as many as there are B-frames in a row.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps  key frames 2 s apart  2 B-frames in a row",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: harbour.mov, source: 2s..5.4s }» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: harbour.mov, source: 2s..5.48s } ] } ]
      """
    ])

  package static let noAccessPoint = reason(
    "no-access-point", "frames of a stretch in which decoding can begin nowhere for certain",
    """
    Copying begins with a picture that nothing later reaches back across: an IDR picture, a key frame. Long or \
    open groups of pictures have few of them. A segment that begins a little earlier may hold one.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps  key frames 2 s apart",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «{ clip: harbour.mov, source: 2.4s..3.6s }» ] } ]
      """
    ],
    copied: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ { clip: harbour.mov, source: 2s..3.6s } ] } ]
      """
    ])

  package static let unreadablePackets = reason(
    "unreadable-packets", "frames whose packets could not be looked at",
    """
    What cannot be proven to be copied safely is encoded. If the file cannot be read at all, the render then says \
    why.
    """,
    media: "harbour.mov  10 s  1920x1080  25 fps  unreadable packets",
    encoded: [
      """
      timeline: 1
      canvas: { size: 1920x1080, rate: 25 }
      tracks: [ { kind: video, segments: [ «harbour.mov» ] } ]
      """
    ])

  package static let copyingOff = reason(
    "copying-off", "frames that could be copied, if the command line had not asked for none to be",
    "`-O0`, `-O1` and `--no-copy` encode every frame.",
    session: ShellSession(
      with: """
        timeline: 1
        canvas: { size: 1280x720, rate: 25 }
        tracks: [ { kind: video, segments: [ clip.mov ] } ]
        """,
      """
      $ ffmpeg -v error -f lavfi -i testsrc2=size=1280x720:rate=25:duration=1 -pix_fmt yuv420p clip.mov
      $ cutlist plan edit.yaml --no-copy
      frames  time        work    of             why
      0-24    0 s to 1 s  encode  clip.mov 0-24  copying-off

      25 frames: 0 copied (0 %), 25 encoded in 1 piece
      25 frames decoded, 0 of them to catch up with a cut; at most 1 movie at once
      to libx264, yuv420p, in mp4
      no sound
      edit.yaml:3:38: remark: clip.mov is untouched, but nothing is to be copied: 25 frames are encoded [copying-off]
       3 | tracks: [ { kind: video, segments: [ clip.mov ] } ]
         |                                      ^^^^^^^^
      1 remark
      $ cutlist plan edit.yaml
      frames  time        work  of             why
      0-24    0 s to 1 s  copy  clip.mov 0-24

      25 frames: 25 copied (100 %), 0 encoded in 0 pieces
      0 frames decoded, 0 of them to catch up with a cut; at most 0 movies at once
      to libx264, yuv420p, in mp4
      no sound
      """))
}
