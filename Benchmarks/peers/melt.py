"""Writes an edit as MLT XML: a playlist of cuts, small tractors for dissolves, a track for each thing laid over."""

import math
from xml.sax.saxutils import quoteattr

from contender import Contender
from edit import Edit, Inset, Sound, Title, between
from setting import Setting

ENCODER = ["vcodec=libx264", "preset=veryfast", "crf=20", "pix_fmt=yuv420p"]
SOUND = ["acodec=aac", "ab=192k", "ar=48000", "channels=2"]


def contenders(edit: Edit, setting: Setting) -> list[Contender]:
    """`real_time=-1` makes melt wait for every frame; its default drops those that come late."""
    project = setting.work / f"{edit.name}.mlt"
    project.write_text(document(edit))
    output = setting.work / f"{edit.name}.melt.{'mp4' if edit.clips else 'm4a'}"
    codecs = [*ENCODER, *SOUND] if edit.clips else ["vn=1", "video_off=1", *SOUND]
    consumer = ["-consumer", f"avformat:{output}", *codecs, "rescale=bilinear", "real_time=-1", "terminate_on_pause=1"]
    return [Contender("melt", "melt", [["melt", "-silent", str(project), *consumer]], output, [project])]


def document(edit: Edit) -> str:
    parts: list[str] = [producer(f"source-{n}", path) for n, path in enumerate(sources(edit))]
    tracks, over = [], []
    if edit.clips:
        tracks.append(main(edit, parts))
    for n, inset in enumerate(edit.insets):
        over.append(laid(edit, inset, n, len(tracks), parts))
        tracks.append(f"inset-{n}")
    for n, title in enumerate(edit.titles):
        over.append(drawn(edit, title, n, len(tracks), parts))
        tracks.append(f"title-{n}")
    for n, sound in enumerate(edit.sounds):
        heard(sound, n, edit.rate, parts)
        if tracks:
            over.append(transition("mix", 0, edit.frames, 0, len(tracks), always_active=1, sum=1))
        tracks.append(f"sound-{n}")
    rows = "".join(f"<track producer={quoteattr(track)}/>" for track in tracks)
    parts.append(f'<tractor id="all" in="0" out="{edit.frames - 1}"><multitrack>{rows}</multitrack>{"".join(over)}</tractor>')
    body = "\n".join(parts)
    return f'<mlt LC_NUMERIC="C" producer="all">\n{profile(edit)}\n{body}\n</mlt>\n'


def profile(edit: Edit) -> str:
    return (
        f'<profile width="{edit.width}" height="{edit.height}" progressive="1" frame_rate_num="{edit.rate}" '
        f'frame_rate_den="1" sample_aspect_num="1" sample_aspect_den="1" display_aspect_num="16" '
        f'display_aspect_den="9" colorspace="709"/>'
    )


def sources(edit: Edit) -> list:
    return list(dict.fromkeys(clip.source.path for clip in edit.clips))


def producer(name: str, path, **properties) -> str:
    return element("producer", name, mlt_service="avformat", resource=path, **properties)


def element(kind: str, name: str, **properties) -> str:
    return f"<{kind} id={quoteattr(name)}>{listing(properties)}</{kind}>"


def listing(properties: dict) -> str:
    return "".join(f'<property name="{key}">{value}</property>' for key, value in properties.items())


def transition(service: str, first: int, frames: int, below: int, above: int, **properties) -> str:
    fixed = listing({"a_track": below, "b_track": above, "mlt_service": service})
    return f'<transition in="{first}" out="{first + frames - 1}">{fixed}{listing(properties)}</transition>'


def main(edit: Edit, parts: list[str]) -> str:
    names = {path: f"source-{n}" for n, path in enumerate(sources(edit))}
    rows = []
    for n, clip in enumerate(edit.clips):
        tail = edit.clips[n + 1].dissolve if n + 1 < len(edit.clips) else 0
        name = names[clip.source.path]
        if clip.dissolve:
            before = edit.clips[n - 1]
            parts.append(dissolve(n, names[before.source.path], before.end - clip.dissolve, name, clip.start, clip.dissolve))
            rows.append(f'<entry producer="dissolve-{n}" in="0" out="{clip.dissolve - 1}"/>')
        rows.append(f'<entry producer="{name}" in="{clip.start + clip.dissolve}" out="{clip.end - tail - 1}"/>')
    parts.append(f'<playlist id="main">{"".join(rows)}</playlist>')
    return "main"


