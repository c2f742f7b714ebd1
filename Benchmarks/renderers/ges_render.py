"""Renders an edit, given as JSON, with GStreamer Editing Services. Usage: ges_render.py EDIT.json OUTPUT"""

import json
import sys
from pathlib import Path

import gi

for library in ("Gst", "GES", "GstPbutils", "GstController"):
    gi.require_version(library, "1.0")
from gi.repository import GES, Gst, GstController, GstPbutils  # noqa: E402

CODING = "speed-preset=(GstX264EncPreset)veryfast,pass=(GstX264EncPass)qual,quantizer=(uint)20,vbv-buf-capacity=(uint)0"


def main(project: str, output: str) -> int:
    Gst.init(None)
    GES.init()
    Gst.ElementFactory.make("x264enc")  # Registers the types that its properties have.
    edit = json.loads(Path(project).read_text())
    timeline = GES.Timeline.new()
    if edit["clips"]:
        track = GES.VideoTrack.new()
        track.set_restriction_caps(Gst.Caps.from_string(picture_caps(edit)))
        timeline.add_track(track)
    track = GES.AudioTrack.new()
    track.set_restriction_caps(Gst.Caps.from_string("audio/x-raw,rate=48000,channels=2"))
    timeline.add_track(track)
    fill(timeline, edit)
    pipeline = GES.Pipeline.new()
    pipeline.set_timeline(timeline)
    pipeline.set_render_settings(Path(output).as_uri(), profile(edit))
    pipeline.set_mode(GES.PipelineFlags.RENDER)
    return play(pipeline)


