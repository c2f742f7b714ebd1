"""An edit as a value. The same value is written out for every program in that program's own terms.

Times are frames of the canvas. Places are fractions of the canvas and mean the middle of a picture.
"""

from dataclasses import dataclass, field

from media import Source


@dataclass(frozen=True)
class Clip:
    """A stretch of a source that fills the canvas. It lies over the end of the clip before for `dissolve` frames."""

    source: Source
    start: int
    frames: int
    dissolve: int = 0

    @property
    def end(self) -> int:
        return self.start + self.frames


@dataclass(frozen=True)
class Key:
    """Where a picture is and how large, `frame` frames after it appears. Between keys everything changes evenly."""

    frame: int
    x: float
    y: float
    scale: float = 1


@dataclass(frozen=True)
class Inset:
    """A picture over the picture. It comes to its opacity within `fade` frames, and goes in as many."""

    source: Source
    start: int
    at: int
    frames: int
    keys: tuple[Key, ...]
    opacity: float
    fade: int


@dataclass(frozen=True)
class Title:
    """A line of text in DejaVu Sans, white. `size` is the height of the font as a fraction of the canvas's."""

    text: str
    at: int
    frames: int
    size: float
    keys: tuple[Key, ...]
    fade: int = 0


@dataclass(frozen=True)
class Sound:
    """A sound from its beginning, with a gain at each of the keys (frames after it begins), even between them."""

    source: Source
    at: int
    frames: int
    gains: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Edit:
    name: str
    width: int
    height: int
    rate: int
    clips: tuple[Clip, ...] = ()
    insets: tuple[Inset, ...] = ()
    titles: tuple[Title, ...] = ()
    sounds: tuple[Sound, ...] = field(default=())
    has_clip_sound: bool = True

    @property
    def places(self) -> list[int]:
        """The frame at which each clip begins."""
        places, at = [], 0
        for clip in self.clips:
            at -= clip.dissolve
            places.append(at)
            at += clip.frames
        return places

    @property
    def frames(self) -> int:
        if self.clips:
            return self.places[-1] + self.clips[-1].frames
        return max(sound.at + sound.frames for sound in self.sounds)

    @property
    def seconds(self) -> float:
        return self.frames / self.rate

    @property
    def is_cuts(self) -> bool:
        """Whether one opaque picture is seen at a time, whole and untouched."""
        return not (self.insets or self.titles or any(clip.dissolve for clip in self.clips))


def between(keys: list[tuple[int, float]], frame: float) -> float:
    """The value at a frame of a line through keys."""
    if frame <= keys[0][0]:
        return keys[0][1]
    for (a, one), (b, other) in zip(keys, keys[1:]):
        if frame <= b:
            return one + (other - one) * (frame - a) / (b - a)
    return keys[-1][1]
