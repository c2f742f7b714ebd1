"""Renders an edit, given as JSON, with MoviePy 2. Usage: moviepy_render.py EDIT.json OUTPUT"""

import json
import os
import sys
from pathlib import Path

os.environ["IMAGEIO_FFMPEG_EXE"] = "ffmpeg"  # The one that all others use; the package brings another.
import numpy  # noqa: E402
from moviepy import AudioFileClip, CompositeAudioClip, CompositeVideoClip, TextClip  # noqa: E402
from moviepy import VideoFileClip, concatenate_videoclips  # noqa: E402
from moviepy.video.fx import CrossFadeIn, CrossFadeOut, Resize  # noqa: E402

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def main(project: str, output: str) -> None:
    edit = json.loads(Path(project).read_text())
    rate, opened = edit["rate"], {}

    def time(frames):
        return frames / rate

    def movie(part):
        """One reader for each file; clips of it share the reader."""
        path = part["source"]["path"]
        if path not in opened:
            opened[path] = VideoFileClip(path)
        return opened[path].subclipped(time(part["start"]), time(part["start"] + part["frames"]))

    sounds = [sound(part, time) for part in edit["sounds"]]
    if not edit["clips"]:
        CompositeAudioClip(sounds).write_audiofile(
            output, fps=48000, codec="aac", bitrate="192k", ffmpeg_params=["-vn"], logger=None
        )
        return
    picture = base(edit, movie, time)
    layers = [inset(part, edit, opened, time) for part in edit["insets"]]
    layers += [title(part, edit, time) for part in edit["titles"]]
    if layers:
        picture = CompositeVideoClip([picture, *layers], size=(edit["width"], edit["height"]))
    if sounds:
        picture = picture.with_audio(CompositeAudioClip([picture.audio, *sounds]))
    picture.write_videofile(
        output, fps=rate, codec="libx264", preset="veryfast", audio_codec="aac", audio_bitrate="192k", audio_fps=48000,
        ffmpeg_params=["-crf", "20", "-pix_fmt", "yuv420p"], logger=None
    )  # fmt: skip
    for clip in opened.values():
        clip.close()


def base(edit, movie, time):
    """Cuts are joined. Only what dissolves is composited, so that the rest costs no blending."""
    pieces, parts = [], edit["clips"]
    for n, part in enumerate(parts):
        head = part["dissolve"]
        tail = parts[n + 1]["dissolve"] if n + 1 < len(parts) else 0
        if head:
            before = dict(parts[n - 1])
            before.update(start=before["start"] + before["frames"] - head, frames=head)
            after = dict(part, frames=head)
            coming = movie(after).with_effects([CrossFadeIn(time(head))])
            pieces.append(CompositeVideoClip([movie(before), coming]))
        pieces.append(movie(dict(part, start=part["start"] + head, frames=part["frames"] - head - tail)))
    return concatenate_videoclips(pieces, method="chain") if len(pieces) > 1 else pieces[0]


def inset(part, edit, opened, time):
    """Has a reader of its own, since the main picture may be reading the same file elsewhere."""
    source = opened[f"inset {len(opened)}"] = VideoFileClip(part["source"]["path"], audio=False)
    clip = source.subclipped(time(part["start"]), time(part["start"] + part["frames"]))
    clip = faded(clip.with_opacity(part["opacity"]), part, time)  # First, so that the mask is resized as well.
    keys = part["keys"]
    moments = [time(key["frame"]) for key in keys]

    def value(name, moment):
        return float(numpy.interp(moment, moments, [key[name] for key in keys]))

    def corner(moment):
        scale = value("scale", moment)
        return ((value("x", moment) - scale / 2) * edit["width"], (value("y", moment) - scale / 2) * edit["height"])

    if len(keys) == 1:
        return clip.resized(keys[0]["scale"]).with_position(corner(0))
    return clip.with_effects([Resize(lambda moment: value("scale", moment))]).with_position(corner)


def title(part, edit, time):
    text = TextClip(font=FONT, text=part["text"], font_size=round(part["size"] * edit["height"]), color="white")
    text = text.with_duration(time(part["frames"]))
    width, height = text.size
    moments = [time(key["frame"]) for key in part["keys"]]

    def corner(moment):
        x = numpy.interp(moment, moments, [key["x"] for key in part["keys"]])
        y = numpy.interp(moment, moments, [key["y"] for key in part["keys"]])
        return (float(x * edit["width"] - width / 2), float(y * edit["height"] - height / 2))

    return faded(text.with_position(corner if len(moments) > 1 else corner(0)), part, time)


def faded(clip, part, time):
    if part["fade"]:
        clip = clip.with_effects([CrossFadeIn(time(part["fade"])), CrossFadeOut(time(part["fade"]))])
    return clip.with_start(time(part["at"]))


def sound(part, time):
    moments = [time(frame) for frame, _ in part["gains"]]
    gains = [gain for _, gain in part["gains"]]
    clip = AudioFileClip(part["source"]["path"]).subclipped(0, time(part["frames"]))

    def louder(frame_at, moment):
        gain = numpy.interp(moment, moments, gains)
        return frame_at(moment) * (gain[:, None] if numpy.ndim(gain) else gain)

    return clip.transform(louder).with_start(time(part["at"]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
