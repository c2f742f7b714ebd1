"""Looks at what came out: every frame's number, spot checks of composited pictures against a plain reference, sound."""

import array
import math
import os
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import barcode
from edit import Edit, Inset, Title, between
from media import Source

WIDTH, HEIGHT = 192, 108  # what pictures are compared at
HEARD = 8000  # samples a second that sounds are compared at
NEAR, NEAR_INSET = 6.0, 10.0  # of 255: how much pictures may differ; a moving one may be a pixel off
INK = 12.0  # how much lighter a text makes its place at least
Picture = list[float]


@dataclass(frozen=True)
class Verdict:
    problems: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        return "; ".join(self.problems) or "right"


def check(edit: Edit, output: Path) -> Verdict:
    if not output.exists():
        return Verdict(("no output",))
    problems = list(picture_problems(edit, output)) if edit.clips else []
    return Verdict(tuple(problems + list(sound_problems(edit, output))))


# Pictures


def picture_problems(edit: Edit, output: Path) -> Iterable[str]:
    found, expected = barcode.read(output, edit.width), codes(edit)
    if len(found) != len(expected):
        yield f"{len(found)} frames, not {len(expected)}"
    wrong = sum(1 for a, b in zip(found, expected) if b is not None and a != b)
    if wrong:
        yield f"{wrong} wrong frames"
    if edit.is_cuts:
        return
    frames = sorted(n for n in spots(edit) if n < min(edit.frames, len(found)))
    shown = dict(zip(frames, small_frames(output, frames)))
    if len(shown) < len(frames):
        yield "spots cannot be decoded"
    for n, picture in shown.items():
        yield from spot_problems(edit, n, picture)


def codes(edit: Edit) -> list[int | None]:
    """The code of each frame; none while one picture dissolves into another."""
    expected: list[int | None] = [None] * edit.frames
    for clip, place in zip(edit.clips, edit.places):
        for n in range(clip.frames):
            expected[place + n] = clip.source.first + clip.start + n if n >= clip.dissolve else None
    return expected