def dissolve(n: int, old: str, old_start: int, new: str, new_start: int, frames: int) -> str:
    def track(name: str, start: int) -> str:
        return f'<track producer="{name}" in="{start}" out="{start + frames - 1}"/>'

    mixing = transition("luma", 0, frames, 0, 1) + transition("mix", 0, frames, 0, 1, start=-1)
    return (
        f'<tractor id="dissolve-{n}" in="0" out="{frames - 1}"><multitrack>{track(old, old_start)}'
        f"{track(new, new_start)}</multitrack>{mixing}</tractor>"
    )


def placed(name: str, producer_name: str, at: int, first: int, frames: int) -> str:
    blank = f'<blank length="{at}"/>' if at else ""
    entry = f'<entry producer="{producer_name}" in="{first}" out="{first + frames - 1}"/>'
    return f'<playlist id="{name}">{blank}{entry}</playlist>'


def laid(edit: Edit, inset: Inset, n: int, track: int, parts: list[str]) -> str:
    parts.append(producer(f"inset-source-{n}", inset.source.path, audio_index=-1))
    parts.append(placed(f"inset-{n}", f"inset-source-{n}", inset.at, inset.start, inset.frames))
    fade = shown(inset.frames, inset.fade, inset.opacity)
    rows = []
    for frame in sorted({key.frame for key in inset.keys} | {frame for frame, _ in fade}):
        x, y, scale = (between([(key.frame, value(key)) for key in inset.keys], frame) for value in (X, Y, SCALE))
        width, height = scale * edit.width, scale * edit.height
        left, top = x * edit.width - width / 2, y * edit.height - height / 2
        rows.append(f"{frame}={left:.3f} {top:.3f} {width:.3f} {height:.3f} {between(fade, frame):.4f}")
    look = {"geometry": ";".join(rows), "distort": 1, "progressive": 1}
    return transition("composite", inset.at, inset.frames, 0, track, **look)


def drawn(edit: Edit, title: Title, n: int, track: int, parts: list[str]) -> str:
    size = round(title.size * edit.height)
    look = {"text": title.text, "family": "DejaVu Sans", "size": size, "fgcolour": "#ffffffff", "bgcolour": "#00000000"}
    parts.append(element("producer", f"text-{n}", mlt_service="pango", length=title.frames, **look))
    parts.append(placed(f"title-{n}", f"text-{n}", title.at, 0, title.frames))
    fade = shown(title.frames, title.fade, 1)
    rows = []
    for frame in sorted({key.frame for key in title.keys} | {frame for frame, _ in fade}):
        x, y = (between([(key.frame, value(key)) for key in title.keys], frame) for value in (X, Y))
        left, top = (x - 0.5) * edit.width, (y - 0.5) * edit.height
        rows.append(f"{frame}={left:.3f} {top:.3f} {edit.width} {edit.height} {between(fade, frame):.4f}")
    look = {"geometry": ";".join(rows), "halign": "centre", "valign": "middle", "fill": 0, "progressive": 1}
    return transition("composite", title.at, title.frames, 0, track, **look)


def shown(frames: int, fade: int, opacity: float) -> list[tuple[int, float]]:
    """The opacity over time. Two keys may not share a frame, so without a fade there is one."""
    return [(0, 0.0), (fade, opacity), (frames - fade, opacity), (frames, 0.0)] if fade else [(0, opacity)]


def heard(sound: Sound, n: int, rate: int, parts: list[str]) -> None:
    """Levels are in decibels and run evenly in decibels, so each ramp is written as eight steps of the straight one."""
    rows = []
    for (a, one), (b, other) in zip(sound.gains, sound.gains[1:]):
        rows += [(a + (b - a) * step // 8, one + (other - one) * step / 8) for step in range(8)]
    rows.append(sound.gains[-1])
    level = ";".join(f"{frame}={20 * math.log10(max(gain, 1e-4)):.3f}" for frame, gain in rows)
    volume = f'<filter>{listing({"mlt_service": "volume", "level": level})}</filter>'
    path = quoteattr(f"sound-source-{n}")
    fixed = listing({"mlt_service": "avformat", "resource": sound.source.path, "video_index": -1})
    parts.append(f"<producer id={path}>{fixed}{volume}</producer>")
    parts.append(placed(f"sound-{n}", f"sound-source-{n}", sound.at, 0, sound.frames))


def X(key) -> float:
    return key.x


def Y(key) -> float:
    return key.y


def SCALE(key) -> float:
    return key.scale