def fill(timeline, edit) -> None:
    def time(frames):
        """Rounded up, so that the frame at this time has begun."""
        return -(-frames * Gst.SECOND // edit["rate"])

    def add(layer, part, start, inpoint, tracks):
        asset = GES.UriClipAsset.request_sync(Path(part["source"]["path"]).as_uri())
        return layer.add_asset(asset, time(start), time(inpoint), time(part["frames"]), tracks)

    if edit["titles"]:
        layer = timeline.append_layer()
        for part in edit["titles"]:
            clip = GES.TitleClip.new()
            clip.set_start(time(part["at"]))
            clip.set_duration(time(part["frames"]))
            layer.add_clip(clip)
            write_title(clip, part, edit, time)
    if edit["insets"]:
        layer = timeline.append_layer()
        for part in edit["insets"]:
            lay_inset(add(layer, part, part["at"], part["start"], GES.TrackType.VIDEO), part, edit, time)
    if edit["clips"]:
        lay_clips(timeline, edit["clips"], add, time)
    for part in edit["sounds"]:
        clip = add(timeline.append_layer(), part, part["at"], 0, GES.TrackType.AUDIO)
        source = clip.find_track_element(None, GES.AudioSource)
        keys = [(time(frame), gain) for frame, gain in part["gains"]]
        bind(source, "volume", keys)


def lay_clips(timeline, clips, add, time) -> None:
    """Clips take turns on two layers, and the upper one fades. A transition of GES would fade both, over black."""
    layers, place = [timeline.append_layer(), timeline.append_layer()], 0
    for n, part in enumerate(clips):
        head = part["dissolve"]
        tail = clips[n + 1]["dissolve"] if n + 1 < len(clips) else 0
        place -= head
        clip = add(layers[1 - n % 2], part, place, part["start"], GES.TrackType.VIDEO | GES.TrackType.AUDIO)
        place += part["frames"]
        ends = [(0, 0), (time(head), 1)] if head else [(0, 1)]
        ends += [(time(part["frames"] - tail), 1), (time(part["frames"]), 0)] if tail else []
        if head or tail:
            bind(clip.find_track_element(None, GES.AudioSource), "volume", ends)
            if n % 2:
                bind(clip.find_track_element(None, GES.VideoSource), "alpha", ends)


def write_title(clip, part, edit, time) -> None:
    source = clip.find_track_element(None, GES.TitleSource)
    # Pango lays out at 96 dots an inch, and the title is enlarged as the picture is wider than 640.
    points = part["size"] * edit["height"] * 0.75 * 640 / edit["width"]
    source.set_child_property("text", part["text"])
    source.set_child_property("font-desc", f"DejaVu Sans {points:g}")
    source.set_child_property("foreground-color", 0)  # Of the background, in spite of its name.
    source.set_child_property("draw-shadow", False)
    source.set_child_property("outline-color", 0)
    source.set_child_property("halignment", GES.TextHAlign.POSITION)
    source.set_child_property("valignment", GES.TextVAlign.POSITION)
    source.set_child_property("xpos", part["keys"][0]["x"])
    source.set_child_property("ypos", part["keys"][0]["y"])
    if len(part["keys"]) > 1:
        bind(source, "xpos", [(time(key["frame"]), key["x"]) for key in part["keys"]])
        bind(source, "ypos", [(time(key["frame"]), key["y"]) for key in part["keys"]])
    if part["fade"]:
        bind(source, "alpha", faded(part, 1, time))


def lay_inset(clip, part, edit, time) -> None:
    source = clip.find_track_element(None, GES.VideoSource)
    width, height = edit["width"], edit["height"]
    sizes = {
        "width": lambda key: key["scale"] * width,
        "height": lambda key: key["scale"] * height,
        "posx": lambda key: (key["x"] - key["scale"] / 2) * width,
        "posy": lambda key: (key["y"] - key["scale"] / 2) * height,
    }
    for name, value in sizes.items():
        if len(part["keys"]) == 1:
            source.set_child_property(name, round(value(part["keys"][0])))
        else:
            bind(source, name, [(time(key["frame"]), value(key)) for key in part["keys"]])
    source.set_child_property("alpha", part["opacity"])
    if part["fade"]:
        bind(source, "alpha", faded(part, part["opacity"], time))


def faded(part, opacity, time):
    last, fade = part["frames"], part["fade"]
    return [(0, 0), (time(fade), opacity), (time(last - fade), opacity), (time(last), 0)]


def bind(element, name, keys) -> None:
    """A line through keys. Control sources count from the beginning of what the clip reads of its file."""
    control = GstController.InterpolationControlSource()
    control.set_property("mode", GstController.InterpolationMode.LINEAR)
    for time, value in keys:
        control.set(element.get_inpoint() + time, value)
    if not element.set_control_source(control, name, "direct-absolute"):
        raise SystemExit(f"{name} cannot be bound")


def picture_caps(edit) -> str:
    size = f"width={edit['width']},height={edit['height']},pixel-aspect-ratio=1/1"
    return f"video/x-raw,{size},framerate={edit['rate']}/1"


def profile(edit):
    container = GstPbutils.EncodingContainerProfile.new("mp4", None, caps("video/quicktime,variant=iso"), None)
    if edit["clips"]:
        restriction = Gst.Caps.from_string(picture_caps(edit) + ",format=I420")
        video = GstPbutils.EncodingVideoProfile.new(caps("video/x-h264"), None, restriction, 1)
        video.set_preset_name("x264enc")
        video.set_element_properties(structure(f"element-properties,{CODING}"))
        container.add_profile(video)
    sound = caps("audio/mpeg,mpegversion=4")
    audio = GstPbutils.EncodingAudioProfile.new(sound, None, Gst.Caps.from_string("audio/x-raw,rate=48000"), 1)
    audio.set_element_properties(structure("element-properties,bitrate=(int)192000"))
    container.add_profile(audio)
    return container


def caps(text):
    return Gst.Caps.from_string(text)


def structure(text):
    return Gst.Structure.new_from_string(text)


def play(pipeline) -> int:
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    failed = message.type == Gst.MessageType.ERROR
    if failed:
        error, details = message.parse_error()
        print(error.message, details, file=sys.stderr)
    pipeline.set_state(Gst.State.NULL)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], str(Path(sys.argv[2]).resolve())))