def spots(edit: Edit) -> set[int]:
    """Frames to look at: in the middle of each dissolve, while insets move and rest, in titles and just after."""
    frames = {place + clip.dissolve // 2 for clip, place in zip(edit.clips, edit.places) if clip.dissolve}
    for inset in edit.insets[:2]:
        frames |= {inset.at + inset.frames // 2, inset.at + inset.keys[-1].frame // 12, inset.at + inset.frames}
    for title in edit.titles[:4]:
        frames |= {title.at + title.frames // 2, title.at + title.frames}
    return frames


def spot_problems(edit: Edit, n: int, shown: Picture) -> Iterable[str]:
    expected, apart = reference(edit, n), set()
    for title in showing(edit.titles, n):
        place = title_place(edit, title, n)
        apart |= set(place)
        lighter = mean(shown[at] - expected[at] for at in place)
        if lighter < INK:
            yield f"frame {n}: no text"
    for inset in showing(edit.insets, n):
        place = set(inset_place(inset, n)) - apart
        if place and mean(abs(shown[at] - expected[at]) for at in place) > NEAR_INSET:
            yield f"frame {n}: the small picture differs"
        apart |= place | set(inset_place(inset, n, margin=3))
    rest = set(range(WIDTH * HEIGHT)) - apart
    if mean(abs(shown[at] - expected[at]) for at in rest) > NEAR:
        yield f"frame {n}: the picture differs"


def showing(parts, n: int) -> list:
    return [part for part in parts if part.at <= n < part.at + part.frames]


def reference(edit: Edit, n: int) -> Picture:
    """What frame n looks like, without its titles, from the definitions alone."""
    picture: Picture = [0.0] * (WIDTH * HEIGHT)
    for clip, place in zip(edit.clips, edit.places):
        if place <= n < place + clip.frames:
            weight = (n - place) / clip.dissolve if n - place < clip.dissolve else 1
            new = source_frame(clip.source, clip.start + n - place)
            picture = [old + weight * (value - old) for old, value in zip(picture, new)]
    for inset in showing(edit.insets, n):
        age, source = n - inset.at, source_frame(inset.source, inset.start + n - inset.at)
        fade = inset.fade
        opacity = inset.opacity * (min(1, age / fade, (inset.frames - age) / fade) if fade else 1)
        x, y, scale = placed(inset, age)
        for at in inset_place(inset, n):
            u = ((at % WIDTH + 0.5) / WIDTH - x) / scale + 0.5
            v = ((at // WIDTH + 0.5) / HEIGHT - y) / scale + 0.5
            picture[at] += opacity * (around(source, u * WIDTH, v * HEIGHT, 0.5 / scale) - picture[at])
    return picture


def placed(part: Inset | Title, age: float) -> tuple[float, float, float]:
    keys = part.keys
    return tuple(between([(key.frame, getattr(key, name)) for key in keys], age) for name in ("x", "y", "scale"))


def around(picture: Picture, x: float, y: float, reach: float) -> float:
    """The mean of the pixels that lie within `reach` of a point."""
    columns = range(max(0, int(x - reach)), min(WIDTH, int(x + reach) + 1))
    rows = range(max(0, int(y - reach)), min(HEIGHT, int(y + reach) + 1))
    return mean(picture[row * WIDTH + column] for row in rows for column in columns)


def inset_place(inset: Inset, n: int, margin: int = -1) -> list[int]:
    """The pixels of an inset; those on its edge are left out, or with a margin some around it taken in."""
    x, y, scale = placed(inset, n - inset.at)
    return rectangle(x, y, scale, scale, margin)


def title_place(edit: Edit, title: Title, n: int) -> list[int]:
    x, y, _ = placed(title, n - title.at)
    return rectangle(x, y, 0.62 * len(title.text) * title.size * edit.height / edit.width, 1.2 * title.size, 0)


def rectangle(x: float, y: float, width: float, height: float, margin: int) -> list[int]:
    left, right = (x - width / 2) * WIDTH - margin, (x + width / 2) * WIDTH + margin
    top, bottom = (y - height / 2) * HEIGHT - margin, (y + height / 2) * HEIGHT + margin
    rows = range(max(0, math.ceil(top)), min(HEIGHT, math.floor(bottom)))
    columns = range(max(0, math.ceil(left)), min(WIDTH, math.floor(right)))
    return [row * WIDTH + column for row in rows for column in columns]


def mean(values: Iterable[float]) -> float:
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def small_frames(movie: Path, frames: list[int]) -> list[Picture]:
    """These frames of a movie, small and grey."""
    chosen = "+".join(f"eq(n,{n})" for n in frames)
    pixels = decoded(movie, ["-vf", f"select='{chosen}',{SHRINK}", "-fps_mode", "passthrough", "-f", "rawvideo", "-"])
    size = WIDTH * HEIGHT
    return [[float(value) for value in pixels[at : at + size]] for at in range(0, len(pixels) - size + 1, size)]


SHRINK = f"scale={WIDTH}:{HEIGHT}:flags=area:out_range=pc,format=gray"


def source_frame(source: Source, n: int) -> Picture:
    """A frame of a source, small and grey, from a copy that is made once."""
    copy = source.path.with_suffix(".grey")
    if not copy.exists():
        part = copy.with_suffix(".part")
        decoded(source.path, ["-vf", SHRINK, "-fps_mode", "passthrough", "-f", "rawvideo", "-y", str(part)])
        os.replace(part, copy)
    size = WIDTH * HEIGHT
    with open(copy, "rb") as file:
        file.seek(n * size)
        return [float(value) for value in file.read(size)]


def decoded(path: Path, arguments: list[str]) -> bytes:
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", str(path), *arguments]
    return subprocess.run(command, capture_output=True, check=False).stdout


# Sound


def sound_problems(edit: Edit, output: Path) -> Iterable[str]:
    """The length within a fiftieth of a second and a half, and where only sounds play, how loud they are, 40 times."""
    found = samples(output)
    if abs(len(found) / HEARD - edit.seconds) > 0.1:
        yield f"{len(found) / HEARD:.3f} s of sound, not {edit.seconds:.3f}"
    if edit.clips or not edit.sounds:
        return
    sources = [samples(sound.source.path) for sound in edit.sounds]
    window = HEARD // 2
    for step in range(40):
        first = int((len(found) - window) * step / 39)
        loud, expected = power(found[first : first + window]), power(mix(edit, sources, first, window))
        if abs(loud - expected) > 0.05 * max(expected, 0.02):
            yield f"at {first / HEARD:.1f} s a loudness of {loud:.3f}, not {expected:.3f}"
            return


def mix(edit: Edit, sources: list[array.array], first: int, count: int) -> list[float]:
    total, per_frame = [0.0] * count, HEARD / edit.rate
    for sound, source in zip(edit.sounds, sources):
        for n in range(count):
            at = first + n - round(sound.at * per_frame)
            if 0 <= at < min(len(source), round(sound.frames * per_frame)):
                total[n] += between(list(sound.gains), at / per_frame) * source[at]
    return total


def samples(path: Path) -> array.array:
    heard = array.array("f")
    heard.frombytes(decoded(path, ["-map", "0:a:0", "-ac", "1", "-ar", str(HEARD), "-f", "f32le", "-"]))
    return heard


def power(heard) -> float:
    return math.sqrt(sum(value * value for value in heard) / max(len(heard), 1))


# Pictures in a folder


def check_pictures(folder: Path, expected: list[int], width: int) -> Verdict:
    """Whether the PNG files of a folder, in the order of the numbers in their names, show these frames."""
    side = width * barcode.WIDTH / barcode.BITS
    files = sorted(folder.glob("*.png"), key=lambda path: int("".join(filter(str.isdigit, path.stem)) or 0))
    if len(files) != len(expected):
        return Verdict((f"{len(files)} pictures, not {len(expected)}",))
    crop = f"crop={int(side * barcode.BITS)}:{int(side)}:0:0,scale={barcode.BITS}:1:flags=area,format=gray"
    found = [barcode.decode(decoded(path, ["-vf", crop, "-f", "rawvideo", "-"])) for path in files]
    wrong = sum(1 for a, b in zip(found, expected) if a != b)
    return Verdict((f"{wrong} wrong frames",) if wrong else ())
